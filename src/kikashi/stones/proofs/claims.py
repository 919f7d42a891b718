"""Claims about winning-set games: their fields, their sentences, and what is read of a header."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.law.winning_sets import COLOURS, Geometry
from kikashi.proofs.refusal import RefusedError

MOST_TURNS = 1_000_000

CLASSES = {
    "vcdt": ("double threats", "連續雙迫著"),
    "vcst": ("single and double threats", "連續迫著"),
    "vcf": ("fours", "連續衝四"),
    "any": ("turns of any kind", "任何下法"),
}
SIDES_ZH = {"black": "黑方", "white": "白方"}


@dataclass(frozen=True)
class StoneClaim:
    """A claim about a winning-set game of two players."""

    kind: str
    side: str | None = None
    turns: int | None = None
    by: str | None = None
    other_than: tuple[tuple[str, ...], ...] = ()
    """First turns that the claim says nothing about: those that hold all stones of one of these."""

    @property
    def fields(self) -> Mapping[str, object]:
        fields: dict[str, object] = {"kind": self.kind}
        if self.side is not None:
            fields["side"] = self.side
        if self.by is not None:
            fields["by"] = self.by
        if self.kind == "no-forcing-win" or self.turns is not None:
            fields["turns"] = self.turns
        if self.other_than:
            fields["except"] = [list(stones) for stones in self.other_than]
        return fields

    @property
    def provers(self) -> tuple[int, ...]:
        """The sides that have something to show, one for each root."""
        if self.kind == "draw":
            return (0, 1)
        assert self.side is not None
        side = COLOURS.index(self.side)
        return (1 - side,) if self.kind == "no-forcing-win" else (side,)

    def loose_sentence(self) -> str:
        return self._plain() + self._but()

    def sentence(self, language: str = "en") -> str:
        if language == "zh-Hant":
            return self._sentence_zh()
        if self.turns is None:
            return self._plain() + self._but()
        within = f" within {self.turns} turn{'s' * (self.turns != 1)}"
        return f"{self._plain()}{within}{self._but()}"

    def _plain(self) -> str:
        if self.kind == "win":
            return f"{self.side} wins"
        if self.kind == "hold":
            return f"{self.side} does not lose"
        if self.kind == "draw":
            return "neither side can force a win"
        assert self.by is not None
        return f"{self.side} has no win by {CLASSES[self.by][0]} ({self.by})"

    def _but(self) -> str:
        if not self.other_than:
            return ""
        if self.kind == "win":
            return f" unless the other side begins with {self._exceptions()}"
        return f" that begins otherwise than with {self._exceptions()}"

    def _exceptions(self, either: str = " or with ") -> str:
        return either.join(" ".join(stones) for stones in self.other_than)

    def _sentence_zh(self) -> str:
        if self.kind == "draw":
            return "雙方皆無法強制獲勝（和局）"
        assert self.side is not None
        side = SIDES_ZH[self.side]
        within = "" if self.turns is None else f"在 {self.turns} 手內"
        others = self._exceptions(" 或 ")
        if self.kind == "win":
            but = f"除非對方先下 {others}，否則" if self.other_than else ""
            return f"{but}{side}{within}獲勝"
        if self.kind == "hold":
            return f"{side}不敗"
        assert self.by is not None
        but = f"除以 {others} 開始外，" if self.other_than else ""
        return f"{but}{side}{within}沒有{CLASSES[self.by][1]}（{self.by}）的必勝著"


WANTED = {
    "win": {"kind", "side", "turns"},
    "hold": {"kind", "side"},
    "draw": {"kind"},
    "no-forcing-win": {"kind", "side", "by", "turns"},
}
MAY_HAVE = {"win": {"except"}, "no-forcing-win": {"except"}}
MOST_EXCEPTIONS = 16


def read_claim(raw: Mapping[str, object], rules: Geometry) -> StoneClaim:
    """Reads the header's claim for a winning-set game."""
    if rules.players != 2:
        raise RefusedError(f"claims are for two players; this game has {rules.players}")
    kind = raw.get("kind")
    if not isinstance(kind, str) or kind not in WANTED:
        raise RefusedError(
            f"there is no claim of kind {kind!r:.40}; there are: {', '.join(WANTED)}"
        )
    if set(raw) - MAY_HAVE.get(kind, set()) != WANTED[kind]:
        fields = ", ".join(sorted(WANTED[kind]))
        raise RefusedError(f"a claim of kind {kind!r:.40} has exactly these fields: {fields}")
    side, turns, by = raw.get("side"), raw.get("turns"), raw.get("by")
    if "side" in raw and side not in COLOURS[:2]:
        raise RefusedError(f"the claim's side must be black or white, not {side!r:.40}")
    counted = kind == "win" or turns is not None
    if counted and (type(turns) is not int or not 1 <= turns <= MOST_TURNS):
        raise RefusedError(f"the claim's turns must be 1 to {MOST_TURNS}, not {turns!r:.40}")
    if kind == "no-forcing-win":
        if not isinstance(by, str) or by not in CLASSES:
            raise RefusedError(f"the class {by!r:.40} is none of: {', '.join(CLASSES)}")
        if by == "vcf" and rules.stones != 1:
            raise RefusedError("the class 'vcf' is for games of one stone a turn")
    assert side is None or isinstance(side, str)
    assert turns is None or isinstance(turns, int)
    other_than = _exceptions(raw["except"], rules) if "except" in raw else ()
    return StoneClaim(kind, side, turns, by if isinstance(by, str) else None, other_than)


def _exceptions(raw: object, rules: Geometry) -> tuple[tuple[str, ...], ...]:
    """The first turns that a claim leaves out."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_EXCEPTIONS:
        raise RefusedError(f"a claim's exceptions are a list of 1 to {MOST_EXCEPTIONS} turns")
    found = []
    for stones in raw:
        most = max(rules.stones, rules.first)  # a first turn may have more than those to come
        if not isinstance(stones, list) or not 1 <= len(stones) <= most:
            raise RefusedError(f"an exception is a list of 1 to {most} cells")
        for name in stones:
            if not isinstance(name, str) or name not in rules.index:
                raise RefusedError(f"the exceptions name {name!r:.40}, which is no cell")
        if len(set(stones)) != len(stones):
            raise RefusedError("an exception names each of its cells once")
        found.append(tuple(stones))
    return tuple(found)
