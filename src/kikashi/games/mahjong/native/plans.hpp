// What a hand may aim for, and what each aim is worth: chance times payment.
#pragma once

#include "chances.hpp"
#include "player.hpp"

namespace kikashi::mahjong {

// A hand after its discard (or before another draw): tiles held, own melds, melds to come.
struct Holding {
    Counts hand, laid;
    int melds;
};

// Points that a win would bring, by what it would score beside the aim itself.
double points_of_win(const Seen& seen, const Holding& holding, int missing, double aim_tai);

// The best aim of a holding: any win, a flush in one suit, all pongs.
// `missing` and `useful` are those of any win, already known to the caller.
double worth_of(const Seen& seen, const Pace& pace, const Holding& holding, int missing,
                TileSet useful);

}  // namespace kikashi::mahjong
