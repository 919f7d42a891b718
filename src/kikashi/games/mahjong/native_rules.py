"""The rules in their native form: options, and the table of tai by number."""

from __future__ import annotations

from functools import cache

from kikashi import _native
from kikashi.games.mahjong.options import Rules
from kikashi.games.mahjong.tai import TAI, excludes, profile


@cache
def native_rules(
    rules: Rules, dealer: int | None = None, streak: int | None = None, round_: int | None = None
) -> _native.MahjongRules:
    """For one deal; dealer, streak and round of a later deal may be named."""
    names = list(TAI)
    worth = profile(rules.tai)
    return _native.MahjongRules(
        flowers=rules.flowers,
        left=rules.left,
        all_win=rules.all_win,
        passed_win=rules.passed_win,
        may_declare=rules.may_declare,
        base=rules.base,
        unit=rules.unit,
        dealer=rules.dealer if dealer is None else dealer,
        streak=rules.streak if streak is None else streak,
        round=rules.round if round_ is None else round_,
        worth=[worth[name] for name in names],
        voids=[sum(1 << names.index(other) for other in excludes(name)) for name in names],
    )
