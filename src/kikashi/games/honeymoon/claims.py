"""What a certificate may claim: that a side takes at least so many of the tricks that are left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.games.honeymoon.table import PLAYERS, Table
from kikashi.proofs.refusal import RefusedError

SIDES_ZH = {"first": "先家", "second": "後家"}


@dataclass(frozen=True)
class TricksClaim:
    """`side` takes at least `tricks` of the `left` tricks that are left."""

    side: str
    tricks: int
    left: int
    kind: str = "tricks"

    @property
    def fields(self) -> Mapping[str, object]:
        return {"kind": self.kind, "side": self.side, "tricks": self.tricks, "left": self.left}

    def loose_sentence(self) -> str:
        return f"{self.side} takes tricks"

    def sentence(self, language: str = "en") -> str:
        if language == "zh-Hant":
            return f"{SIDES_ZH[self.side]}至少取得 {self.left} 磴中的 {self.tricks} 磴"
        return f"{self.side} takes at least {self.tricks} of {self.left} tricks"


def read_claim(raw: Mapping[str, object], start: Table) -> TricksClaim:
    """The claim of a certificate about `start`; RefusedError if it has no meaning there."""
    if raw.get("kind") != "tricks" or set(raw) != {"kind", "side", "tricks", "left"}:
        raise RefusedError("the claim must be of kind 'tricks' with side, tricks and left")
    side, tricks, left = raw["side"], raw["tricks"], raw["left"]
    if side not in PLAYERS or type(tricks) is not int or type(left) is not int:
        raise RefusedError("the claim's side is first or second, its numbers are whole")
    state = start.state
    if state.phase != "play" or state.led:
        raise RefusedError("such a claim is about a position between two tricks of the play")
    if left != len(state.hands[0]) or not 0 <= tricks <= left:
        raise RefusedError(
            f"{len(state.hands[0])} tricks are left there, and none is claimed twice"
        )
    return TricksClaim(str(side), tricks, left)
