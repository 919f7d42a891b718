"""Records as shogi programs keep them: KIF text and CSA text, in and out.

Both are read leniently: lines that are no moves are passed over, a comment stays with nothing, and
variations are left out. A record starts from the usual position unless it holds an SFEN (`SFEN：`
in KIF, `'sfen` in CSA) or draws a board (kif_setup.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kikashi.games.minishogi.kif_setup import CSA_PLACED, drawn
from kikashi.games.minishogi.notation import read, write
from kikashi.games.minishogi.rules import Minishogi, MinishogiPosition, minishogi_of
from kikashi.games.minishogi.sfen import SIDE_NAMES, START, write_sfen
from kikashi.law import BadTextError, GameError, IllegalMoveError, Move, Options

DRAW = "draw"
MOST_BYTES = 200_000
MOST_MOVES = 2_000
KIF_MOVE = re.compile(r"^\s*(\d{1,5})\s+(同\s*\S+|\S+)")
"""`同` stands for a file and a rank, and programs keep its column with a space behind it."""
KIF_FILES = re.compile(r"[\s\d]+")
"""The numbers above a diagram, which are no move."""
KIF_VARIATION = "変化"
"""What follows such a line was not played; a move that has one may end with a `+`."""
CSA_MOVE = re.compile(r"^[+-]\d{4}[A-Z]{2}")
HEADING = re.compile(
    r"手合割|手数-|先手：|後手：|SFEN：|'sfen |V[12]|N[+-]|%[+-]?[A-Z]|\|[ 　v^].*\|"
)
"""What only a record begins a line with, one of a game without moves too."""
ANOTHER = re.compile(r"手合割|手数-|V[12]|N[+-]")
"""What begins a game: behind moves or an end it is the next one."""
MOVER, OTHER, NOBODY = "mover", "other", ""
ENDS: dict[str, tuple[str, str]] = {
    "投了": (OTHER, "resign"),
    "切れ負け": (OTHER, "time"),
    "反則負け": (OTHER, "forfeit"),
    "不戦敗": (OTHER, "forfeit"),
    "反則勝ち": (MOVER, "forfeit"),
    "不戦勝": (MOVER, "forfeit"),
    "入玉勝ち": (MOVER, ""),
    "持将棋": (DRAW, ""),
    **dict.fromkeys(("中断", "千日手", "詰み", "不詰", "封じ手"), (NOBODY, "")),
    "%TORYO": (OTHER, "resign"),
    "%TIME_UP": (OTHER, "time"),
    "%ILLEGAL_MOVE": (OTHER, "forfeit"),
    "%KACHI": (MOVER, ""),
    "%JISHOGI": (DRAW, ""),
    "%HIKIWAKE": (DRAW, ""),
}
"""Who has won where the side to move says so instead of a move, and how."""
LAWFUL_ENDS = {
    "checkmate": ("詰み", "%TSUMI"),
    "stalemate": ("詰み", "%TSUMI"),
    "fourfold-repetition": ("千日手", "%SENNICHITE"),
}
FORBIDDEN = ("反則負け", "%ILLEGAL_MOVE")
SAID_ENDS = {
    "resign": ("投了", "%TORYO"),
    "time": ("切れ負け", "%TIME_UP"),
    "forfeit": FORBIDDEN,
}
"""What the side to move says when it loses without the law."""


@dataclass(frozen=True)
class ShogiRecord:
    """A game as text knows it."""

    start: MinishogiPosition
    moves: tuple[Move, ...]
    players: tuple[str, str] = ("", "")
    result: str = ""
    """Who won, or `draw`, where the record says it and the law does not."""
    how: str = ""


def end_of(last: MinishogiPosition, result: str, how: str) -> tuple[str, str]:
    """The words of KIF and CSA for how a game ended; empty where they have none."""
    by_law = last.result()
    if by_law is not None:
        return LAWFUL_ENDS.get(by_law.reason, FORBIDDEN)
    if result == DRAW and not how:
        return "持将棋", "%JISHOGI"
    lost = result == SIDE_NAMES[1 - last.to_move]
    return SAID_ENDS.get(how, ("", "")) if lost else ("", "")


def write_kif(
    start: MinishogiPosition,
    moves: Sequence[Move],
    players: Sequence[str] = (),
    result: str = "",
    how: str = "",
) -> str:
    """A game as KIF."""
    first, second = (*players, "", "")[:2]
    lines = ["手合割：5五将棋", f"先手：{_line(first)}", f"後手：{_line(second)}"]
    if write_sfen(start.sfen) != START:
        lines.append(f"SFEN：{write_sfen(start.sfen)}")
    lines.append("手数----指手---------消費時間--")
    here = start
    for number, move in enumerate(moves, start=1):
        lines.append(f"{number:4} {write(here, move, 'japanese')}")
        here = here.play(move)
    end = end_of(here, result, how)[0]
    if end:
        lines.append(f"{len(moves) + 1:4} {end}")
    return "\n".join(lines) + "\n"


def write_csa(
    start: MinishogiPosition,
    moves: Sequence[Move],
    players: Sequence[str] = (),
    result: str = "",
    how: str = "",
) -> str:
    """A game as CSA; the set-up is an SFEN in a comment, for CSA has no board of 25 squares."""
    first, second = (*players, "", "")[:2]
    lines = ["V2.2", f"N+{_line(first)}", f"N-{_line(second)}", "'minishogi"]
    if write_sfen(start.sfen) != START:
        lines.append(f"'sfen {write_sfen(start.sfen)}")
    lines.append("+" if start.to_move == 0 else "-")
    here = start
    for move in moves:
        lines.append(write(here, move, "csa"))
        here = here.play(move)
    end = end_of(here, result, how)[1]
    if end:
        lines.append(end)
    return "\n".join(lines) + "\n"


def read_record(text: str, room: Minishogi, options: Options | None = None) -> ShogiRecord:
    """Reads KIF or CSA, whichever it looks like; BadTextError names the line that is wrong."""
    if len(text.encode()) > MOST_BYTES:
        raise BadTextError(f"a record has at most {MOST_BYTES} bytes")
    players, setup = ["", ""], ""
    words, lines = list(_words(text)), text.splitlines()
    for line in lines:
        found = re.match(r"(?:SFEN：|'sfen )(.+)", line.strip())
        setup = found[1] if found else setup
        named = re.match(r"(?:(先手|N\+)|(後手|N-))：?(.*)", line.strip())
        if named and not named[3].startswith(("番", "の持駒")):
            players[0 if named[1] else 1] = named[3].strip()
    board = setup or drawn(lines[: words[0][0] - 1] if words else lines)
    here = room.start(options) if not board else minishogi_of(room.from_text(board, options))
    start, moves, end = here, list[Move](), ""
    for number, word in words:
        if word in ENDS or word.startswith("%"):
            end = word
            break
        if len(moves) == MOST_MOVES:
            raise BadTextError(f"a record has at most {MOST_MOVES} moves")
        try:
            moves.append(read(here, word))
            here = here.play(moves[-1])
        except (IllegalMoveError, GameError) as refusal:
            raise BadTextError(f"line {number}: {refusal}") from None
    if not moves and not is_record(text):
        raise BadTextError("this is no record: no line of it is a move or a heading of KIF or CSA")
    return ShogiRecord(start, tuple(moves), (players[0], players[1]), *_ended(here, end))


def _ended(last: MinishogiPosition, word: str) -> tuple[str, str]:
    """Who has won, and how, by the word at the end; nothing where the law says it."""
    if last.result() is not None:
        return "", ""
    if word in ("%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION"):
        return SIDE_NAMES["-+".index(word[1])], "forfeit"
    who, how = ENDS.get(word, (NOBODY, ""))
    if who in (MOVER, OTHER):
        return SIDE_NAMES[last.to_move if who == MOVER else 1 - last.to_move], how
    return who, how


def is_record(text: str) -> bool:
    """Whether a text has a heading or a move of KIF or CSA."""
    lines = (line.strip() for line in text.splitlines())
    return any(form.match(line) for line in lines for form in (HEADING, CSA_MOVE, CSA_PLACED))


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Moves and ends of the one game, with the numbers of their lines."""
    counted, begun, aside = 0, False, False
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.strip()
        if (begun or aside) and (ANOTHER.match(plain) or CSA_PLACED.match(plain)):
            raise BadTextError(f"line {number}: another game begins; a record of KIF or CSA is one")
        aside = aside or plain.startswith(KIF_VARIATION)
        if aside:
            continue
        if CSA_MOVE.match(plain) or plain.startswith("%"):
            begun = True
            for word in plain.split(","):
                move = CSA_MOVE.match(word)
                if move or word.startswith("%"):
                    yield number, move[0] if move else word
            continue
        found = KIF_MOVE.match(line)
        if found is None or KIF_FILES.fullmatch(line):
            continue
        if int(found[1]) <= counted:
            raise BadTextError(f"line {number}: another game begins; a record of KIF or CSA is one")
        counted, begun = int(found[1]), True
        end = next((word for word in ENDS if found[2].startswith(word)), None)
        yield number, end or found[2].replace(")+", ")")


def _line(name: str) -> str:
    return " ".join(name.split())[:100]
