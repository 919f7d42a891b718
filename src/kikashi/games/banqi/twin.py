"""The fast double of the law: words outside, cell numbers inside.

Who loses by a long chase is asked of the law: that happens once a game, and it needs no speed.
House rules have no double.
"""

from __future__ import annotations

from kikashi import _native
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.law import CHANCE, GameError, IllegalMoveError, Move, Position, Result
from kikashi.law.twins import Progress, TwinBesideLaw, counted

OPEN = 2
"""The native colour of a side that has not flipped yet."""


def native_position(position: BanqiPosition) -> _native.BanqiPosition:
    """The native form of a position, with the history that repetition needs."""
    settings, setup = position.settings, position.setup
    if settings.house_rules:
        raise GameError("the computer knows the rules of contests alone, not chain, blind and rush")
    count = len(position.past)
    mover = setup.mover ^ (count & 1)
    colour = OPEN if setup.first is None else setup.first ^ mover
    made = _native.BanqiPosition(
        settings.form.files,
        settings.form.ranks,
        position.past[0] if count else position.board,
        position.hidden,
        colour,
        setup.quiet - count,
        settings.occurrences,
        settings.cycle,
        settings.plies,
    )
    for start, end in position.steps:
        made.play(start, end)
    if setup.turned is not None:
        made.play(setup.turned, setup.turned)
    return made


class BanqiTwin(TwinBesideLaw[BanqiPosition, _native.BanqiPosition]):
    """Plays on one position and takes back; see `kikashi.law.Twin`."""

    def __init__(self, position: BanqiPosition) -> None:
        super().__init__(position, native_position(position))

    def legal_moves(self) -> list[Move]:
        if self._native.turned >= 0:
            return list(dict.fromkeys(self._native.hidden()))
        return [] if self.result() else self._acts()

    def _acts(self) -> list[Move]:
        names = self._law[-1].settings.form.names
        flips = [names[cell] for cell in sorted(self._native.flips())]
        return flips + [
            f"{names[start]}-{names[end]}" for start, end in sorted(self._native.moves())
        ]

    def play(self, move: Move) -> None:
        if self.result():
            raise IllegalMoveError("the game is over")
        try:
            if self._native.turned >= 0:
                self._native.turn_up(move)
            else:
                cell_of = self._law[-1].settings.form.cell_of
                cells = [cell_of.get(word, -1) for word in move.split("-")]
                if len(cells) > 2 or (len(cells) == 2 and cells[0] == cells[1]):
                    raise IllegalMoveError(f"{move[:20]!r} is no move")
                self._native.play(cells[0], cells[-1])
        except ValueError as refusal:
            raise IllegalMoveError(f"{move[:20]!r}: {refusal}") from None
        self._law.append(self._law[-1].play(move))

    def _player_of(self, colour: int) -> int:
        first = self._law[-1].setup.first
        assert first is not None
        return first ^ colour

    def to_move(self) -> int:
        if self._native.turned >= 0:
            return CHANCE
        colour = self._native.colour
        return 0 if colour == OPEN else self._player_of(colour)

    def moves_left(self) -> int:
        return 0 if self.result() else 1

    def result(self) -> Result | None:
        native = self._native
        if native.turned >= 0 or native.colour == OPEN:
            return None
        for colour in (0, 1):
            if native.left(colour) == 0:
                return _won(self._player_of(1 - colour), "no-pieces")
        if not native.flips() and not native.moves():
            return _won(1 - self.to_move(), "no-move")
        plies = self._law[-1].settings.plies
        if plies and native.quiet >= plies:
            return Result((0, 0), "no-progress")
        return self._law[-1].result() if native.circled else None

    def perft(self, depth: int, turns: bool = False, progress: Progress | None = None) -> int:
        """Sequences of `depth` acts and outcomes of chance; `turns` changes nothing here."""
        del turns
        return counted(self._native, depth, progress)


def _won(player: int, reason: str) -> Result:
    return Result((1, -1) if player == 0 else (-1, 1), reason)


def twin(position: Position) -> BanqiTwin:
    """What the room offers as its twin."""
    return BanqiTwin(banqi_of(position))
