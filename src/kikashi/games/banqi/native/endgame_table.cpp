#include "endgame_table.hpp"

#include <cstdio>
#include <utility>

#include "core/keys.hpp"

namespace kikashi::banqi {

EndgameTable::EndgameTable(const Geometry& geometry, Pieces mine, Pieces theirs)
    : geometry_(&geometry),
      mine_(std::move(mine)),
      theirs_(std::move(theirs)),
      count_(static_cast<int>(mine_.size() + theirs_.size())),
      states_(states(geometry, static_cast<std::size_t>(count_))),
      quarters_(geometry.usual()) {}

std::size_t EndgameTable::states(const Geometry& geometry, std::size_t count) {
    std::size_t product = geometry.usual() ? 8 : 32;
    for (std::size_t piece = 1; piece < count; ++piece) product *= 32;
    return product;
}

// Tables of one size are told apart by what they are about: under another's name one is refused.
std::uint64_t EndgameTable::mark() const {
    std::uint64_t made = mix(static_cast<std::uint64_t>(100 * geometry_->files + geometry_->ranks));
    for (const Pieces& side : {mine_, theirs_}) {
        made = mix(made + side.size());
        for (const Kind kind : side) made = mix(made + static_cast<std::uint64_t>(kind));
    }
    return made;
}

bool EndgameTable::save(const std::string& path) const {
    const std::string draft = path + ".new";
    std::FILE* file = std::fopen(draft.c_str(), "wb");
    if (!file) return false;
    std::uint64_t sum = mark();
    for (const std::uint8_t value : values_) sum = sum * 31 + value;
    bool good = std::fwrite(&sum, sizeof sum, 1, file) == 1 &&
                std::fwrite(values_.data(), 1, values_.size(), file) == values_.size();
    good = std::fclose(file) == 0 && good;
    if (good) good = std::rename(draft.c_str(), path.c_str()) == 0;
    if (!good) std::remove(draft.c_str());
    return good;
}

bool EndgameTable::load(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return false;
    values_.resize(2 * states_);
    std::uint64_t said = 0, sum = mark();
    bool good = std::fread(&said, sizeof said, 1, file) == 1 &&
                std::fread(values_.data(), 1, values_.size(), file) == values_.size() &&
                std::fgetc(file) == EOF;
    std::fclose(file);
    longest_ = 0;
    for (const std::uint8_t value : values_) {
        sum = sum * 31 + value;
        longest_ = std::max(longest_, value - 1);
    }
    return good && sum == said;
}

}  // namespace kikashi::banqi
