"""What a certificate may claim about a stone: that it falls, is saved, or stands for ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kikashi.games.go.board import EMPTY, STONES
from kikashi.games.go.position import COLOURS, GoPosition
from kikashi.proofs.refusal import RefusedError

KINDS = ("capture", "save", "live")
FIELDS = {"kind", "side", "target", "own", "other"}
MOST_THREATS = 100
MOST_LIBERTIES = 50
SIDES_ZH = {"black": "黑", "white": "白"}


@dataclass(frozen=True)
class LocalClaim:
    """`side` takes or keeps the stone on `target`, with `own` threats against `other`."""

    kind: str
    side: str
    target: str
    own: int
    """Threats of the side that claims."""
    other: int | None
    """Of the other side; None: any number, as long as it is finite."""
    liberties: int = 0
    """Of `save`: so many with the attacker to move are enough."""
    but: tuple[str, ...] = ()
    """First moves of the other side, who is to move, after which nothing is claimed."""

    @property
    def fields(self) -> Mapping[str, object]:
        made: dict[str, object] = {
            "kind": self.kind,
            "side": self.side,
            "target": self.target,
            "own": self.own,
            "other": self.other,
        }
        if self.kind == "save":
            made["liberties"] = self.liberties
        if self.but:
            made["but"] = list(self.but)
        return made

    def loose_sentence(self) -> str:
        return self.sentence()

    def sentence(self, language: str = "en") -> str:
        if language == "zh-Hant":
            does = {
                "capture": f"吃 {self.target}",
                "save": f"救 {self.target}（達 {self.liberties} 氣或永不被吃）",
                "live": f"使 {self.target} 永不被吃",
            }[self.kind]
            others = "任意多" if self.other is None else self.other
            unless = f"，除非對方先下 {' 或 '.join(self.but)}" if self.but else ""
            return f"{SIDES_ZH[self.side]}方{does}：己方劫材 {self.own}，對方 {others}{unless}"
        liberties = "1 liberty" if self.liberties == 1 else f"{self.liberties} liberties"
        threats = f"{self.own} ko threat{'s' * (self.own != 1)}"
        does = {
            "capture": f"captures {self.target}",
            "save": f"saves {self.target} ({liberties}, or never taken)",
            "live": f"keeps {self.target} from ever being taken",
        }[self.kind]
        others = "any number of" if self.other is None else str(self.other)
        unless = f", unless the other side begins at {' or '.join(self.but)}" if self.but else ""
        return f"{self.side} {does}, with {threats} against {others}{unless}"


def read_claim(raw: Mapping[str, object], start: GoPosition) -> LocalClaim:
    """The claim of a certificate about `start`; RefusedError if it has no meaning there."""
    kind = raw.get("kind")
    wanted = FIELDS | ({"liberties"} if kind == "save" else set())
    if kind not in KINDS or set(raw) - {"but"} != wanted:
        raise RefusedError(
            "the claim must be of kind capture, save (with liberties) or live, with side, target, "
            "own and other"
        )
    if start.agreement is not None or start.now.left or start.result() is not None:
        raise RefusedError("such a claim is about a position in which stones are being played")
    target, side = raw["target"], raw["side"]
    cell = start.on.index.get(target) if isinstance(target, str) else None
    if cell is None or start.board[cell] == EMPTY:
        raise RefusedError("the claim's target must be a point with a stone")
    owner = COLOURS[STONES.index(start.board[cell])]
    if side not in COLOURS or (side == owner) != (kind != "capture"):
        raise RefusedError("a stone is captured by the other side and kept by its own")
    own, other = raw["own"], raw["other"]
    if not _natural(own, MOST_THREATS) or not (other is None or _natural(other, MOST_THREATS)):
        raise RefusedError(f"threats are whole numbers from 0 to {MOST_THREATS}; other may be null")
    liberties = raw.get("liberties", 2)
    if not _natural(liberties, MOST_LIBERTIES) or liberties == 0:
        raise RefusedError(f"liberties are a whole number from 1 to {MOST_LIBERTIES}")
    assert isinstance(own, int)
    assert other is None or isinstance(other, int)
    assert isinstance(liberties, int)
    return LocalClaim(
        str(kind),
        str(side),
        str(target),
        own,
        other,
        liberties if kind == "save" else 0,
        _but(raw["but"], start, str(side)) if "but" in raw else (),
    )


def _but(raw: object, start: GoPosition, side: str) -> tuple[str, ...]:
    """First moves that a claim says nothing of: empty points, in the order of the board."""
    known = start.on.index
    named = [move for move in raw if isinstance(move, str)] if isinstance(raw, list) else []
    cells = [known.get(move, -1) for move in named]
    if (
        not isinstance(raw, list)
        or not raw
        or len(named) != len(raw)
        or cells != sorted(set(cells))
    ):
        raise RefusedError("'but' is a list of points, each once, in the order of the board")
    if cells[0] < 0 or any(start.board[cell] != EMPTY for cell in cells):
        raise RefusedError("'but' names empty points")
    if COLOURS[start.to_move] == side:
        raise RefusedError("'but' names first moves of the other side, who must be to move")
    return tuple(named)


def _natural(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most
