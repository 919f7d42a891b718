"""The numbered line protocol: as an engine, as a host, and a match over it."""

from __future__ import annotations

import io
import shlex
import sys
import time
from pathlib import Path

import pytest

from kikashi.arena.contestants import Contestant
from kikashi.arena.playing import play_game
from kikashi.games import room
from kikashi.games.banqi import mgtp
from kikashi.games.banqi.board import DOWN
from kikashi.games.banqi.mgtp import MgtpEngine, read_answer, told
from kikashi.games.banqi.position import banqi_of
from kikashi.law import CHANCE, Position
from kikashi.play import Game, Player
from kikashi.protocols.levels_door import make_player
from kikashi.protocols.process import ProgramError
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


LISTENER = """
import sys
with open(sys.argv[1], "a") as heard:
    for line in sys.stdin:
        number, *words = line.split()
        print(line, end="", file=heard, flush=True)
        print(f"={number} " + ("a1 a1" if number == "12" else ""), flush=True)
"""


class Hurried:
    """A clock on which each look takes a quarter of a second."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return time.monotonic() + self.looks / 4


def test_a_host_tells_the_milliseconds_that_are_left_of_a_clock_for_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "heard"
    monkeypatch.setattr("kikashi.games.banqi.protocols.time", Hurried())
    command = shlex.join([sys.executable, "-c", LISTENER, str(heard)])
    seat = host("mgtp", command, BANQI.start(), 9.0, margin=60.0)
    try:
        assert seat.turn(Game(BANQI.start())) == ("a1",)
        game = Game(BANQI.start(), ("a1", "k", "b1", "P"))
        with pytest.raises(ProgramError):
            seat.turn(game)  # a1 has been flipped
    finally:
        seat.close()
    lines = [line.split() for line in heard.read_text().splitlines()]
    assert ["15", "time_settings", "900000"] in lines
    told = [(colour, int(left)) for number, _, colour, left in _of(lines, "16")]
    assert told[:2] == [("red", 900_000), ("black", 900_000)], "nobody has a colour yet"
    assert [colour for colour, _ in told[2:]] == ["black"], "the first flip was black"
    assert 890_000 < told[2][1] <= 899_750, "the first act cost a quarter of a second"


def _of(lines: list[list[str]], number: str) -> list[list[str]]:
    return [words for words in lines if words[0] == number]


def test_a_program_whose_clock_has_run_out_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kikashi.games.banqi.protocols.CLOCK_ACTS", 0)
    command = shlex.join(
        [sys.executable, "-c", TALKER.replace("    print", "    number == '12' or print")]
    )
    seat = host("mgtp", command, BANQI.start(), 9.0, margin=0.0)
    try:
        with pytest.raises(ProgramError) as late:
            seat.turn(Game(BANQI.start()))
    finally:
        seat.close()
    assert late.value.reason == "time"


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


# --- servers that differ -------------------------------------------------------------------------

FULL_COUNTS = "1 2 2 2 2 2 5 1 2 2 2 2 2 5"


def engine_of(seconds: float | None = None) -> tuple[MgtpEngine, io.StringIO]:
    out = io.StringIO()

    def sit(position: Position) -> Player:
        return make_player(position, "level:2", 1)

    return MgtpEngine(BANQI.start(), sit, out, seconds=seconds), out


def test_a_server_that_goes_on_after_our_draw_is_followed() -> None:
    board = "K - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - k"
    circle = ["10 move a8 b8", "10 move d1 c1", "10 move b8 a8", "10 move c1 d1"] * 4
    said = talk(f"18 init_board {board} 1 0 0 0 0 0 0 1 0 0 0 0 0 0", *circle, "12 genmove red")
    assert said[:-1] == ["=18"] + ["=10"] * 16, "a third occurrence ends our game, not the server's"
    assert said[-1] in ("=12 a8 b8", "=12 a8 a7")


@pytest.mark.parametrize("left", ["all", "face down"])
def test_a_board_set_up_in_mid_game_tells_what_lies_face_down(left: str) -> None:
    board = "X " * 30 + "K p"
    counts = FULL_COUNTS if left == "all" else "0 2 2 2 2 2 5 1 2 2 2 2 2 4"
    made, out = engine_of(seconds=0.1)
    made.answer(f"18 init_board {board} {counts}")
    assert out.getvalue() == "=18\n"
    hidden = banqi_of(made.position).hidden
    assert (len(hidden), hidden.count("K"), hidden.count("p")) == (30, 0, 4)
    made.answer("11 flip a8 R")  # whoever flipped: the next question says who is to move
    made.answer("12 genmove black")
    assert out.getvalue().splitlines()[2].startswith("=12 ")
    here = banqi_of(made.position)
    assert (here.colour, here.board[0], here.board[28]) == (1, DOWN, "R")
    assert here.board[2:4] == "Kp", "the last row is the first rank"


def test_a_board_that_cannot_be_is_refused_and_nothing_breaks() -> None:
    said = talk(
        "18 init_board K k",
        f"18 init_board {'K ' * 32}{FULL_COUNTS}",
        f"18 init_board {'Q ' * 32}{FULL_COUNTS}",
        "18 init_board",
        "12 genmove unknown",
    )
    assert [one[:3] for one in said] == ["?18", "?18", "?18", "=18", "=12"]


def test_the_server_says_whose_turn_it_is() -> None:
    said = talk("11 flip a1 K", "11 flip d8 k", "12 genmove black")
    start, end = said[-1].removeprefix("=12 ").split()
    assert start in (end, "d8"), "Black was asked, though Red is next"


def test_an_own_act_that_is_not_sent_back_counts_when_the_server_goes_on() -> None:
    made, out = engine_of(seconds=0.1)
    board = "K - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - k"
    made.answer(f"18 init_board {board} 1 0 0 0 0 0 0 1 0 0 0 0 0 0")
    made.answer("12 genmove red")
    made.answer("10 move d1 c1")
    assert out.getvalue().splitlines()[2] == "=10"
    assert banqi_of(made.position).board.index("K") in (24, 29)


def test_names_that_are_not_known_are_left_out_where_the_number_is() -> None:
    made, out = engine_of()
    for line in ("15 time_setting 900000", "16 timeleft red 5000", "5 boardsize 4 8", "14 ready"):
        made.hear(line)
        made.answer(line)
    assert out.getvalue().splitlines() == ["=15", "=16", "=5", "=14"]
    assert made.left == {"": 900.0, "red": 5.0}
    assert not made.finished, "the fifth line of a server that counts is no goodbye"
    made.answer("5 quit")
    assert made.finished


def test_a_clock_that_the_server_does_not_send_again_runs_on() -> None:
    made, _ = engine_of(seconds=0.05)
    for line in (
        "15 time_setting 900000",
        "12 genmove unknown",
        "11 flip a1 K",
        "12 genmove black",
    ):
        made.answer(line)
    assert 600 < made.left[""] < 900, "two acts cost something, and no minutes"
    made.answer("16 time_left black -20")
    made.answer("12 genmove black")
    assert made.left["black"] < -0.02


def test_a_clock_for_each_act_is_told_from_one_for_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mgtp, "HASTE", 0.0)
    made, _ = engine_of(seconds=0.05)

    def allowed(milliseconds: int) -> float:
        made.answer(f"16 time_left black {milliseconds}")
        found = made._allowed("black")
        assert found is not None
        made.answer("12 genmove black")
        return found.usual

    made.answer("11 flip a1 K")
    assert allowed(10_000) < 0.5, "nothing is known yet"
    assert allowed(10_000) < 0.5, "once may be an increment"
    assert allowed(10_000) == pytest.approx(7.95), "it stands at ten seconds before every act"
    assert allowed(9_000) < 0.5, "it runs down: a clock for the game"
    made.answer("7 reset_board")
    assert made._steady == 0


@pytest.mark.parametrize(
    ("line", "repetition", "plies"),
    [
        ("8 num_repetition 0", "off", "180"),
        ("8 num_repetition 100", "off", "180"),
        ("9 num_moves_to_draw 0", "3", "off"),
        ("9 num_moves_to_draw 60", "3", "60"),
    ],
)
def test_every_number_for_a_rule_of_a_draw_is_taken(line: str, repetition: str, plies: str) -> None:
    made, out = engine_of()
    made.answer(line)
    assert out.getvalue()[0] == "="
    assert (made.position.options["repetition"], made.position.options["plies"]) == (
        repetition,
        plies,
    )
    made.answer("8 num_repetition x")
    assert out.getvalue().splitlines()[-1].startswith("?8 ")
