#include "life_policy.hpp"

namespace kikashi::go {

namespace {

// Written by bench/fit_go_life.py.
#include "life_weights.hpp"

std::vector<std::int16_t> table_of(const MoveWeights& weights) {
    std::vector<std::int16_t> normal(65536), made(65536);
    for (const auto& [code, weight] : weights.around) normal[code] = weight;
    for (int code = 0; code < 65536; ++code)
        made[static_cast<std::size_t>(code)] =
            normal[normal_code(static_cast<std::uint16_t>(code))];
    return made;
}

}  // namespace

MoveModel::MoveModel(const MoveWeights& attack, const MoveWeights& defence)
    : sides_{Side{attack.of, table_of(attack)}, Side{defence.of, table_of(defence)}} {}

const MoveModel& group_moves() {
    static const MoveModel made(group_attack, group_defence);
    return made;
}

const MoveModel& region_moves() {
    static const MoveModel made(region_attack, region_defence);
    return made;
}

}  // namespace kikashi::go
