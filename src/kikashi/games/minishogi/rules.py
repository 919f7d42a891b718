"""The law of minishogi: positions, results, the room. How pieces move is in `board`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from kikashi.games.minishogi.board import (
    CELL_OF,
    DROP,
    EMPTY,
    HAND,
    NAMES,
    PIECES,
    SENTE,
    SIZE,
    Hands,
    Step,
    has_legal_step,
    held,
    in_check,
    is_legal,
    legal_steps,
    moved,
    targets,
)
from kikashi.games.minishogi.sfen import START, Sfen, read_sfen, write_sfen
from kikashi.law import (
    BadTextError,
    Capabilities,
    ClaimKind,
    GameError,
    IllegalMoveError,
    Move,
    Option,
    Options,
    Position,
    Result,
    Room,
)
from kikashi.law.contract import printable
from kikashi.law.values import one_of

MIRROR = "mirror"
OCCURRENCES = 4
"""The game ends when a position stands on the board for this time."""

USI_MOVE = re.compile(r"(?:([1-5][a-e])|([RBGSPrbgsp])\*)([1-5][a-e])(\+?)")
UCI_MOVE = re.compile(r"(?:([a-e][1-5])|([RBGSPrbgsp])@)([a-e][1-5])(\+?)")
"""A drop is also read with a small letter: what people type may come in lower case."""


def _cell(name: str) -> int:
    """A cell as USI names it (`5e`), or as UCI does (`a1`)."""
    return CELL_OF[name] if name in CELL_OF else SIZE * (int(name[1]) - 1) + "abcde".index(name[0])


def step_of(move: Move) -> Step:
    """A move as USI writes it (`2e3d`, `P*3c`, `2b2a+`); the forms of UCI are read too."""
    word = move.strip()
    found = USI_MOVE.fullmatch(word) or UCI_MOVE.fullmatch(word)
    if found is None:
        raise IllegalMoveError(
            "a move looks like 2e3d, 2b2a+ (promoting) or P*3c (a drop), "
            f"files 1-5 and ranks a-e: {printable(move)!r}"
        )
    start, dropped, end, promotes = found.groups()
    first = DROP + HAND.index(dropped.upper()) if dropped else _cell(start)
    return Step(first, _cell(end), bool(promotes))


def move_of(step: Step) -> Move:
    """A move as USI writes it: the words of this game."""
    first = f"{HAND[step.start - DROP]}*" if step.drops else NAMES[step.start]
    return f"{first}{NAMES[step.end]}{'+' * step.promotes}"


@dataclass(frozen=True, eq=False, repr=False)
class MinishogiPosition(Position):
    """A board, two hands, the side to move, and what the repetition rule remembers."""

    chosen: tuple[tuple[str, str], ...]
    sfen: Sfen
    past: tuple[tuple[str, Hands], ...] = ()
    """All boards and hands before this one: what is taken can come back, so all may return."""
    steps: tuple[Step, ...] = ()
    """The moves between them: one for each of `past`."""

    @property
    def game(self) -> str:
        return "minishogi"

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.chosen)

    @property
    def players(self) -> int:
        return 2

    @property
    def board(self) -> str:
        return self.sfen.board

    @property
    def hands(self) -> Hands:
        return self.sfen.hands

    @property
    def to_move(self) -> int:
        return self.sfen.mover

    @property
    def moves_left(self) -> int:
        return 0 if self.result() else 1

    @cached_property
    def repeated(self) -> int | None:
        """Where in `past` this position stood first, if it now stands for the fourth time."""
        now = (self.board, self.hands)
        same = [at for at in range(len(self.past) % 2, len(self.past), 2) if self.past[at] == now]
        return same[0] if len(same) >= OCCURRENCES - 1 else None

    def legal_moves(self) -> tuple[Move, ...]:
        if self.repeated is not None:
            return ()
        return tuple(map(move_of, legal_steps(self.board, self.hands, self.to_move)))

    def play(self, move: Move) -> Self:
        step = step_of(move)
        if self.result():
            raise IllegalMoveError("the game is over")
        if not is_legal(self.board, self.hands, self.to_move, step):
            raise IllegalMoveError(f"{move_of(step)}: {self._why_not(step)}")
        return self.with_step(step)

    def with_step(self, step: Step) -> Self:
        """The position after a move that is known to be legal."""
        board, hands, mover, number = self.sfen
        after = moved(board, step, mover), held(board, hands, step, mover)
        return replace(
            self,
            sfen=Sfen(*after, 1 - mover, number + 1),
            past=(*self.past, (board, hands)),
            steps=(*self.steps, step),
        )

    def _why_not(self, step: Step) -> str:
        end = NAMES[step.end]
        if step.drops:
            return self._why_no_drop(step, end)
        piece, start = self.board[step.start], NAMES[step.start]
        if piece == EMPTY:
            return f"there is no piece on {start}"
        if piece not in PIECES[self.to_move]:
            return f"the piece on {start} is the opponent's"
        if step.end not in targets(self.board, step.start):
            return f"the piece on {start} cannot go to {end}"
        after = moved(self.board, step._replace(promotes=False), self.to_move)
        if in_check(after, self.to_move):
            return "one's own king would stand in check"
        if step.promotes:
            return "the piece does not promote there"
        return "a pawn must promote on the last rank"

    def _why_no_drop(self, step: Step, end: str) -> str:
        piece = HAND[step.start - DROP]
        if not self.hands[self.to_move][step.start - DROP]:
            return f"there is no {piece} in hand"
        if step.promotes:
            return "a piece is dropped unpromoted"
        if self.board[step.end] != EMPTY:
            return f"{end} is not empty"
        if in_check(moved(self.board, step, self.to_move), self.to_move):
            return "one's own king would stand in check"
        return (
            "a pawn is not dropped on the last rank, on a file with another pawn of its own side, "
            "or to give mate"
        )

    def result(self) -> Result | None:
        return self._result

    @cached_property
    def _result(self) -> Result | None:
        mover = self.to_move
        if not has_legal_step(self.board, self.hands, mover):
            return Result(_lost_by(mover), "checkmate" if self.checked else "stalemate")
        if self.repeated is None:
            return None
        checker = self._perpetual_checker(self.repeated)
        if checker is not None:
            return Result(_lost_by(checker), "perpetual-check")
        if self.options["repetition"] == "draw":
            return Result((0, 0), "fourfold-repetition")
        return Result(_lost_by(SENTE), "fourfold-repetition")

    def _perpetual_checker(self, first: int) -> int | None:
        """The one side that gave check with every move since the position stood first."""
        boards = [board for board, _ in self.past[first:]] + [self.board]
        found = []
        for side in (0, 1):
            # After boards[0] the mover has moved in boards[1], the other side in boards[2] ...
            begin = 1 if side == self.to_move else 2
            if all(in_check(board, 1 - side) for board in boards[begin::2]):
                found.append(side)
        return found[0] if len(found) == 1 else None

    @cached_property
    def checked(self) -> bool:
        """Whether the side to move stands in check."""
        return in_check(self.board, self.to_move)

    def seen_thrice(self) -> frozenset[tuple[str, Hands, int]]:
        """Boards and hands with the side to move that stood three times: once more ends it."""
        places = [*self.past, (self.board, self.hands)]
        movers = [(self.to_move + len(self.past) - at) % 2 for at in range(len(places))]
        seen = [(*place, mover) for place, mover in zip(places, movers, strict=True)]
        return frozenset(one for one in set(seen) if seen.count(one) >= OCCURRENCES - 1)

    def beginning(self) -> tuple[Sfen, tuple[Move, ...]]:
        """Where the known history begins, and the moves since."""
        if not self.past:
            return self.sfen, ()
        mover = (self.to_move + len(self.past)) % 2
        first = Sfen(*self.past[0], mover, self.sfen.number - len(self.past))
        return first, tuple(map(move_of, self.steps))

    def to_text(self) -> str:
        first, moves = self.beginning()
        return write_sfen(first) + (f" moves {' '.join(moves)}" if moves else "")

    def key(self) -> Hashable:
        return (self.game, self.chosen, self.board, self.hands, self.to_move)

    def history_key(self) -> Hashable:
        return (self.key(), self.past)

    def symmetries(self) -> tuple[str, ...]:
        return ("identity", MIRROR)

    def transform(self, symmetry: str) -> Self:
        if symmetry != MIRROR:
            return super().transform(symmetry)
        return replace(
            self,
            sfen=self.sfen._replace(board=_mirrored(self.board)),
            past=tuple((_mirrored(board), hands) for board, hands in self.past),
            steps=tuple(map(_mirror_step, self.steps)),
        )

    def transform_move(self, symmetry: str, move: Move) -> Move:
        if symmetry != MIRROR:
            return super().transform_move(symmetry, move)
        return move_of(_mirror_step(step_of(move)))


def _lost_by(side: int) -> tuple[int, int]:
    return (-1, 1) if side == SENTE else (1, -1)


def _mirror(cell: int) -> int:
    return SIZE * (cell // SIZE) + SIZE - 1 - cell % SIZE


def _mirror_step(step: Step) -> Step:
    return Step(step.start if step.drops else _mirror(step.start), _mirror(step.end), step.promotes)


def _mirrored(board: str) -> str:
    return "".join(board[at : at + SIZE][::-1] for at in range(0, len(board), SIZE))


def minishogi_of(position: Position) -> MinishogiPosition:
    """The same position, known to be minishogi; for parts that the house hands positions to."""
    if not isinstance(position, MinishogiPosition):
        raise GameError(f"a position of minishogi is needed, not of {position.game}")
    return position


LEVELS = tuple(str(number) for number in range(1, 11))
"""Of the room's engine; `kikashi.play.levels` gives them their names."""

