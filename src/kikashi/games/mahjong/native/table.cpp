#include "table.hpp"

#include <algorithm>
#include <bit>

namespace kikashi::mahjong {

namespace {

constexpr int dealt_tiles = 65;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Counts laid_counts(const Spot& place) {
    Counts laid{};
    for (int n = 0; n < place.meld_count; ++n) {
        const Meld& meld = place.melds[at(n)];
        if (meld.kind == MeldKind::chow)
            for (int k = 0; k < 3; ++k) ++laid[at(meld.tile + k)];
        else
            laid[at(meld.tile)] = static_cast<std::uint8_t>(laid[at(meld.tile)] +
                                                            (meld.kind == MeldKind::pong ? 3 : 4));
    }
    return laid;
}

Table::Table(const Rules& rules) : rules_(&rules) {
    for (int tile = 0; tile < all_kinds; ++tile)
        wall_[at(tile)] = is_flower(tile) ? rules.flowers : copies;
    open_.left = static_cast<std::int16_t>(rules.tiles());
    open_.dealer = open_.turn = static_cast<std::int8_t>(rules.dealer);
    open_.streak = static_cast<std::int8_t>(rules.streak);
    open_.round = static_cast<std::int8_t>(rules.round);
}

Table Table::imagined(const Rules& rules, const Open& open, const std::array<Counts, seats>& hands,
                      Tile drawn, Replaced replaced, std::uint8_t passed, std::uint8_t asked) {
    Table table(rules);
    table.open_ = open;
    table.hands_ = hands;
    table.drawn_ = drawn;
    table.replaced_ = replaced;
    table.passed_ = passed;
    table.source_ = Source::turn;
    for (int tile = 0; tile < kinds; ++tile) {
        int gone = open.visible[at(tile)];
        for (const Counts& hand : hands) gone += hand[at(tile)];
        table.wall_[at(tile)] = static_cast<std::uint8_t>(std::max(0, copies - gone));
    }
    for (int n = 0; n < 8; ++n) {
        bool out = !rules.flowers;
        for (const Spot& place : open.places) out |= place.flowers >> n & 1;
        table.wall_[at(first_flower + n)] = !out;
    }
    if (open.phase == Phase::claims || open.phase == Phase::rob)
        for (int n = 1; n < seats; ++n)
            if (const int seat = (open.giver + n) % seats; asked >> seat & 1)
                table.asked_[at(table.asked_count_++)] = static_cast<std::int8_t>(seat);
    return table;
}

int Table::to_move() const {
    if (open_.phase == Phase::draw) return -1;
    if (open_.phase == Phase::claims || open_.phase == Phase::rob) return asked_[at(answered_)];
    return open_.turn;
}

Words Table::words(int seat) const {
    return open_.phase == Phase::turn ? turn_words() : claim_words(seat);
}

bool Table::complete(int seat, int tile) const {
    Counts held = hand(seat);
    if (tile >= 0) ++held[at(tile)];
    return Hand(held, Counts{}, most_melds - open_.place(seat).meld_count).missing() == 0;
}

Words Table::turn_words() const {
    Words words;
    const int seat = open_.turn;
    const Spot& place = open_.place(seat);
    const Counts& held = hand(seat);
    if (drawn_ >= 0) {
        if (place.flowers == 255 || complete(seat)) words.push(Act::win);
        if (drawable() > 0)
            for (int tile = 0; tile < kinds; ++tile) {
                if (!held[at(tile)]) continue;
                bool kong = held[at(tile)] == copies;
                for (int n = 0; n < place.meld_count; ++n)
                    kong |= place.melds[at(n)].kind == MeldKind::pong &&
                            place.melds[at(n)].tile == tile;
                if (kong &&
                    (place.ready == Ready::no || (tile == drawn_ && kong_keeps_waits(seat, tile))))
                    words.push(Act::own_kong, tile);
            }
    }
    if (place.ready != Ready::no) {
        words.push(Act::discard, drawn_);
        return words;
    }
    if (rules_->may_declare) {
        const Hand all(held, laid_counts(place), most_melds - place.meld_count);
        for (int tile = 0; tile < kinds; ++tile) {
            if (!held[at(tile)]) continue;
            Hand rest = all;
            rest.remove(tile);
            if (rest.missing() == 1 && rest.useful()) words.push(Act::ready, tile);
        }
    }
    for (int tile = 0; tile < kinds; ++tile)
        if (held[at(tile)]) words.push(Act::discard, tile);
    return words;
}

// Laying down the tile just drawn must not change what a declared hand waits for.
bool Table::kong_keeps_waits(int seat, int tile) const {
    const Spot& place = open_.place(seat);
    Counts laid = laid_counts(place), held = hand(seat);
    const int melds = most_melds - place.meld_count;
    Hand before(held, laid, melds);
    before.remove(tile);
    const bool hidden = held[at(tile)] == copies;
    held[at(tile)] = 0;
    laid[at(tile)] = copies;  // all of them lie there then, and none can be waited for
    const Hand after(held, laid, melds - hidden);
    const TileSet waited = before.missing() == 1 ? before.useful() : 0;
    return after.missing() == 1 && after.useful() == waited;
}

Words Table::claim_words(int seat) const {
    Words words;
    words.push(Act::pass);
    const int tile = open_.target;
    const Counts& held = hand(seat);
    if (!passed(seat) && complete(seat, tile)) words.push(Act::win);
    if (open_.phase == Phase::rob || open_.place(seat).ready != Ready::no || drawable() <= 0)
        return words;
    if (held[at(tile)] == 3) words.push(Act::kong);
    if (held[at(tile)] >= 2) words.push(Act::pong);
    if (seat == (open_.giver + 1) % seats && tile < first_honour)
        for (int low = std::max(tile % 9 - 2, 0); low <= std::min(tile % 9, 6); ++low) {
            const int first = tile - tile % 9 + low;
            bool all = true;
            for (int t = first; t < first + 3; ++t) all &= t == tile || held[at(t)];
            if (all) words.push(Act::chow, first);
        }
    return words;
}

void Table::take(int seat, int tile) {
    ++hands_[at(seat)][at(tile)];
    ++open_.place(seat).tiles;
}

void Table::give(int seat, int tile, int count) {
    auto& held = hands_[at(seat)][at(tile)];
    held = static_cast<std::uint8_t>(held - count);
    open_.place(seat).tiles = static_cast<std::int8_t>(open_.place(seat).tiles - count);
}

void Table::lay_flower(int seat, int tile) {
    open_.place(seat).flowers |= static_cast<std::uint8_t>(1 << (tile - first_flower));
}

void Table::draw_for(int seat, Source source) {
    if (drawable() <= 0) return finish();
    open_.turn = static_cast<std::int8_t>(seat);
    source_ = source;
    open_.phase = Phase::draw;
    drawn_ = -1;
}

void Table::draw(int tile) {
    const int seat = open_.turn;
    remember(std::uint64_t(static_cast<unsigned>(tile)));
    --wall_[at(tile)];
    --open_.left;
    if (source_ == Source::deal || source_ == Source::first) {
        if (is_flower(tile)) {
            loose_flowers_[at(seat)] |= static_cast<std::uint8_t>(1 << (tile - first_flower));
        } else {
            take(seat, tile);
            if (seat == open_.dealer) drawn_ = static_cast<Tile>(tile);
        }
        return go_on_dealing();
    }
    passed_ &= static_cast<std::uint8_t>(~(1 << seat));
    if (is_flower(tile)) {
        lay_flower(seat, tile);
        return draw_for(seat, Source::flower);
    }
    take(seat, tile);
    drawn_ = static_cast<Tile>(tile);
    replaced_ = source_ == Source::kong     ? Replaced::kong
                : source_ == Source::flower ? Replaced::flower
                                            : Replaced::no;
    open_.phase = Phase::turn;
}

void Table::go_on_dealing() {
    if (source_ == Source::deal) {
        if (++dealt_ < dealt_tiles) {
            const int block = dealt_ == dealt_tiles - 1 ? 0 : dealt_ / 4;
            open_.turn = static_cast<std::int8_t>((open_.dealer + block) % seats);
            return;
        }
        open_.turn = open_.dealer;
        source_ = Source::first;
    } else {
        --owed_;
    }
    while (owed_ == 0) {
        auto& loose = loose_flowers_[at(open_.turn)];
        owed_ = static_cast<std::int8_t>(std::popcount(loose));
        open_.place(open_.turn).flowers |= loose;
        loose = 0;
        if (owed_ == 0) {
            open_.turn = static_cast<std::int8_t>((open_.turn + 1) % seats);
            if (open_.turn == open_.dealer) {
                open_.phase = Phase::turn;
                return;
            }
        }
    }
}

void Table::act(Word word) {
    const int seat = open_.turn;
    remember(word);
    if (word.act == Act::win) return win(1u << seat, -1);
    if (word.act == Act::own_kong) return own_kong(seat, word.tile);
    Spot& place = open_.place(seat);
    give(seat, word.tile);
    if (word.act == Act::ready)
        place.ready = open_.calls == 0 && place.discards == 0 ? Ready::early : Ready::yes;
    place.when[at(place.discards)] = open_.all_discards++;
    place.river[at(place.discards++)] = word.tile;
    ++open_.visible[at(word.tile)];
    ask(seat, word.tile, Phase::claims);
}

void Table::ask(int giver, int tile, Phase phase) {
    open_.phase = phase;
    open_.giver = static_cast<std::int8_t>(giver);
    open_.target = static_cast<Tile>(tile);
    drawn_ = -1;
    asked_count_ = answered_ = 0;
    for (int n = 1; n < seats; ++n) {
        const int seat = (giver + n) % seats;
        if (claim_words(seat).size() > 1)
            asked_[at(asked_count_++)] = static_cast<std::int8_t>(seat);
    }
    if (asked_count_) return;
    if (phase == Phase::rob)
        draw_for(giver, Source::kong);
    else
        draw_for((giver + 1) % seats, Source::turn);
}

void Table::own_kong(int seat, int tile) {
    Spot& place = open_.place(seat);
    ++open_.calls;
    if (hand(seat)[at(tile)] == copies) {
        give(seat, tile, copies);
        open_.visible[at(tile)] = copies;
        place.melds[at(place.meld_count++)] = {MeldKind::hidden, static_cast<Tile>(tile), -1, -1};
        return draw_for(seat, Source::kong);
    }
    give(seat, tile);
    ++open_.visible[at(tile)];
    for (Meld& meld : place.melds)
        if (meld.kind == MeldKind::pong && meld.tile == tile) meld.kind = MeldKind::added;
    ask(seat, tile, Phase::rob);
}

void Table::answer(int seat, Word word) {
    remember(word);
    if (rules_->passed_win && word.act != Act::win && claim_words(seat).has({Act::win, -1}))
        passed_ |= static_cast<std::uint8_t>(1 << seat);
    answers_[at(answered_++)] = word;
    if (answered_ < asked_count_) return;
    const int giver = open_.giver, tile = open_.target, count = asked_count_;
    asked_count_ = answered_ = 0;
    unsigned winners = 0;
    for (int n = 0; n < count; ++n)
        if (answers_[at(n)].act == Act::win && (rules_->all_win || !winners))
            winners |= 1u << asked_[at(n)];
    if (winners) return win(winners, giver);
    if (open_.phase == Phase::rob) return draw_for(giver, Source::kong);
    for (const Act act : {Act::kong, Act::pong, Act::chow})
        for (int n = 0; n < count; ++n)
            if (answers_[at(n)].act == act)
                return claim(asked_[at(n)], answers_[at(n)], giver, tile);
    draw_for((giver + 1) % seats, Source::turn);
}

void Table::claim(int seat, Word word, int giver, int tile) {
    Spot& place = open_.place(seat);
    ++open_.calls;
    const auto lay = [&](MeldKind kind, int low) {
        place.melds[at(place.meld_count++)] = {
            kind, static_cast<Tile>(low), static_cast<Tile>(tile), static_cast<std::int8_t>(giver)};
    };
    open_.place(giver).taken |= std::uint64_t{1} << (open_.place(giver).discards - 1);
    if (word.act == Act::chow) {
        for (int t = word.tile; t < word.tile + 3; ++t)
            if (t != tile) {
                give(seat, t);
                ++open_.visible[at(t)];
            }
        lay(MeldKind::chow, word.tile);
    } else {
        const int own = word.act == Act::kong ? 3 : 2;
        give(seat, tile, own);
        open_.visible[at(tile)] = static_cast<std::uint8_t>(open_.visible[at(tile)] + own);
        lay(word.act == Act::kong ? MeldKind::kong : MeldKind::pong, tile);
    }
    if (word.act == Act::kong) return draw_for(seat, Source::kong);
    open_.turn = static_cast<std::int8_t>(seat);
    open_.phase = Phase::turn;
    drawn_ = -1;
    replaced_ = Replaced::no;
}

Win Table::win_of(int seat, int giver) const {
    const Spot& place = open_.place(seat);
    Win made;
    made.held = hand(seat);
    made.melds = place.melds;
    made.meld_count = place.meld_count;
    made.flowers = place.flowers;
    made.tile = giver < 0 ? drawn_ : open_.target;
    Hand before(made.held, laid_counts(place), most_melds - place.meld_count);
    if (giver < 0)
        before.remove(made.tile);
    else
        ++made.held[at(made.tile)];
    made.self_drawn = giver < 0;
    made.robbed = giver >= 0 && open_.phase == Phase::rob;
    made.last = drawable() <= 0;
    made.eight = place.flowers == 255;
    made.replaced = giver < 0 ? replaced_ : Replaced::no;
    made.waits = before.missing() == 1 ? std::popcount(before.useful()) : 0;
    made.seat = (seat - open_.dealer + seats) % seats;
    made.round = open_.round;
    if (open_.calls == 0 && place.discards == 0)
        made.first = giver >= 0             ? First::human
                     : seat == open_.dealer ? First::heavenly
                                            : First::earthly;
    made.declared = place.ready;
    return made;
}

void Table::win(unsigned winners, int giver) {
    for (int n = 0; n < seats; ++n) {  // in turn order from the giver, as the law names them
        const int seat = ((giver < 0 ? open_.turn : giver) + n) % seats;
        if (!(winners >> seat & 1)) continue;
        const int tai = score(win_of(seat, giver), rules_->profile);
        ending_.settled[at(ending_.winners++)] = {static_cast<std::int8_t>(seat),
                                                  static_cast<std::int8_t>(giver),
                                                  static_cast<std::int16_t>(tai)};
        for (int payer = 0; payer < seats; ++payer) {
            if (payer == seat || (giver >= 0 && payer != giver)) continue;
            const bool dealer = payer == open_.dealer || seat == open_.dealer;
            const int points =
                rules_->base + rules_->unit * (tai + (dealer ? 2 * open_.streak + 1 : 0));
            ending_.payoffs[at(payer)] -= points;
            ending_.payoffs[at(seat)] += points;
        }
    }
    finish();
}

}  // namespace kikashi::mahjong
