"""How moves are written: USI, UCI, Japanese (２四角(15)), Western (B-2d) and CSA, both ways.

A text is read by writing all legal moves and looking which one fits, so reading and writing cannot
disagree.
"""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.games.minishogi.board import (
    EMPTY,
    HAND,
    PROMOTED,
    SENTE,
    SIZE,
    Step,
    last_rank,
    legal_steps,
    side_of,
)
from kikashi.games.minishogi.rules import (
    MinishogiPosition,
    minishogi_of,
    move_of,
    step_of,
)
from kikashi.law import IllegalMoveError, Move, Position

NOTATIONS = ("usi", "uci", "japanese", "western", "csa")

WIDE = "１２３４５"
RANKS_ZH = "一二三四五"
KANJI = dict(zip("KRBGSPDHNT", "玉飛角金銀歩龍馬全と", strict=True))
"""As one character each; a promoted silver is 全 on boards and 成銀 in moves."""
IN_MOVES = {**KANJI, "N": "成銀"}
CSA = dict(
    zip("KRBGSPDHNT", ("OU", "HI", "KA", "KI", "GI", "FU", "RY", "UM", "NG", "TO"), strict=True)
)
SAME = str.maketrans("12345王竜步６７８９０", "１２３４５玉龍歩67890")
"""Forms that mean the same, brought to one."""


def to_uci(move: Move) -> str:
    """The form that UCI programs use: `d1c2`, `P@c3`, `b4b5+`."""
    step = step_of(move)
    first = f"{HAND[step.start - SIZE * SIZE]}@" if step.drops else _chess(step.start)
    return f"{first}{_chess(step.end)}{'+' * step.promotes}"


def from_uci(text: str) -> Move:
    """Reads the form of UCI programs; the law reads it too."""
    return move_of(step_of(text))


def _chess(cell: int) -> str:
    return f"{'abcde'[cell % SIZE]}{cell // SIZE + 1}"


def write(position: Position, move: Move, notation: str) -> str:
    """A legal move of the position in a notation."""
    law = minishogi_of(position)
    step = step_of(move)
    if step not in set(legal_steps(law.board, law.hands, law.to_move)):
        raise IllegalMoveError(f"{move!r:.20} is not a legal move here")
    return next(_spellings(law, step, notation))


def usual(position: Position, move: Move, language: str) -> str:
    """A move that was played here as people write it in their language."""
    notation = "japanese" if language.startswith("zh") else "western"
    return next(_spellings(minishogi_of(position), step_of(move), notation))


def read(position: Position, text: str, notation: str | None = None) -> Move:
    """The legal move that a text means; without `notation` every notation is tried."""
    law = minishogi_of(position)
    if len(text) > 40:
        raise IllegalMoveError("a move has at most 40 letters")
    steps = list(legal_steps(law.board, law.hands, law.to_move))
    wanted = _plain(text)
    for one in NOTATIONS if notation is None else (notation,):
        fitting = [step for step in steps if wanted in map(_plain, _spellings(law, step, one))]
        if len(fitting) == 1:
            return move_of(fitting[0])
        if fitting:
            moves = ", ".join(map(move_of, fitting))
            raise IllegalMoveError(f"{text!r} may mean several moves here: {moves}")
    raise IllegalMoveError(f"{text!r} is no legal move here in {notation or 'any notation'}")


def _plain(text: str) -> str:
    """One form for all variants; marks of the side to move say nothing new."""
    word = text.strip().lstrip("▲△☗☖").replace("　", "").replace(" ", "")
    if word[:1] in ("+", "-") and word[1:2].isdigit():  # CSA; `+R-2e` is a dragon
        word = word[1:]
    return word.translate(SAME) if not word.isascii() else word


def _spellings(law: MinishogiPosition, step: Step, notation: str) -> Iterator[str]:
    """The usual spelling first, then others that mean the same."""
    if notation == "usi":
        yield move_of(step)
    elif notation == "uci":
        yield to_uci(move_of(step))
    elif notation == "japanese":
        yield from _japanese(law, step)
    elif notation == "western":
        yield from _western(law, step)
    elif notation == "csa":
        yield _csa(law, step)
    else:
        raise IllegalMoveError(
            f"there is no notation {notation!r:.20}; there are: {', '.join(NOTATIONS)}"
        )


def _file(cell: int) -> int:
    return SIZE - cell % SIZE


def _rank(cell: int) -> int:
    return SIZE - cell // SIZE


def _piece(law: MinishogiPosition, step: Step) -> str:
    return HAND[step.start - SIZE * SIZE] if step.drops else law.board[step.start].upper()


def _could_promote(law: MinishogiPosition, step: Step) -> bool:
    if step.drops or law.board[step.start] not in PROMOTED:
        return False
    last = last_rank(side_of(law.board[step.start]))
    return last in (step.start // SIZE, step.end // SIZE)


def _japanese(law: MinishogiPosition, step: Step) -> Iterator[str]:
    """As KIF files have it: the cell, the piece, what it does, and where it came from."""
    place = WIDE[_file(step.end) - 1] + RANKS_ZH[_rank(step.end) - 1]
    places = [place]
    if law.steps and law.steps[-1].end == step.end:
        places.append("同")
    piece = IN_MOVES[_piece(law, step)]
    for one in places:
        if step.drops:
            yield f"{one}{piece}打"
            continue
        origin = f"({_file(step.start)}{_rank(step.start)})"
        ends = ("成",) if step.promotes else ("", "不成") if _could_promote(law, step) else ("",)
        for end in ends:
            yield f"{one}{piece}{end}{origin}"
        if _alone(law, step):
            for end in ends:
                yield f"{one}{piece}{end}"
    if step.drops and not _others(law, step):
        for one in places:
            yield f"{one}{piece}"


def _others(law: MinishogiPosition, step: Step) -> list[Step]:
    """Legal moves of another piece of the same kind from the board to the same cell."""
    piece = _piece(law, step)
    return [
        one
        for one in legal_steps(law.board, law.hands, law.to_move)
        if one.end == step.end
        and not one.drops
        and one.start != step.start
        and law.board[one.start].upper() == piece
    ]


def _alone(law: MinishogiPosition, step: Step) -> bool:
    return not _others(law, step)


def _western(law: MinishogiPosition, step: Step) -> Iterator[str]:
    """Letter, `-` or `x` or `*`, cell; `+` promotes, `=` does not where it could."""
    piece = _piece(law, step)
    letter = {"D": "+R", "H": "+B", "N": "+S", "T": "+P"}.get(piece, piece)
    cell = f"{_file(step.end)}{'abcde'[_rank(step.end) - 1]}"
    if step.drops:
        yield f"{letter}*{cell}"
        return
    sign = "-" if law.board[step.end] == EMPTY else "x"
    end = "+" if step.promotes else "=" if _could_promote(law, step) else ""
    origin = f"{_file(step.start)}{'abcde'[_rank(step.start) - 1]}"
    if _alone(law, step):
        yield f"{letter}{sign}{cell}{end}"
        yield f"{letter}{cell}{end}"
    yield f"{letter}{origin}{sign}{cell}{end}"


def _csa(law: MinishogiPosition, step: Step) -> str:
    mark = "+" if law.to_move == SENTE else "-"
    piece = _piece(law, step)
    if step.promotes:
        piece = PROMOTED[piece]
    origin = "00" if step.drops else f"{_file(step.start)}{_rank(step.start)}"
    return f"{mark}{origin}{_file(step.end)}{_rank(step.end)}{CSA[piece]}"