MATE = {
    "en": "a side mates within n of its moves, by checks only or by any moves",
    "zh-Hant": "一方在 n 手內詰殺對方：只用王手（詰將棋），或用任何著法",
}
NO_MATE = {
    "en": "a side has no mate of the named class within n of its moves",
    "zh-Hant": "一方在 n 手內沒有指定種類的詰殺",
}


class Minishogi(Room):
    id = "minishogi"
    names = {"en": "Minishogi", "zh-Hant": "5五將棋"}
    options = (
        Option(
            "repetition",
            "first-loses",
            one_of("first-loses", "draw"),
            {
                "en": "fourth occurrence without perpetual check: 'first-loses' (the first player "
                "loses) or 'draw'",
                "zh-Hant": "千日手（非連續王手）：first-loses（先手負）或 draw（和棋）",
            },
        ),
    )
    family = ("kikashi.pieces",)
    claims = (ClaimKind("mate", MATE), ClaimKind("no-mate", NO_MATE))
    example = "2e3d 4a3b 1e2e 3b5d 3d4c P*3b"

    def start(self, options: Options | None = None) -> MinishogiPosition:
        return MinishogiPosition(tuple(self.normal_options(options).items()), read_sfen(START))

    def from_text(self, text: str, options: Options | None = None) -> MinishogiPosition:
        """SFEN, a FEN with brackets, `startpos`, or moves; after a set-up `moves` may follow."""
        setup, marked, line = text.partition(" moves ")
        words = setup.split()
        if words[:1] == ["sfen"]:
            words = words[1:]
        if not marked and words and "/" not in words[0] and words[0] != "startpos":
            words, line = ["startpos"], text
        first = self.start(options)
        if words and words != ["startpos"]:
            first = replace(first, sfen=read_sfen(" ".join(words)))
        try:
            return first.play_all(line)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def player_names(self, options: Options) -> tuple[str, ...]:
        self.normal_options(options)
        return ("black", "white")

    def capabilities(self, options: Options) -> Capabilities:
        self.normal_options(options)
        twin = self.has_part("twin")
        return Capabilities(
            players=2,
            cycles=True,
            twin=twin,
            provers=("checks", "any") if self.has_part("provers") else (),
            levels=LEVELS if self.has_part("engine") else (),
            protocols=("usi", "uci", "xboard") if self.has_part("protocols") else (),
            claims=tuple(kind.name for kind in self.claims),
        )
