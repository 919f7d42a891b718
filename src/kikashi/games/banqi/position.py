"""A position of Chinese dark chess: acts, flips as chance, and how a game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from kikashi.games.banqi import repetition
from kikashi.games.banqi.board import (
    BLACK,
    DOWN,
    EMPTY,
    LETTERS,
    PIECES,
    RED,
    Step,
    beats,
    moved,
    put,
    side_of,
    steps_of,
    without,
)
from kikashi.games.banqi.settings import Settings, settings_of
from kikashi.games.banqi.texts import Setup, write_setup
from kikashi.law import (
    CHANCE,
    GameError,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    Result,
)
from kikashi.law.contract import printable

STOP = "stop"
"""Ends a turn in which a piece could go on capturing."""
PLAYERS = ("first", "second")
COLOURS = ("red", "black")
SYMMETRIES = ("identity", "mirror", "flip", "rotate")
SQUARE_SYMMETRIES = (*SYMMETRIES, "transpose", "quarter", "three-quarters", "antitranspose")


@dataclass(frozen=True, eq=False, repr=False)
class BanqiPosition(Position):
    """A board, what lies face down on it, who moves, and what the rules of a draw remember."""

    chosen: tuple[tuple[str, str], ...]
    setup: Setup
    past: tuple[str, ...] = ()
    """The boards since the last capture or flip, the oldest first, this one left out."""
    steps: tuple[Step, ...] = ()
    """The moves between them."""

    @property
    def game(self) -> str:
        return "banqi"

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.chosen)

    @property
    def settings(self) -> Settings:
        return settings_of(self.chosen)

    @property
    def players(self) -> int:
        return 2

    @property
    def board(self) -> str:
        return self.setup.board

    @property
    def hidden(self) -> str:
        """The pieces that lie face down, in order: nobody knows which lies where."""
        return self.setup.hidden

    @property
    def mover(self) -> int:
        """The player whose turn it is, also while chance turns a piece for them."""
        return self.setup.mover

    @property
    def colour(self) -> int | None:
        """The mover's colour; None before the first flip."""
        return self.colour_of(self.mover)

    def colour_of(self, player: int) -> int | None:
        first = self.setup.first
        return None if first is None else first ^ player

    @property
    def to_move(self) -> int:
        return CHANCE if self.setup.turned is not None else self.mover

    @property
    def moves_left(self) -> int:
        return 0 if self.result() else 1

    # --- what may be done ------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        if self.setup.turned is not None:
            return tuple(outcome.move for outcome in self.outcomes())
        return () if self.result() else tuple(self._acts())

    def outcomes(self) -> tuple[Outcome, ...]:
        """Each kind that still lies face down, weighted by how many of it there are."""
        if self.setup.turned is None:
            return ()
        counts = Counter(self.hidden)
        return tuple(Outcome(letter, counts[letter]) for letter in LETTERS if counts[letter])

    def _acts(self) -> Iterator[Move]:
        """Flips in the order of the cells, then moves in the order of both cells."""
        names = self.settings.form.names
        if self.setup.chain is None:
            yield from (names[cell] for cell, piece in enumerate(self.board) if piece == DOWN)
        for start, end in self.moves():
            yield f"{names[start]}-{names[end]}"
        if self.setup.chain is not None:
            yield STOP

    def moves(self) -> Iterator[Step]:
        """All that the mover's pieces may do, whether the game is over or not."""
        colour, form, ways = self.colour, self.settings.form, self.settings.ways
        if colour is None:
            return
        chain = self.setup.chain
        for start, piece in enumerate(self.board):
            if piece in PIECES[colour] and chain in (None, start):
                for end in sorted(steps_of(self.board, form, start, ways)):
                    if chain is None or self.board[end] != EMPTY:
                        yield start, end

    # --- playing ---------------------------------------------------------------------------------

    def play(self, move: Move) -> Self:
        if self.setup.turned is not None:
            return self._turn_up(move)
        if self.result():
            raise IllegalMoveError("the game is over")
        if move == STOP and self.setup.chain is not None:
            return self._next(self.setup._replace(chain=None))
        cell_of = self.settings.form.cell_of
        words = move.split("-")
        cells = [cell_of.get(word) for word in words]
        if len(cells) not in (1, 2) or None in cells:
            raise IllegalMoveError(
                f"a cell to flip such as {self.settings.form.names[0]}, or a move such as a3-a4, "
                f"was expected, not {printable(move)!r}"
            )
        start = cells[0]
        assert start is not None
        if len(cells) == 1:
            return self._flip(start)
        end = cells[1]
        assert end is not None
        why = self._why_not(start, end)
        if why:
            raise IllegalMoveError(f"{move}: {why}")
        return self.with_step((start, end))

    def _flip(self, cell: int) -> Self:
        name = self.settings.form.names[cell]
        if self.setup.chain is not None:
            raise IllegalMoveError(f"a piece has captured; it captures on, or '{STOP}' ends it")
        if self.board[cell] != DOWN:
            raise IllegalMoveError(f"there is nothing face down on {name}")
        setup = self.setup._replace(turned=cell, quiet=0)
        return replace(self, setup=setup, past=(), steps=())

    def _why_not(self, start: int, end: int) -> str:
        names, piece = self.settings.form.names, self.board[start]
        if piece in (EMPTY, DOWN):
            return f"there is no face-up piece on {names[start]}"
        if self.colour is None or side_of(piece) != self.colour:
            return f"the piece on {names[start]} is not the mover's"
        if self.setup.chain is not None and (start != self.setup.chain or self.board[end] == EMPTY):
            return f"only further captures by the piece on {names[self.setup.chain]} are left"
        if end not in steps_of(self.board, self.settings.form, start, self.settings.ways):
            return f"the piece on {names[start]} cannot go to {names[end]}"
        return ""

    def with_step(self, step: Step) -> Self:
        """The position after a move that is known to be legal."""
        start, end = step
        taken = self.board[end]
        if taken == DOWN:
            setup = self.setup._replace(turned=end, striker=start, chain=None, quiet=0)
            return replace(self, setup=setup, past=(), steps=())
        board = moved(self.board, start, end)
        if taken == EMPTY:
            made = replace(self, past=(*self.past, self.board), steps=(*self.steps, step))
            return made._next(self.setup._replace(board=board, quiet=self.setup.quiet + 1))
        return self._captured(self.setup._replace(board=board, quiet=0), end)

    def _captured(self, setup: Setup, end: int) -> Self:
        """After a capture: the same piece may go on, where that is played and it can."""
        made = replace(self, setup=setup._replace(chain=end), past=(), steps=())
        if self.settings.chain and not made._bare() and next(made.moves(), None):
            return made
        return made._next(setup._replace(chain=None))

    def _next(self, setup: Setup) -> Self:
        return replace(self, setup=setup._replace(mover=1 - setup.mover))

    def _turn_up(self, letter: Move) -> Self:
        """Chance shows what lay face down."""
        cell, striker = self.setup.turned, self.setup.striker
        assert cell is not None
        if len(letter) != 1 or letter not in self.hidden:
            raise IllegalMoveError(
                f"chance turns up one of {', '.join(sorted(set(self.hidden)))}, "
                f"not {printable(letter)!r}"
            )
        first = self.setup.first
        if first is None:
            first = side_of(letter) ^ self.mover
        setup = self.setup._replace(
            board=put(self.board, cell, letter),
            hidden=without(self.hidden, letter),
            first=first,
            turned=None,
            striker=None,
            quiet=0,
        )
        if striker is not None and self._strike_takes(striker, cell, letter):
            return self._captured(setup._replace(board=moved(setup.board, striker, cell)), cell)
        return self._next(setup)

    def _strike_takes(self, striker: int, cell: int, letter: str) -> bool:
        piece = self.board[striker]
        if side_of(piece) == side_of(letter):
            return False
        near = cell in [ray[0] for ray in self.settings.form.rays[striker] if ray]
        rushed = piece.upper() == "R" and not near and self.settings.ways.rush == "any"
        return rushed or beats(piece, letter)

    # --- how it ends -----------------------------------------------------------------------------

    def result(self) -> Result | None:
        return self._result

    def _bare(self) -> bool:
        """Whether a colour has no piece left, face up or face down."""
        left = self.board + self.hidden
        return not all(any(letter in left for letter in PIECES[side]) for side in (RED, BLACK))

    @cached_property
    def _result(self) -> Result | None:
        if self.setup.turned is not None or self.setup.first is None:
            return None
        left = self.board + self.hidden
        for colour in (RED, BLACK):
            if not any(letter in left for letter in PIECES[colour]):
                return self._won(self.setup.first ^ colour ^ 1, "no-pieces")
        if self.setup.chain is not None:
            return None
        if DOWN not in self.board and next(self.moves(), None) is None:
            return self._won(1 - self.mover, "no-move")
        if self.settings.plies and self.setup.quiet >= self.settings.plies:
            return Result((0, 0), "no-progress")
        boards = (*self.past, self.board)
        plies = repetition.loop(boards, self.settings)
        if plies is None:
            return None
        if self.settings.chase_loses:
            form, ways = self.settings.form, self.settings.ways
            last, steps = boards[-plies - 1 :], self.steps[-plies:]
            guilty = repetition.chasers(last, steps, form, ways)
            if len(guilty) == 1:
                return self._won(self.setup.first ^ guilty.pop() ^ 1, "long-chase")
        return Result((0, 0), "repetition")

    def _won(self, player: int, reason: str) -> Result:
        return Result((1, -1) if player == 0 else (-1, 1), reason)

    # --- texts, keys, symmetries -----------------------------------------------------------------

    def to_text(self) -> str:
        names = self.settings.form.names
        if not self.past:
            return write_setup(self.setup, self.settings.form)
        count = len(self.past)
        first = self.setup._replace(
            board=self.past[0],
            mover=self.mover ^ (count & 1),
            quiet=self.setup.quiet - count,
        )
        line = " ".join(f"{names[start]}-{names[end]}" for start, end in self.steps)
        return f"{write_setup(first, self.settings.form)} moves {line}"

    def key(self) -> Hashable:
        return (self.game, self.chosen, self.setup._replace(quiet=0))

    def history_key(self) -> Hashable:
        return (self.key(), self.setup.quiet, self.past)

    def symmetries(self) -> tuple[str, ...]:
        form = self.settings.form
        return SQUARE_SYMMETRIES if form.files == form.ranks else SYMMETRIES

    def _map(self, symmetry: str) -> list[int]:
        """To which cell each cell goes."""
        if symmetry not in self.symmetries():
            raise GameError(f"{self.game} has no symmetry called {symmetry!r}")
        form = self.settings.form
        right, up = form.files - 1, form.ranks - 1
        ways = {
            "identity": lambda f, r: (f, r),
            "mirror": lambda f, r: (right - f, r),
            "flip": lambda f, r: (f, up - r),
            "rotate": lambda f, r: (right - f, up - r),
            "transpose": lambda f, r: (r, f),
            "quarter": lambda f, r: (r, right - f),
            "three-quarters": lambda f, r: (up - r, f),
            "antitranspose": lambda f, r: (up - r, right - f),
        }
        cells = range(len(self.board))
        places = [ways[symmetry](cell % form.files, cell // form.files) for cell in cells]
        return [form.files * rank + file for file, rank in places]

    def transform(self, symmetry: str) -> Self:
        to = self._map(symmetry)

        def seen(board: str) -> str:
            cells = [EMPTY] * len(board)
            for cell, piece in enumerate(board):
                cells[to[cell]] = piece
            return "".join(cells)

        def place(cell: int | None) -> int | None:
            return None if cell is None else to[cell]

        setup = self.setup
        return replace(
            self,
            setup=setup._replace(
                board=seen(setup.board),
                turned=place(setup.turned),
                striker=place(setup.striker),
                chain=place(setup.chain),
            ),
            past=tuple(map(seen, self.past)),
            steps=tuple((to[start], to[end]) for start, end in self.steps),
        )

    def transform_move(self, symmetry: str, move: Move) -> Move:
        to, form = self._map(symmetry), self.settings.form
        if self.setup.turned is not None or move == STOP:
            return move
        return "-".join(form.names[to[form.cell_of[word]]] for word in move.split("-"))


def banqi_of(position: Position) -> BanqiPosition:
    """The same position, known to be dark chess; for parts that the house hands positions to."""
    if not isinstance(position, BanqiPosition):
        raise GameError(f"a position of dark chess is needed, not of {position.game}")
    return position
