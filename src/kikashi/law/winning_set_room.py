"""What the rooms of the winning-set family share; a room adds its options and its geometry."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property, lru_cache

from kikashi.law import winning_sets
from kikashi.law.capabilities import Capabilities, ClaimKind, Options
from kikashi.law.contract import Position
from kikashi.law.room import Room
from kikashi.law.winning_sets import COLOURS, Geometry, StonePosition

CLAIMS = (
    ClaimKind("win", {"en": "a side wins within n of its turns", "zh-Hant": "一方在 n 手內獲勝"}),
    ClaimKind("hold", {"en": "a side does not lose", "zh-Hant": "一方不敗"}),
    ClaimKind("draw", {"en": "neither side can win", "zh-Hant": "雙方皆無法獲勝（和局）"}),
    ClaimKind(
        "no-forcing-win",
        {
            "en": "a side has no win of the named class within n of its turns",
            "zh-Hant": "一方在 n 手內沒有指定種類的必勝著",
        },
    ),
)


LEVELS = tuple(str(number) for number in range(1, 11))
"""What the rooms with an engine offer; `kikashi.play.levels` says what each is."""


class WinningSetRoom(Room):
    """A game of cells and winning sets."""

    claims = CLAIMS
    family = ("kikashi.stones.proofs", "kikashi.stones")

    @abstractmethod
    def geometry(self, options: Options) -> Geometry:
        """Builds the board for options in their normal form."""

    @cached_property
    def _boards(self) -> Callable[[tuple[tuple[str, str], ...]], Geometry]:
        # Bounded: options come from strangers too, and a board of every kind is a lot of memory.
        return lru_cache(maxsize=32)(lambda chosen: self.geometry(dict(chosen)))

    def start(self, options: Options | None = None) -> StonePosition:
        normal = self.normal_options(options)
        return winning_sets.start(self.id, self._boards(tuple(normal.items())), normal)

    def from_text(self, text: str, options: Options | None = None) -> StonePosition:
        return winning_sets.from_text(text, self.start(options))

    def player_names(self, options: Options) -> tuple[str, ...]:
        return COLOURS[: self.start(options).players]

    def capabilities(self, options: Options) -> Capabilities:
        rules = self.start(options).rules
        two = rules.players == 2
        provers = ("vcf", "vct") if rules.stones == 1 else ("vcdt", "vcst")
        return Capabilities(
            players=rules.players,
            # With three players an extra stone of mine may turn the others against me.
            monotone=two,
            twin=True,
            provers=provers if two else (),
            levels=LEVELS if two else (),
            protocols=protocols_for(rules),
            claims=tuple(kind.name for kind in self.claims) if two else (),
        )


WIDEST = 25
"""Columns that have a letter in every protocol."""


def protocols_for(rules: Geometry) -> tuple[str, ...]:
    """The protocols that can speak of such a game, its own first."""
    points = rules.coordinates
    columns, rows = (1 + max(point[at] for point in points) for at in (0, -1))
    flat = all(len(point) == 2 for point in points) and len(points) == columns * rows
    if rules.players != 2 or not flat or max(columns, rows) > WIDEST:
        return ()
    own = {1: ("gomocup",), 2: ("cloudict",)}.get(rules.stones, ())
    return (*(own if rules.first == 1 else ()), "gtp")


def stones_of(position: Position) -> StonePosition:
    """The same position, known to be of the family; for parts that rooms hand positions to."""
    if not isinstance(position, StonePosition):
        raise TypeError(f"{position.game} is not a winning-set game")
    return position
