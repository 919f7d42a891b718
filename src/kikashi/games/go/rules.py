"""The law of Go as a room: options, start and texts. Positions are in `position`."""

from __future__ import annotations

from kikashi.games.go.board import STONES, grid
from kikashi.games.go.position import COLOURS, GoPosition
from kikashi.games.go.presets import OPTIONS, check_handicap, fixed_handicap
from kikashi.games.go.setup import Setup, read_setup
from kikashi.law import (
    BadTextError,
    Capabilities,
    IllegalMoveError,
    Options,
    Position,
    Room,
)
from kikashi.law.values import size_of

LEVELS = tuple(str(number) for number in range(1, 11))
"""Of the room's engine; `kikashi.play.levels` gives them their names."""
METHODS = ("capture", "save", "life", "ko-dag", "race", "connect", "cut")
"""Of the room's reading, about a stone that is named."""
MAX_TEXT = 60_000
"""Characters of a position text: the longest game that the law allows is shorter."""


class Go(Room):
    id = "go"
    names = {"en": "Go", "zh-Hant": "圍棋"}
    options = OPTIONS
    longest_text = MAX_TEXT
    example = "q16 d4 q4 d16 o3 r6 r5 q6 o6 f3"

    def check_options(self, options: Options) -> None:
        check_handicap(options)

    def start(self, options: Options | None = None) -> GoPosition:
        chosen = self.normal_options(options)
        on, count = grid(size_of(chosen["size"])[0]), int(chosen["handicap"])
        if count == 0:
            first = Setup(on.empty)
        elif chosen["placement"] == "free":
            first = Setup(on.empty, left=count)
        else:
            stones = fixed_handicap(on, count)
            board = "".join(
                STONES[0] if at in stones else empty for at, empty in enumerate(on.empty)
            )
            first = Setup(board, mover=1)
        return GoPosition(tuple(chosen.items()), first, usual=True, now=first)

    def from_text(self, text: str, options: Options | None = None) -> GoPosition:
        """Moves from the start, or `setup ...`, after which `moves` and moves may follow."""
        if len(text) > MAX_TEXT:
            raise BadTextError(
                f"a position text has at most {MAX_TEXT} characters, not {len(text)}"
            )
        first = self.start(options)
        words = text.replace(",", " ").split()
        if words[:1] == ["setup"]:
            setup, marked, line = text.partition(" moves ")
            given = read_setup(setup.split()[1:], first.on)
            first = GoPosition(first.chosen, given, usual=given == first.first, now=given)
            words = line.replace(",", " ").split() if marked else []
        try:
            return first.play_all(words)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def ending(self, position: Position, reason: str, language: str = "en") -> str:
        if reason != "counted" or not isinstance(position, GoPosition):
            return super().ending(position, reason, language)
        halves = abs(position.score().margin)
        which = {0: ".even", 2: ".one"}.get(halves, "")
        points = halves // 2 if halves % 2 == 0 else halves / 2
        return self.say(f"ending.counted{which}", language, points=points)

    def player_names(self, options: Options) -> tuple[str, ...]:
        self.normal_options(options)
        return COLOURS

    def capabilities(self, options: Options) -> Capabilities:
        self.normal_options(options)
        twin = self.has_part("twin")
        return Capabilities(
            players=2,
            cycles=True,
            twin=twin,
            levels=LEVELS if twin and self.has_part("engine") else (),
            protocols=("gtp",),
            provers=METHODS if twin and self.has_part("provers") else (),
            claims=tuple(kind.name for kind in self.claims),
        )
