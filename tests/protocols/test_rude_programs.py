"""Programs that hang, die or answer rubbish lose with that reason; none hangs us or outlives us."""

from __future__ import annotations

import io
import itertools
import os
import shlex
import sys
import threading
import time
from pathlib import Path
from typing import TextIO, cast

import pytest

from kikashi.games import room
from kikashi.law import GameError
from kikashi.play import Game
from kikashi.play.levels import make_player
from kikashi.protocols import ProgramError, host, waiting_lines
from kikashi.protocols.engine import MOST_WAITING
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.process import Program, StoppedError
from kikashi.protocols.uci import UciEngine
from kikashi.protocols.waiting_lines import FloodError, WaitingLines
from kikashi.words.refusing import in_chinese
from tests.protocols.talking import start

LONG = 60.0
"""Seconds that nothing here takes, however busy the machine; a program that hangs hangs longer."""
PROTOCOL_GAMES = {"cloudict": "connect6", "gomocup": "gomoku", "gtp": "goclub"}

# Answers the greetings of all three protocols, then does `MISDEED` when asked for a move.
RUDE = """
import os, sys, time
def say(text):
    sys.stdout.write(text); sys.stdout.flush()
for line in sys.stdin:
    word = line.split()[0]
    if word == 'name': say('name rude\\n')
    elif word == 'START': say('OK\\n')
    elif word in ('boardsize', 'clear_board', 'time_settings', 'play'): say('=\\n\\n')
    elif word in ('new', 'black', 'white', 'INFO'): pass
    elif word in ('move', 'next', 'BEGIN', 'TURN', 'genmove'):
        MISDEED
"""

MISDEEDS = {
    "hangs": ("time.sleep(600)", "time"),
    "hangs busily": ("\n        while True: pass", "time"),
    "dies": ("sys.exit(3)", "died"),
    "crashes": ("os.abort()", "died"),
    "says why": ("raise SystemExit('out of memory')", "died"),
    "closes its mouth": ("os.close(1); time.sleep(600)", "died"),
}
RUBBISH = {
    "cloudict": {"move XY1!": "rubbish", "move TTJJ": "illegal", "move JJKK": "illegal",
                 "move AA": "rubbish", "move": "rubbish"},
    "gomocup": {"seven,seven": "rubbish", "99,3": "illegal", "7,7": "illegal",
                "ERROR no": "rubbish", "7": "rubbish", "\\x00\\xff": "rubbish"},
    "gtp": {"= I5": "rubbish", "= A99": "illegal", "= K10": "illegal", "= pass": "illegal",
            "= resign": "resigned", "? no": "rubbish", "= ": "rubbish"},
}  # fmt: skip
NOISE = ("seven,seven", "7", "\\x00\\xff")
"""Not even the form of an answer, which may still come: only the clock ends the wait for it."""


def command(misdeed: str) -> str:
    return f"{shlex.quote(sys.executable)} -S -E -c {shlex.quote(RUDE.replace('MISDEED', misdeed))}"


def first_move(protocol: str) -> Game:
    centre = {"gomoku": "h8"}.get(PROTOCOL_GAMES[protocol], "j10")
    return Game(start(PROTOCOL_GAMES[protocol]), [centre])


@pytest.fixture(autouse=True)
def short_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kikashi.protocols.process.GOODBYE", 0.1)


def failure(protocol: str, line: str, seconds: float = LONG) -> ProgramError:
    """How a program loses that is asked for its first turn."""
    game = first_move(protocol)
    began = time.monotonic()
    made = host(protocol, line, start(PROTOCOL_GAMES[protocol]), seconds, margin=0.2)
    try:
        with pytest.raises(ProgramError) as caught:
            made.turn(game)
    finally:
        made.close()
    assert time.monotonic() - began < LONG
    return caught.value


@pytest.mark.parametrize(
    "protocol, misdeed",
    [("cloudict", "hangs"), ("cloudict", "dies"), ("gtp", "hangs"), ("gtp", "dies")]
    + [("gomocup", misdeed) for misdeed in MISDEEDS],
)
def test_a_program_that_does_not_answer_loses_with_that_reason(protocol: str, misdeed: str) -> None:
    deed, reason = MISDEEDS[misdeed]
    found = failure(protocol, command(deed), 0.2 if reason == "time" else LONG)
    assert found.reason == reason
    if misdeed == "dies":
        assert "exit code 3" in found.detail
    if misdeed == "says why":
        assert "out of memory" in found.detail


@pytest.mark.parametrize(
    "protocol, answer", [(p, answer) for p, answers in RUBBISH.items() for answer in answers]
)
def test_an_answer_that_is_no_legal_turn_loses_with_that_reason(protocol: str, answer: str) -> None:
    ending = "\\n\\n" if protocol == "gtp" else "\\n"
    seconds = 1.0 if answer in NOISE else LONG
    found = failure(protocol, command(f'say("{answer}{ending}")'), seconds)
    assert found.reason == RUBBISH[protocol][answer], found.detail


def test_a_flood_is_no_answer() -> None:
    flood = "\n        while True: sys.stdout.write('MESSAGE blah\\n' * 1000)"
    assert failure("gomocup", command(flood), 0.2).reason in ("rubbish", "time")


