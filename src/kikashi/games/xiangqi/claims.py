"""What a certificate of xiangqi may claim: a mate, a win, or that there is no mate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.proofs.refusal import RefusedError

SIDES = ("red", "black")
SIDES_ZH = {"red": "紅方", "black": "黑方"}
MOST_TURNS = 200
MOST_QUIET = 100


@dataclass(frozen=True)
class MateClaim:
    """A win, a mate, or that there is none, within so many moves of the side to move."""

    kind: str
    side: str
    quiet: int
    free: bool
    by: str
    turns: int

    @property
    def counts_all(self) -> bool:
        """Whether `turns` counts every turn: of a win, answers to checks are left out."""
        return self.kind != "win"

    @property
    def fields(self) -> Mapping[str, object]:
        if self.kind == "win":
            return {"kind": self.kind, "side": self.side, "turns": self.turns}
        fields: dict[str, object] = {"kind": self.kind, "side": self.side, "by": self.by}
        if self.by == "quiet":
            fields |= {"quiet": self.quiet, "answers": "free" if self.free else "spend"}
        return fields | {"turns": self.turns}

    def loose_sentence(self) -> str:
        if self.kind == "win":
            enemy = SIDES[1 - SIDES.index(self.side)]
            return f"{self.side} mates, unless {enemy} checks for ever and so loses,"
        does = "mates" if self.kind == "mate" else "has no mate"
        if self.by == "checks":
            return f"{self.side} {does} by checks only"
        free = ", answers to checks being free" if self.free else ""
        plural = "s" * (self.quiet != 1)
        return f"{self.side} {does} with at most {self.quiet} quiet move{plural}{free}"

    def sentence(self, language: str = "en") -> str:
        if self.kind == "win":
            return self._win_sentence(language)
        if language == "zh-Hant":
            free = "（應將不計）" if self.free else ""
            named = "連將殺" if self.by == "checks" else f"至多 {self.quiet} 個停著{free}的停著殺"
            does = "有" if self.kind == "mate" else "沒有"
            return f"{SIDES_ZH[self.side]}在 {self.turns} 著內{does}{named}"
        return f"{self.loose_sentence()} within {self.turns} move{'s' * (self.turns != 1)}"

    def _win_sentence(self, language: str) -> str:
        if language == "zh-Hant":
            return f"{SIDES_ZH[self.side]}在 {self.turns} 著內（應將不計）殺棋，否則對方長將判負"
        plural = "s" * (self.turns != 1)
        return (
            f"{self.loose_sentence()} within {self.turns} move{plural}, answers to checks left out"
        )


def read_claim(raw: Mapping[str, object], start: XiangqiPosition) -> MateClaim:
    """The claim of a certificate that begins at `start`; RefusedError if it has no meaning."""
    kind, by = raw.get("kind"), raw.get("by")
    if kind == "win":
        by = "quiet"  # whatever it takes
    if kind not in ("win", "mate", "no-mate") or by not in ("checks", "quiet"):
        raise RefusedError(
            "the claim must be a 'win', or a 'mate' or 'no-mate' by 'checks' or 'quiet'"
        )
    wanted = {"kind", "side", "turns"}
    if kind != "win":
        wanted |= {"by", "quiet", "answers"} if by == "quiet" else {"by"}
    if set(raw) != wanted:
        raise RefusedError(f"this claim has exactly the fields {', '.join(sorted(wanted))}")
    side, turns = raw["side"], raw["turns"]
    quiet, answers = raw.get("quiet", 0), raw.get("answers", "spend")
    if side != SIDES[start.to_move]:
        raise RefusedError(f"the claim must be about the side to move, not {side!r:.40}")
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise RefusedError(f"the claim's turns must be 1 to {MOST_TURNS}, not {turns!r:.40}")
    if type(quiet) is not int or not 0 <= quiet <= MOST_QUIET:
        raise RefusedError(f"the quiet moves must be 0 to {MOST_QUIET}, not {quiet!r:.40}")
    if answers not in ("spend", "free"):
        raise RefusedError(f"answers to checks 'spend' or are 'free', not {answers!r:.40}")
    if start.result() is not None:
        raise RefusedError("the game is already over at the start position")
    return MateClaim(str(kind), str(side), quiet, answers == "free", str(by), turns)
