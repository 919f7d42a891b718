"""The numbered line protocol: as an engine, as a host, and a match over it."""

from __future__ import annotations

import io
import shlex
import sys

import pytest

from kikashi.arena.contestants import Contestant
from kikashi.arena.playing import play_game
from kikashi.games import room
from kikashi.games.banqi.mgtp import read_answer, told
from kikashi.law import CHANCE
from kikashi.play import Game
from kikashi.protocols.levels_door import make_player
from kikashi.protocols.registry import engine, host

pytestmark = pytest.mark.native
BANQI = room("banqi")
MAIN = "from kikashi.cli import main; main()"


def talk(*lines: str, options: dict[str, str] | None = None) -> list[str]:
    out = io.StringIO()
    start = BANQI.start(options)
    made = engine("mgtp", start, lambda here: make_player(here, "level:3", 1), out, seconds=0.2)
    for line in lines:
        made.answer(line)
    return out.getvalue().splitlines()


def test_answers_carry_the_number_of_the_command() -> None:
    said = talk("0 protocol_version", "3 known_command flip", "3 known_command fly", "14 ready")
    assert said == ["=0 1.1.0", "=3 true", "=3 false", "=14"]
    assert len(talk("4 list_commands")) == 19


def test_commands_are_known_by_name_or_by_number_alone() -> None:
    assert talk("11 flip b8 R") == ["=11"]
    assert talk("11 b8 R") == ["=11"]
    assert talk("423 flip b8 R") == ["=423"]
    assert talk("424 fly")[0].startswith("?424 ")
    assert talk("")[:1] == []


def test_an_act_is_played_only_when_the_server_sends_it() -> None:
    said = talk("12 genmove unknown", "12 genmove unknown", "11 flip a1 k", "12 genmove red")
    for answer in said[:2]:
        start, end = answer.removeprefix("=12 ").split()
        assert start == end, "only flips are there at first"
    assert said[2] == "=11"
    refused = talk("11 flip b8 R", "11 flip b8 K", "10 move b8 b7")
    assert refused[1].startswith("?11 there is nothing face down")
    assert refused[2].startswith("?10 ")


def test_rules_of_a_draw_come_from_the_server_before_the_first_act() -> None:
    out = io.StringIO()
    made = engine("mgtp", BANQI.start(), lambda here: make_player(here, "level:1", 1), out)
    for line in ("8 num_repetition 4", "9 num_moves_to_draw 60", "11 flip a1 K"):
        made.answer(line)
    options = made.position.options  # type: ignore[attr-defined]
    assert (options["repetition"], options["plies"]) == ("4", "60")
    made.answer("9 num_moves_to_draw 50")
    assert out.getvalue().splitlines()[-1].startswith("?9 the rules cannot change")


def test_a_host_tells_flips_with_what_chance_turned_up() -> None:
    game = Game(BANQI.start(), ("b8", "R", "c3", "p"))
    assert told(game.start, game.moves) == ["11 flip b8 R", "11 flip c3 p"]
    assert read_answer("B8 b8") == "b8"
    assert read_answer("a3 a6") == "a3-a6"


TALKER = """
import sys
for line in sys.stdin:
    number, *words = line.split()
    print("Red: 5 =1 My result:", flush=True)
    print("=1 Other")
    print(f"={number} " + ("A1 a1" if number == "12" else ""), flush=True)
"""


def test_a_host_waits_through_boards_and_answers_to_other_commands() -> None:
    command = shlex.join([sys.executable, "-c", TALKER])
    seat = host("mgtp", command, BANQI.start(), 60.0, margin=60.0)
    try:
        assert seat.turn(Game(BANQI.start())) == ("a1",)
    finally:
        seat.close()


@pytest.mark.slow
def test_a_match_over_the_line_protocol_is_played_to_its_end() -> None:
    """Server and engine are real processes; the law sees every act."""
    words = ("engine", "banqi", "--protocol", "mgtp", "--level", "2", "--seconds", "0.2")
    command = shlex.join([sys.executable, "-c", MAIN, *words])
    contestants = (
        Contestant.read(f"cmd:{command}@mgtp", BANQI.start()),
        Contestant.read("level:3", BANQI.start()),
    )
    start = BANQI.start({"plies": "40"})
    outcome = play_game(start, (), contestants, 0.5, seed=3, margin=5.0)
    assert outcome.reason in ("no-pieces", "no-move", "repetition", "no-progress"), outcome
    position = start
    for move in outcome.moves:
        position = position.play(move)
    assert position.result() is not None
    assert position.to_move != CHANCE
