"""What a mate looks like: themes of tsume problems.

Each theme is a pure function of a played-out line and gives 1 where it applies, or how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kikashi.games.minishogi.board import (
    EMPTY,
    HAND,
    LINES,
    STEP,
    STEPPERS,
    Step,
    has_legal_step,
    king_of,
    legal_steps,
    moved,
)
from kikashi.games.minishogi.futile import futile_moves
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of, step_of
from kikashi.law import GameError, Move, Position

COMPLETING = 0
"""A puzzle's length counts the mating move: nothing is left to complete after it."""
GOLDEN = "GNT"


@dataclass(frozen=True)
class MoveStep:
    """One move of a line, with the positions around it."""

    before: MinishogiPosition
    step: Step
    after: MinishogiPosition

    @property
    def piece(self) -> str:
        """The piece that moved or was dropped, by its capital letter as it was before."""
        if self.step.drops:
            return HAND[self.step.start - 25]
        return self.before.board[self.step.start].upper()


@dataclass(frozen=True)
class MateLine:
    """A mate played out; the last move is the mating one."""

    start: MinishogiPosition
    moves: tuple[Move, ...]

    @cached_property
    def steps(self) -> tuple[MoveStep, ...]:
        steps, position = [], self.start
        for move in self.moves:
            after = position.play(move)
            steps.append(MoveStep(position, step_of(move), after))
            position = after
        return tuple(steps)

    @property
    def attacks(self) -> tuple[MoveStep, ...]:
        """The attacker's moves."""
        return self.steps[::2]

    @property
    def defences(self) -> tuple[MoveStep, ...]:
        """The defender's moves."""
        return self.steps[1::2]

    @property
    def attacker(self) -> int:
        return self.start.to_move

    @property
    def final(self) -> MinishogiPosition:
        return self.steps[-1].after

    def checkers(self, position: MinishogiPosition) -> tuple[int, ...]:
        """The cells of the attacker's pieces that attack the king."""
        board = position.board
        king = king_of(board, 1 - self.attacker)
        found = [at for at, letters in STEPPERS[self.attacker][king] if board[at] in letters]
        for ray, sliders in LINES[king]:
            for at in ray:
                if board[at] != EMPTY:
                    if board[at] in sliders[self.attacker]:
                        found.append(at)
                    break
        return tuple(sorted(set(found)))


def line_of(position: Position, turns: Iterable[Sequence[Move]]) -> MateLine:
    """A line from words; its last move must end the game."""
    line = MateLine(minishogi_of(position), tuple(move for turn in turns for move in turn))
    if (
        not line.moves
        or len(line.moves) % 2 == 0
        or has_legal_step(line.final.board, line.final.hands, 1 - line.attacker)
    ):
        raise GameError("a mate's line ends with the attacker's move that leaves no legal answer")
    return line


def drops(line: MateLine) -> int:
    """打: how many moves of the attacker are drops."""
    return sum(one.step.drops for one in line.attacks)


def mate_by_drop(line: MateLine) -> int:
    """The last move is a drop."""
    return int(line.attacks[-1].step.drops)


def promotions(line: MateLine) -> int:
    """成: how many moves of the attacker promote."""
    return sum(one.step.promotes for one in line.attacks)


def underpromotion(line: MateLine) -> int:
    """不成: a rook, bishop or silver could promote with check and does not."""
    found = 0
    for one in line.attacks:
        steps = set(legal_steps(one.before.board, one.before.hands, line.attacker))
        found += not one.step.promotes and one.step._replace(promotes=True) in steps
    return found


def sacrifices(line: MateLine) -> int:
    """捨駒: how many pieces the attacker puts where they are taken at once."""
    return sum(
        reply.step.end == one.step.end
        for one, reply in zip(line.attacks, line.defences, strict=False)
    )


def discovered_check(line: MateLine) -> int:
    """開き王手: the piece that moved does not check, another does."""
    found = 0
    for one in line.attacks:
        checkers = line.checkers(one.after)
        found += bool(checkers) and one.step.end not in checkers
    return found


