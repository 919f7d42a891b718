"""What a certificate of dark chess may claim: a win, a hold, or that there is no win in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.games.banqi.position import COLOURS, PLAYERS, BanqiPosition
from kikashi.law import CHANCE
from kikashi.proofs.refusal import RefusedError

SIDES_ZH = {"first": "先手", "second": "後手", "red": "紅", "black": "黑"}
MOST_TURNS = 120


@dataclass(frozen=True)
class BanqiClaim:
    """A side wins within so many of its turns, has no such win, or does not lose."""

    kind: str
    side: str
    """The player: `first` or `second`."""
    turns: int
    colour: str
    """The colour that the player has at the start."""

    @property
    def fields(self) -> Mapping[str, object]:
        if self.kind == "hold":
            return {"kind": self.kind, "side": self.side}
        return {"kind": self.kind, "side": self.side, "turns": self.turns}

    def loose_sentence(self) -> str:
        side = f"{self.side} ({self.colour})"
        if self.kind == "hold":
            return f"{side} does not lose"
        does = "wins" if self.kind == "win" else "has no win that is sure"
        return f"{side} {does}, whatever is flipped,"

    def sentence(self, language: str = "en") -> str:
        if language == "zh-Hant":
            side = f"{SIDES_ZH[self.side]}（{SIDES_ZH[self.colour]}）"
            if self.kind == "hold":
                return f"{side}不敗"
            does = "必勝" if self.kind == "win" else "沒有必勝"
            return f"{side}在 {self.turns} 手內{does}，不論翻出什麼"
        if self.kind == "hold":
            return self.loose_sentence()
        return f"{self.loose_sentence()} within {self.turns} turn{'s' * (self.turns != 1)}"


def read_claim(raw: Mapping[str, object], start: BanqiPosition) -> BanqiClaim:
    """The claim of a certificate that begins at `start`; RefusedError if it has no meaning."""
    kind = raw.get("kind")
    if kind not in ("win", "no-win", "hold"):
        raise RefusedError("the claim must be a 'win', a 'no-win' or a 'hold'")
    wanted = {"kind", "side"} if kind == "hold" else {"kind", "side", "turns"}
    if set(raw) != wanted:
        raise RefusedError(f"this claim has exactly the fields {', '.join(sorted(wanted))}")
    side, turns = raw["side"], raw.get("turns", 0)
    if side not in PLAYERS:
        raise RefusedError(f"the claim must be about first or second, not {side!r:.40}")
    player = PLAYERS.index(str(side))
    if kind != "hold" and (type(turns) is not int or not 1 <= turns <= MOST_TURNS):
        raise RefusedError(f"the claim's turns must be 1 to {MOST_TURNS}, not {turns!r:.40}")
    assert isinstance(turns, int)
    if start.settings.house_rules:
        raise RefusedError("nobody here can judge proofs under house rules")
    if start.to_move == CHANCE or start.colour is None:
        raise RefusedError("colours must be known, and a player must be to move")
    if start.result() is not None:
        raise RefusedError("the game is already over at the start position")
    if kind == "no-win" and player != start.to_move:
        raise RefusedError("that there is no win can be claimed of the side to move alone")
    if kind != "win" and start.settings.chase_loses:
        raise RefusedError("where long chases lose, going round is no safe draw")
    colour = start.colour_of(player)
    assert colour is not None
    return BanqiClaim(str(kind), str(side), turns, COLOURS[colour])
