"""What a certificate of minishogi may claim: a mate, or that there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.games.minishogi.rules import MinishogiPosition
from kikashi.proofs.refusal import RefusedError

SIDES = ("black", "white")
SIDES_ZH = {"black": "先手", "white": "後手"}
CLASSES = ("checks", "any")
CLASSES_ZH = {"checks": "連續王手的詰", "any": "詰（不限王手）"}
MOST_TURNS = 200


@dataclass(frozen=True)
class MateClaim:
    """A mate, or that there is none, within so many moves of the side to move."""

    kind: str
    side: str
    by: str
    turns: int

    @property
    def fields(self) -> Mapping[str, object]:
        return {"kind": self.kind, "side": self.side, "by": self.by, "turns": self.turns}

    def loose_sentence(self) -> str:
        does = "mates" if self.kind == "mate" else "has no mate"
        how = "by checks only" if self.by == "checks" else "by moves of any kind"
        return f"{self.side} {does} {how}"

    def sentence(self, language: str = "en") -> str:
        if language == "zh-Hant":
            does = "有" if self.kind == "mate" else "沒有"
            return f"{SIDES_ZH[self.side]}在 {self.turns} 手內{does}{CLASSES_ZH[self.by]}"
        return f"{self.loose_sentence()} within {self.turns} move{'s' * (self.turns != 1)}"


def read_claim(raw: Mapping[str, object], start: MinishogiPosition) -> MateClaim:
    """The claim of a certificate that begins at `start`; RefusedError if it has no meaning."""
    wanted = {"kind", "side", "by", "turns"}
    if set(raw) != wanted:
        raise RefusedError(f"a claim has exactly the fields {', '.join(sorted(wanted))}")
    kind, by, side, turns = raw["kind"], raw["by"], raw["side"], raw["turns"]
    if kind not in ("mate", "no-mate") or by not in CLASSES:
        raise RefusedError("the claim must be a 'mate' or 'no-mate' by 'checks' or 'any'")
    if side != SIDES[start.to_move]:
        raise RefusedError(f"the claim must be about the side to move, not {side!r:.40}")
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise RefusedError(f"the claim's turns must be 1 to {MOST_TURNS}, not {turns!r:.40}")
    if start.result() is not None:
        raise RefusedError("the game is already over at the start position")
    return MateClaim(str(kind), str(side), str(by), turns)
