#include "score.hpp"

#include <algorithm>
#include <bit>

namespace kikashi::mahjong {

namespace {

struct Set {
    bool is_pong;
    Tile tile;
};

// Sets of one shape: those in the hand first, then the melds with kongs as pongs.
class Scorer {
   public:
    Scorer(const Win& win, const Profile& profile) : win_(win), profile_(profile), rest_(win.held) {
        for (int n = 0; n < win.meld_count; ++n) {
            const Meld& meld = win.melds[static_cast<std::size_t>(n)];
            note_suit(meld.tile);
            hidden_ += meld.kind == MeldKind::hidden;
            called_ += meld.kind != MeldKind::hidden;
        }
        for (int tile = 0; tile < kinds; ++tile)
            if (win.held[static_cast<std::size_t>(tile)]) {
                note_suit(tile);
                tiles_ += win.held[static_cast<std::size_t>(tile)];
            }
    }

    int best() {
        for (int pair = 0; pair < kinds; ++pair) {
            auto& held = rest_[static_cast<std::size_t>(pair)];
            if (held < 2) continue;
            held = static_cast<std::uint8_t>(held - 2);
            pair_ = pair;
            take_apart(0);
            held = static_cast<std::uint8_t>(held + 2);
        }
        return best_;
    }

   private:
    void note_suit(int tile) { suits_ |= 1 << suit_of(tile); }

    void take_apart(int tile) {
        while (tile < kinds && !rest_[static_cast<std::size_t>(tile)]) ++tile;
        if (tile == kinds) {
            best_ = std::max(best_, worth());
            return;
        }
        if (inside_ == most_melds) return;
        auto* held = &rest_[static_cast<std::size_t>(tile)];
        if (held[0] >= 3) {
            held[0] = static_cast<std::uint8_t>(held[0] - 3);
            sets_[static_cast<std::size_t>(inside_++)] = {true, static_cast<Tile>(tile)};
            take_apart(tile);
            --inside_;
            held[0] = static_cast<std::uint8_t>(held[0] + 3);
        }
        if (tile < first_honour && tile % 9 < 7 && held[1] && held[2]) {
            for (int n = 0; n < 3; ++n) --held[n];
            sets_[static_cast<std::size_t>(inside_++)] = {false, static_cast<Tile>(tile)};
            take_apart(tile);
            --inside_;
            for (int n = 0; n < 3; ++n) ++held[n];
        }
    }

    int worth() const {
        std::array<int, tai_count> times{};
        count(times);
        std::uint64_t voids = 0;
        int total = 0;
        for (std::size_t n = 0; n < tai_count; ++n)
            if (times[n] && profile_.worth[n]) voids |= profile_.voids[n];
        for (std::size_t n = 0; n < tai_count; ++n)
            if (!(voids >> n & 1)) total += times[n] * profile_.worth[n];
        return total;
    }

    void count(std::array<int, tai_count>& times) const {
        const bool closed = called_ == 0;
        times[self_drawn] = win_.self_drawn;
        times[concealed] = closed;
        times[concealed_self_drawn] = closed && win_.self_drawn;
        times[robbed_kong] = win_.robbed;
        times[after_kong] = win_.self_drawn && win_.replaced == Replaced::kong;
        times[after_flower] = win_.self_drawn && win_.replaced == Replaced::flower;
        times[last_draw] = win_.self_drawn && win_.last;
        times[last_discard] = !win_.self_drawn && !win_.robbed && win_.last;
        times[single_wait] = win_.waits == 1;
        const bool all_called = tiles_ == 2 && hidden_ == 0;
        times[all_from_others] = all_called && !win_.self_drawn;
        times[half_from_others] = all_called && win_.self_drawn;
        count_sets(times);
        const bool honours = suits_ >> 3 & 1;
        const int number_suits = std::popcount(static_cast<unsigned>(suits_ & 7));
        times[half_flush] = honours && number_suits == 1;
        times[full_flush] = !honours && number_suits == 1;
        times[all_honours] = honours && number_suits == 0;
        for (int half = 0; half < 2; ++half) {
            const int four = win_.flowers >> (4 * half) & 15;
            times[flower_set] += four == 15 && !win_.eight;
            times[own_flower] += four != 15 && (four >> win_.seat & 1);
        }
        times[eight_flowers] = win_.eight;
        times[heavenly] = win_.first == First::heavenly;
        times[earthly] = win_.first == First::earthly;
        times[human] = win_.first == First::human;
        times[declared] = win_.declared != Ready::no;
        times[declared_early] = win_.declared == Ready::early;
    }

    void count_sets(std::array<int, tai_count>& times) const {
        int pongs = 0, inside_pongs = 0, dragons = 0, winds = 0;
        bool round = false, seat = false, completed = false, elsewhere = pair_ == win_.tile;
        const auto pong_of = [&](int tile) {
            ++pongs;
            dragons += tile >= first_dragon;
            winds += tile >= first_honour && tile < first_dragon;
            round |= tile == first_honour + win_.round;
            seat |= tile == first_honour + win_.seat;
        };
        for (int n = 0; n < inside_; ++n) {
            const Set& set = sets_[static_cast<std::size_t>(n)];
            if (set.is_pong) {
                pong_of(set.tile);
                ++inside_pongs;
                completed |= set.tile == win_.tile;
            } else {
                elsewhere |= set.tile <= win_.tile && win_.tile <= set.tile + 2;
            }
        }
        for (int n = 0; n < win_.meld_count; ++n) {
            const Meld& meld = win_.melds[static_cast<std::size_t>(n)];
            if (meld.kind != MeldKind::chow) pong_of(meld.tile);
        }
        const int all = inside_ + win_.meld_count;
        times[flat] = pongs == 0 && pair_ < first_honour && !win_.flowers && !win_.self_drawn &&
                      win_.waits > 1;
        const int alone = inside_pongs + hidden_ - (completed && !win_.self_drawn && !elsewhere);
        times[three_concealed] = alone == 3;
        times[four_concealed] = alone == 4;
        times[five_concealed] = alone == 5;
        times[all_pongs] = pongs == all;
        times[little_dragons] = dragons == 2 && pair_ >= first_dragon;
        times[big_dragons] = dragons == 3;
        times[little_winds] = winds == 3 && pair_ >= first_honour && pair_ < first_dragon;
        times[big_winds] = winds == 4;
        times[dragon] = dragons;
        times[round_wind] = round;
        times[seat_wind] = seat;
    }

    const Win& win_;
    const Profile& profile_;
    Counts rest_;
    std::array<Set, most_melds> sets_{};
    int inside_ = 0, pair_ = 0, hidden_ = 0, called_ = 0, tiles_ = 0, suits_ = 0, best_ = -1;
};

}  // namespace

int score(const Win& win, const Profile& profile) {
    const int best = Scorer(win, profile).best();
    return best < 0 && win.eight ? profile.worth[eight_flowers] : best;
}

}  // namespace kikashi::mahjong