def test_a_program_that_prints_without_end_is_cut_off_though_nobody_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kikashi.protocols.waiting_lines.PATIENCE", 0.01)
    script = "while True: print('info string still here', flush=True)"
    program = Program(f"{shlex.quote(sys.executable)} -S -E -c {shlex.quote(script)}")
    try:
        reader = next(pump for pump in program._pumps if pump.is_alive())
        reader.join(LONG)
        assert not reader.is_alive(), "nobody takes in more of it"
        for ask in (lambda: program.read(time.monotonic() + LONG), lambda: program.send("go")):
            with pytest.raises(ProgramError, match="prints without end and was cut off") as caught:
                ask()
            assert caught.value.reason == "rubbish"
        assert not program._lines._lines, "nothing of it is kept"
        assert in_chinese(caught.value.detail) == "程式不停輸出，已被中斷"
    finally:
        program.close()


def test_lines_that_wait_are_bounded_by_their_size_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_lines, "PATIENCE", 0.0)
    lines = WaitingLines()
    taken = 0
    while lines.put("x" * 60_000):
        taken += 60_000
    assert taken < waiting_lines.MOST_CHARACTERS + 60_000
    with pytest.raises(FloodError):
        lines.get(0)


def test_many_lines_are_all_read_by_who_reads() -> None:
    """More than may wait at once, and no flood: a reader makes room."""
    count = 3 * waiting_lines.MOST_LINES
    program = Program(f"seq {count}")
    found = [program.read(time.monotonic() + LONG) for _ in range(count)]
    with pytest.raises(ProgramError, match="ended"):
        program.read(time.monotonic() + LONG)
    program.close()
    assert found[-1] == str(count)


def test_an_engine_of_ours_that_thinks_lets_who_floods_it_wait() -> None:
    begun, enough = threading.Event(), threading.Event()

    class Thinks(UciEngine):
        def obey(self, line: str) -> None:
            del line
            begun.set()
            assert enough.wait(LONG)
            self.finished = True

    asked = itertools.count()

    class Flood:
        def readline(self, _size: int) -> str:
            next(asked)
            return "ucinewgame\n"

    first = room("xiangqi").start()
    ours = Thinks(first, lambda at: make_player(at, 1, 1), io.StringIO())
    talk = threading.Thread(target=ours.run, args=(cast(TextIO, Flood()),), daemon=True)
    talk.start()
    assert begun.wait(LONG)
    deadline = time.monotonic() + LONG
    while not ours._waiting.full() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert ours._waiting.full()
    enough.set()
    talk.join(LONG)
    assert not talk.is_alive()
    assert next(asked) <= MOST_WAITING + 3


def test_one_endless_line_is_no_answer() -> None:
    endless = "\n        while True: sys.stdout.write('x' * 100000)"
    assert failure("gomocup", command(endless), 0.2).reason in ("rubbish", "time")


def test_a_program_that_never_greets_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kikashi.protocols.hosts.Host.start_seconds", 0.3)
    assert failure("gomocup", "sleep 600").reason == "start"


@pytest.mark.parametrize("line", ["/no/such/program", "", "'unbalanced", "/"])
def test_a_program_that_cannot_be_started_loses_with_that_reason(line: str) -> None:
    with pytest.raises(ProgramError) as caught:
        host("gomocup", line, start("gomoku"), 1.0)
    assert caught.value.reason == "start"


def test_a_program_that_does_not_read_does_not_block_us() -> None:
    program = Program("sleep 600")
    began = time.monotonic()
    with pytest.raises(ProgramError, match="does not read"):
        program.send("x" * 1_000_000, seconds=0.2)
    program.close()
    assert time.monotonic() - began < LONG


def test_the_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    """A shell that ignores every polite signal starts a child that would sleep for ten."""
    note = tmp_path / "child"
    script = f"trap '' TERM INT HUP; sleep 600 & echo $! > {note}; echo ready; wait"
    program = Program(f"sh -c {shlex.quote(script)}")
    assert program.read(time.monotonic() + LONG) == "ready"
    child = int(note.read_text())
    assert Path(f"/proc/{child}").exists()
    program.close()
    deadline = time.monotonic() + LONG
    while _alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _alive(child)


def _alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_closing_twice_or_after_death_touches_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a program is reaped, its number may be another's."""
    program = Program("true")
    with pytest.raises(ProgramError, match="ended"):
        program.read(time.monotonic() + LONG)
    ended: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, _signal: ended.append(group))
    program.close()
    program.close("quit")
    assert ended == [program._process.pid]


def test_a_stop_ends_the_wait_at_once() -> None:
    stop = Stop()
    program = Program("sleep 600", stop=stop)
    stop.set()
    with pytest.raises(StoppedError):
        program.read(time.monotonic() + LONG)
    program.close()


def test_lines_may_end_in_any_of_three_ways() -> None:
    program = Program("printf 'one\\r\\ntwo\\rthree\\n\\nfour'")
    found = [program.read(time.monotonic() + LONG) for _ in range(4)]
    program.close()
    assert found == ["one", "two", "three", "four"]


def test_a_protocol_that_does_not_fit_is_refused_before_anything_starts() -> None:
    with pytest.raises(GameError, match="two stones a turn"):
        host("cloudict", "true", start("gomoku"), 1.0)
    with pytest.raises(GameError, match="there is no protocol 'xboard'"):
        host("xboard", "true", start("gomoku"), 1.0)
