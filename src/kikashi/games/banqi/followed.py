"""A game as a server tells it, whose rules of a draw need not be ours.

The server is always right: where it goes on after our rules would have drawn, the game goes on; a
board set up in mid-game does not say who moves, so that both are followed until something tells;
and where a server does not send our own act back, its next act shows that it was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kikashi.games.banqi.board import BLACK, DOWN, EMPTY, LETTERS, RED
from kikashi.games.banqi.position import COLOURS, BanqiPosition, banqi_of
from kikashi.games.banqi.texts import Setup, must_fit
from kikashi.law import GameError, IllegalMoveError, Move, Position

_LAST_WORDS = ("no-pieces", "no-move")
"""How a game ends under anybody's rules."""


class Followed:
    """What is known of the game, from the start that it was begun with."""

    def __init__(self, start: Position) -> None:
        self.begin(start)

    def begin(self, start: Position) -> None:
        """A new game."""
        self.start = banqi_of(start)
        self._open: list[BanqiPosition] = [self.start]
        """The position; two where either side may be to move."""
        self._own: Move | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was played since the start."""
        return self._open != [self.start]

    def set_up(self, board: Sequence[str], counts: Sequence[int]) -> None:
        """A board from the top left cell on, `-` empty, and how many of each piece there are.

        Some servers count what lies face down, some all that are left: the board tells which.
        """
        form = self.start.settings.form
        wrong = [one for one in board if len(one) != 1 or one not in LETTERS + DOWN + "-"]
        if len(board) != len(form.names) or wrong or len(counts) != len(LETTERS):
            raise GameError(
                f"{len(form.names)} cells (letters, {DOWN} or -) and {len(LETTERS)} numbers of "
                f"pieces were expected"
            )
        rows = [board[at : at + form.files] for at in range(0, len(board), form.files)]
        cells = "".join("".join(row) for row in reversed(rows)).replace("-", EMPTY)
        there = Counter(dict(zip(LETTERS, counts, strict=True)))
        if sum(counts) != cells.count(DOWN):
            there.subtract(letter for letter in cells if letter in LETTERS)
        if min(there.values()) < 0:
            raise GameError("there are more pieces on the board than were counted")
        hidden = "".join(letter * there[letter] for letter in LETTERS)
        colours = (None,) if cells == DOWN * len(cells) else (RED, BLACK)
        setups = [Setup(cells, hidden, 0, colour, 0) for colour in colours]
        for setup in setups:
            must_fit(setup, self.start.settings)
        self._open = [replace(self.start, setup=setup, past=(), steps=()) for setup in setups]
        self._own = None

    def answered(self, act: Move) -> None:
        """What we chose: it counts once the server sends it, or acts as if it had."""
        self._own = act

    def play(self, acts: Sequence[Move]) -> None:
        """A move, or a flip and what it showed, of whoever is to move."""
        after, refusal = self._tried(acts)
        if not after and self._own and "-" in self._own:
            after, _ = self._tried((self._own, *acts))
        if not after:
            raise refusal or IllegalMoveError("nobody can act so here")
        self._open, self._own = after, None

    def _tried(self, acts: Sequence[Move]) -> tuple[list[BanqiPosition], GameError | None]:
        after: list[BanqiPosition] = []
        refusal: GameError | None = None
        for position in self._open:
            try:
                reached = position
                for act in acts:
                    reached = _going_on(reached).play(act)
                after.append(reached)
            except GameError as why:
                refusal = refusal or why
        return after, refusal

    def position(self, colour: str = "") -> BanqiPosition:
        """What is to be thought about, the asked colour to move."""
        here = self._open[0]
        if colour in COLOURS:
            wanted = COLOURS.index(colour)
            fitting = [one for one in self._open if one.colour == wanted]
            if fitting:
                here = fitting[0]
            elif here.colour is not None:
                # The server says whose turn it is.
                setup = here.setup._replace(mover=1 - here.mover, quiet=0)
                here = replace(here, setup=setup, past=(), steps=())
            self._open = [here]
        return _going_on(here)


def _going_on(position: BanqiPosition) -> BanqiPosition:
    """The same board without its past, if only that ended the game under our rules."""
    result = position.result()
    if result is None or result.reason in _LAST_WORDS:
        return position
    return replace(position, setup=position.setup._replace(quiet=0), past=(), steps=())