def double_check(line: MateLine) -> int:
    """両王手: two pieces check at once."""
    return sum(len(line.checkers(one.after)) > 1 for one in line.attacks)


def interposition(line: MateLine) -> int:
    """合駒: the defender drops a piece between, and the drop is not futile."""
    futile = set(futile_moves(line.start, line.moves))
    return sum(
        one.step.drops and 2 * number + 1 not in futile for number, one in enumerate(line.defences)
    )


def quiet(line: MateLine) -> int:
    """How many moves of the attacker give no check."""
    return sum(not one.after.checked for one in line.attacks)


def head_gold(line: MateLine) -> int:
    """頭金: a gold, or what moves like one, mates from right before the king."""
    step = line.attacks[-1].step
    final = line.final.board
    king = king_of(final, 1 - line.attacker)
    before = "P" if line.attacker == 0 else "p"
    return int(final[step.end].upper() in GOLDEN and king in STEP[before][step.end])


def pawn_mate_avoided(line: MateLine) -> int:
    """打歩詰回避: in the first position a pawn drop would mate, which is not allowed."""
    here = line.start
    if not here.hands[line.attacker][HAND.index("P")]:
        return 0
    steps = set(legal_steps(here.board, here.hands, line.attacker))
    king = king_of(here.board, 1 - line.attacker)
    pawn = "P" if line.attacker == 0 else "p"
    for end in range(25):
        step = Step(25 + HAND.index("P"), end)
        if here.board[end] != EMPTY or king not in STEP[pawn][end] or step in steps:
            continue
        after = moved(here.board, step, line.attacker)
        if not has_legal_step(after, here.hands, 1 - line.attacker):
            return 1
    return 0


def _by(kinds: str) -> Callable[[MateLine], int]:
    def mates(line: MateLine) -> int:
        return int(line.final.board[line.attacks[-1].step.end].upper() in kinds)

    return mates


TAGS: dict[str, Callable[[MateLine], int]] = {
    "drop": drops,
    "mate-by-drop": mate_by_drop,
    "promotion": promotions,
    "underpromotion": underpromotion,
    "sacrifice": sacrifices,
    "discovered-check": discovered_check,
    "double-check": double_check,
    "interposition": interposition,
    "quiet": quiet,
    "head-gold": head_gold,
    "pawn-mate-avoided": pawn_mate_avoided,
    "by-rook": _by("RD"),
    "by-bishop": _by("BH"),
    "by-gold": _by("GNT"),
    "by-silver": _by("S"),
    "by-pawn": _by("P"),
}
WORDS = {
    "drop": {"en": "drop", "zh-Hant": "打入"},
    "mate-by-drop": {"en": "mate by a drop", "zh-Hant": "打入詰"},
    "promotion": {"en": "promotion", "zh-Hant": "升變"},
    "underpromotion": {"en": "promotion declined", "zh-Hant": "不成"},
    "sacrifice": {"en": "sacrifice", "zh-Hant": "捨駒"},
    "discovered-check": {"en": "discovered check", "zh-Hant": "開王手"},
    "double-check": {"en": "double check", "zh-Hant": "雙王手"},
    "interposition": {"en": "interposition", "zh-Hant": "合駒"},
    "quiet": {"en": "quiet move", "zh-Hant": "非王手的著"},
    "head-gold": {"en": "gold at the head", "zh-Hant": "頭金"},
    "pawn-mate-avoided": {"en": "no mate by pawn drop", "zh-Hant": "避開打步詰"},
    "by-rook": {"en": "mate by rook", "zh-Hant": "飛車詰"},
    "by-bishop": {"en": "mate by bishop", "zh-Hant": "角行詰"},
    "by-gold": {"en": "mate by gold", "zh-Hant": "金詰"},
    "by-silver": {"en": "mate by silver", "zh-Hant": "銀詰"},
    "by-pawn": {"en": "mate by pawn", "zh-Hant": "步兵詰"},
}
