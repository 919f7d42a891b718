"""Records as shogi programs keep them: KIF text and CSA text, in and out.

Both are read leniently: lines that are no moves are passed over, a comment stays with nothing, and
variations are left out. A record starts from the usual position unless it holds an SFEN (`SFEN：`
in KIF, `'sfen` in CSA).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kikashi.games.minishogi.notation import read, write
from kikashi.games.minishogi.rules import Minishogi, MinishogiPosition, minishogi_of
from kikashi.games.minishogi.sfen import START, write_sfen
from kikashi.law import BadTextError, GameError, IllegalMoveError, Move, Options

MOST_BYTES = 200_000
MOST_MOVES = 2_000
KIF_MOVE = re.compile(r"^\s*\d+\s+(同\s*\S+|\S+)")
"""`同` stands for a file and a rank, and programs keep its column with a space behind it."""
KIF_VARIATION = "変化"
"""What follows such a line was not played; a move that has one may end with a `+`."""
KIF_END = ("投了", "中断", "千日手", "詰み", "持将棋", "切れ負け", "反則負け", "反則勝ち")
KIF_ENDS = {"checkmate": "詰み", "stalemate": "詰み", "fourfold-repetition": "千日手"}
CSA_MOVE = re.compile(r"^([+-]\d{4}[A-Z]{2})")
HEADING = re.compile(r"手合割|手数-|先手：|後手：|SFEN：|'sfen |V[12]|N[+-]|%[A-Z]")
"""What only a record begins a line with, one of a game without moves too."""
CSA_ENDS = {"checkmate": "%TSUMI", "stalemate": "%TSUMI", "fourfold-repetition": "%SENNICHITE"}


@dataclass(frozen=True)
class ShogiRecord:
    """A game as text knows it."""

    start: MinishogiPosition
    moves: tuple[Move, ...]
    players: tuple[str, str] = ("", "")


def write_kif(start: MinishogiPosition, moves: Sequence[Move], players: Sequence[str] = ()) -> str:
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
    result = here.result()
    if result is not None:
        lines.append(f"{len(moves) + 1:4} {KIF_ENDS.get(result.reason, '反則負け')}")
    return "\n".join(lines) + "\n"


def write_csa(start: MinishogiPosition, moves: Sequence[Move], players: Sequence[str] = ()) -> str:
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
    result = here.result()
    if result is not None:
        lines.append(CSA_ENDS.get(result.reason, "%ILLEGAL_MOVE"))
    return "\n".join(lines) + "\n"


def read_record(text: str, room: Minishogi, options: Options | None = None) -> ShogiRecord:
    """Reads KIF or CSA, whichever it looks like; BadTextError names the line that is wrong."""
    if len(text.encode()) > MOST_BYTES:
        raise BadTextError(f"a record has at most {MOST_BYTES} bytes")
    here = room.start(options)
    players = ["", ""]
    for line in text.splitlines():
        setup = re.match(r"(?:SFEN：|'sfen )(.+)", line.strip())
        if setup:
            here = minishogi_of(room.from_text(setup[1], options))
        named = re.match(r"(?:(先手|N\+)|(後手|N-))：?(.*)", line.strip())
        if named:
            players[0 if named[1] else 1] = named[3].strip()
    start, moves = here, list[Move]()
    for number, word in _words(text):
        if len(moves) == MOST_MOVES:
            raise BadTextError(f"a record has at most {MOST_MOVES} moves")
        try:
            moves.append(read(here, word))
            here = here.play(moves[-1])
        except (IllegalMoveError, GameError) as refusal:
            raise BadTextError(f"line {number}: {refusal}") from None
    if not moves and not is_record(text):
        raise BadTextError("this is no record: no line of it is a move or a heading of KIF or CSA")
    return ShogiRecord(start, tuple(moves), (players[0], players[1]))


def is_record(text: str) -> bool:
    """Whether a text has a heading or a move of KIF or CSA."""
    lines = (line.strip() for line in text.splitlines())
    return any(HEADING.match(line) or CSA_MOVE.match(line) for line in lines)


def _words(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith(KIF_VARIATION):
            return
        found = CSA_MOVE.match(line.strip()) or KIF_MOVE.match(line)
        if found is None or found[1].startswith(KIF_END):
            continue
        yield number, found[1].replace(")+", ")")


def _line(name: str) -> str:
    return " ".join(name.split())[:100]
