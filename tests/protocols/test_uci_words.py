"""What UCI and UCCI programs may answer in place of a move, what they are told before, and when our
own is stopped."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.play import Game, SimplePlayer
from kikashi.protocols import ProgramError, host
from tests.protocols.talking import Conversation, Ponderer

# Greets, writes down all that it hears and answers every `go` with the same words.
PROGRAM = """
import sys
heard = open(sys.argv[1], 'w')
for line in sys.stdin:
    heard.write(line); heard.flush()
    word = line.split()[0]
    if word in ('uci', 'ucci'):
        print('option usemillisec type check default false' if word == 'ucci' else 'id name one')
        print(word + 'ok')
    elif word == 'isready': print('readyok')
    elif word == 'go': print(sys.argv[2])
    sys.stdout.flush()
"""
OPENING = {"uci": "bestmove h3e3", "ucci": "bestmove h2e2"}


def answer(protocol: str, words: str, heard: Path) -> tuple[str, ...]:
    """The turn of a program that answers so."""
    start = room("xiangqi").start()
    line = shlex.join([sys.executable, "-S", "-E", "-c", PROGRAM, str(heard), words])
    made = host(protocol, line, start, 2.0, margin=60.0)
    try:
        return tuple(made.turn(Game(start)))
    finally:
        made.close()


@pytest.fixture(autouse=True)
def short_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kikashi.protocols.process.GOODBYE", 0.1)


@pytest.mark.parametrize("protocol", OPENING)
@pytest.mark.parametrize(
    "words, reason",
    [
        ("nobestmove", "resigned"),
        ("bestmove (none)", "resigned"),
        ("bestmove h2e2 resign", "resigned"),
        ("bestmove", "rubbish"),
        ("bestmove mate!", "rubbish"),
        ("bestmove a0a9", "illegal"),
    ],
)
def test_what_is_no_move_loses_with_its_own_reason(
    protocol: str, words: str, reason: str, tmp_path: Path
) -> None:
    if protocol == "uci" and reason == "illegal":
        words = "bestmove a1a10"
    with pytest.raises(ProgramError) as caught:
        answer(protocol, words, tmp_path / "heard")
    assert caught.value.reason == reason, caught.value.detail


@pytest.mark.parametrize("protocol", OPENING)
def test_a_move_is_taken_whatever_is_said_behind_it(protocol: str, tmp_path: Path) -> None:
    words = f"{OPENING[protocol]} ponder h9g7 draw"
    assert answer(protocol, words, tmp_path / "heard") == ("h2e2",)


@pytest.mark.parametrize("protocol, told", [("uci", False), ("ucci", True)])
def test_milliseconds_are_asked_for_where_they_are_offered(
    protocol: str, told: bool, tmp_path: Path
) -> None:
    answer(protocol, OPENING[protocol], tmp_path / "heard")
    said = (tmp_path / "heard").read_text("utf-8").splitlines()
    assert ("setoption usemillisec true" in said) == told


@pytest.mark.parametrize(
    ("protocol", "game"), [("uci", "xiangqi"), ("ucci", "xiangqi"), ("usi", "minishogi")]
)
def test_a_search_without_limit_is_stopped_while_it_thinks_and_says_meanwhile_that_it_is_ready(
    protocol: str, game: str
) -> None:
    player = Ponderer()
    talk = Conversation(protocol, game, player)
    talk.pipe.put("position startpos")
    talk.pipe.put("go infinite")
    assert player.thinking.wait(20)
    talk.pipe.put("isready")
    until(lambda: "readyok" in talk.said())
    assert not any(line.startswith("bestmove") for line in talk.said())
    talk.pipe.put("stop")
    until(lambda: any(line.startswith("bestmove") for line in talk.said()))
    talk.pipe.put("quit")
    talk.thread.join(20)
    assert not talk.thread.is_alive()


def test_whatever_is_sent_to_a_search_that_only_waits_ends_it() -> None:
    """Two questions and one `stop`: both are answered, and so is what comes after."""
    talk = Conversation("uci", "xiangqi", SimplePlayer(1))
    for line in ("position startpos", "go infinite", "go infinite", "stop", "isready"):
        talk.pipe.put(line)
    until(lambda: "readyok" in talk.said())
    until(lambda: sum(line.startswith("bestmove") for line in talk.said()) == 2)
    talk.pipe.put("quit")
    talk.thread.join(20)
    assert not talk.thread.is_alive()


def until(holds: Callable[[], bool]) -> None:
    """Waits for something that happens in another thread."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
