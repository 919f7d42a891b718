"""Cloudict lines: Connect6 programs that place two stones a turn, two letters a stone.

`new black` and `new white` start a game and say which side the engine is; `move XXXX` is the
opponent's turn and asks for ours; `black XXXX` and `white XXXX` place stones; `next` asks for the
turn of the side that did not place the last ones. Every turn of ours is `move XXXX`.
"""

from __future__ import annotations

from kikashi.law import GameError, IllegalMoveError, Move, Position
from kikashi.protocols.boards import PAIR_LETTERS, place
from kikashi.protocols.engine import StoneEngine

SIDES = ("black", "white")
HELP = (
    "name         the engine's name",
    "new black    a new game in which the engine plays black, and its first stone",
    "new white    a new game in which the engine plays white",
    "move XXXX    the opponent's turn; the engine answers with its own",
    "black XXXX   places black stones (also: white XXXX)",
    "next         the engine plays for the side whose turn it is",
    "depth D      taken and kept; the level decides how far the engine looks",
    "vcf, unvcf   with or without forcing search where the level allows it",
    "print        the board",
    "quit         goodbye",
)


def fits(first: int, stones: int) -> str:
    """Why this protocol cannot speak of a game; empty where it can."""
    if stones != 2 or first != 1:
        return "Cloudict lines are for games of two stones a turn, one in the first"
    return ""


class CloudictEngine(StoneEngine):
    """The engine's side."""

    words_that_leave = ("quit", "exit")

    def prepare(self) -> None:
        why = fits(*self.part.turn_stones(self.start))
        if why:
            raise GameError(why)
        self.position = self.start
        self.side: int | None = None
        self.depth = 0

    def obey(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        word, rest = words[0].lower(), words[1:]
        if word in self.words_that_leave:
            self.finished = True
        elif word == "name":
            self.say(f"name {self.name}")
        elif word == "new":
            self._new(rest)
        elif word in ("black", "white"):
            self._place(SIDES.index(word), self._stones(rest))
        elif word == "move":
            self._answer_move(self._stones(rest))
        elif word == "next":
            self._play(self.position.to_move)
        elif word == "depth":
            self._depth(rest)
        elif word in ("vcf", "unvcf", "stop"):
            pass  # the level decides; programs send these without waiting for a word
        elif word == "print":
            self._print()
        elif word == "help":
            for text in HELP:
                self.say(text)
        else:
            raise GameError(f"unknown command {word[:40]!r}; 'help' lists those there are")

    def refuse(self, line: str, why: str) -> None:  # noqa: ARG002 - the sentence says enough
        self.say(f"error {why}")

    def _new(self, rest: list[str]) -> None:
        colour = rest[0].lower() if rest else ""
        if colour not in ("black", "white"):
            raise GameError("a new game needs the engine's side: new black or new white")
        self.new_game(self.start)
        self.position = self.start
        self.side = SIDES.index(colour)
        if colour == "black":
            self._play(0)

    def _stones(self, rest: list[str]) -> tuple[Move, ...]:
        """`JJ`, `JJKK` or `JJ KK`; one stone written twice is one stone."""
        cells = self.board.from_pairs("".join(rest))
        if len(cells) > 2:
            raise IllegalMoveError("a turn has two stones at most")
        return cells[:1] if len(set(cells)) == 1 else cells

    def _place(self, player: int, cells: tuple[Move, ...]) -> None:
        if self.position.result() is not None:
            raise GameError("the game is over; 'new' starts another")
        self.position = place(self.position, player, cells)

    def _answer_move(self, cells: tuple[Move, ...]) -> None:
        """The opponent is the side that we are not; before `new`, whoever is to move."""
        opponent = self.position.to_move if self.side is None else 1 - self.side
        self._place(opponent, cells)
        if self.position.result() is None:
            self._play(1 - opponent)

    def _play(self, player: int) -> None:
        first = not any(self.part.stones(self.position)) and player == 0
        stones = self.part.turn_stones(self.position)[0 if first else 1]
        if not (self.position.to_move == player and self.position.moves_left == stones):
            self.position = self.part.given_move(self.position, player, stones)
        if first and self._centre() in self.position.legal_moves():
            turn: tuple[Move, ...] = (self._centre(),)  # hosts of this protocol expect `move JJ`
        else:
            turn = self.turn(self.position)
        before = self.position
        self.position = place(self.position, player, turn)
        self.side = player
        self.say(f"move {self.board.pairs(self._padded(before, turn))}")

    def _centre(self) -> Move:
        return self.board.from_pairs(
            PAIR_LETTERS[self.board.columns // 2] + PAIR_LETTERS[self.board.rows // 2]
        )[0]

    @staticmethod
    def _padded(before: Position, turn: tuple[Move, ...]) -> tuple[Move, ...]:
        """A win with a stone to spare still says two stones: hosts read four letters."""
        spare = [cell for cell in before.legal_moves() if cell not in turn]
        return (*turn, *spare[: max(0, before.moves_left - len(turn))])

    def _depth(self, rest: list[str]) -> None:
        if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 4):
            raise GameError("depth needs a number")
        self.depth = int(rest[0])

    def _print(self) -> None:
        letters = PAIR_LETTERS
        marked = dict.fromkeys(self.part.points(self.position).cells, ".")
        for mark, cells in zip("XO", self.part.stones(self.position), strict=True):
            marked |= dict.fromkeys(cells, mark)
        self.say("  " + " ".join(letters[: self.board.columns]))
        for row in reversed(range(self.board.rows)):
            marks = []
            for column in range(self.board.columns):
                marks.append(marked[self.board.from_pairs(letters[column] + letters[row])[0]])
            self.say(f"{letters[row]} {' '.join(marks)}")
