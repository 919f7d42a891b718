"""GTP as an engine and as a host: the whole of version 2, with gnugo as the peer."""

from __future__ import annotations

import random
import shutil

import pytest

from kikashi.games.go import ROOM
from kikashi.games.go.protocols import GoGtpHost
from kikashi.play import Game
from kikashi.protocols.levels_door import make_player
from kikashi.protocols.registry import host
from tests.data import data
from tests.go_boards import Talk
from tests.needs import cannot_run

pytestmark = pytest.mark.native

PEER = "--mode gtp --quiet --chinese-rules --capture-all-dead --never-resign --level 1"


SAID = (
    "play b w pass a1 genmove undo komi 9 -1 boardsize final_status_list dead time_left loadsgf # "
    "5 fixed_handicap set_free_handicap kgs-rules japanese is_legal i9"
)
REQUIRED = (
    "protocol_version name version known_command list_commands quit boardsize clear_board komi "
    "play genmove undo time_settings time_left final_score final_status_list fixed_handicap "
    "place_free_handicap set_free_handicap showboard loadsgf reg_genmove kgs-genmove_cleanup "
    "lz-analyze kata-analyze"
)


def test_the_required_words_are_there() -> None:
    words = Talk().say("list_commands").split()
    for word in REQUIRED.split():
        assert word in words, word


def test_moves_captures_undo_and_refusals() -> None:
    talk = Talk()
    for line in ("play b a2", "play w a1", "play b b1"):
        assert talk.say(line).startswith("=")
    assert talk.say("captures b") == "= 1\n\n"
    assert talk.say("list_stones w") == "=\n\n"
    assert talk.say("7 play w a2").startswith("?7 illegal move")
    assert talk.say("play w z99").startswith("? illegal move")
    assert talk.say("is_legal w a1") == "= 0\n\n"
    assert talk.say("undo") == "=\n\n"
    assert talk.say("captures b") == "= 0\n\n"
    assert talk.say("komi 6.3").startswith("?")
    assert talk.say("komi 6.5") == "=\n\n"
    assert talk.say("boardsize 30").startswith("? unacceptable size")


def test_handicaps() -> None:
    talk = Talk()
    assert talk.say("fixed_handicap 4") == "= C3 G3 C7 G7\n\n"
    assert talk.say("fixed_handicap 4").startswith("? board not empty")
    talk.say("clear_board")
    assert talk.say("fixed_handicap 10").startswith("? invalid number")
    assert len(talk.say("place_free_handicap 12").split()) == 13
    talk.say("clear_board")
    assert talk.say("set_free_handicap A1 B2 C3") == "=\n\n"
    assert talk.say("set_free_handicap A1 A1").startswith("?")


def test_passes_score_and_dead_stones() -> None:
    talk = Talk(komi="0.5", size="5")
    for n in range(1, 6):
        talk.say(f"play b c{n}")
        talk.say(f"play w d{n}")
    assert talk.say("final_score") == "= B+4.5\n\n"
    assert talk.say("final_status_list dead") == "=\n\n"
    assert talk.say("play b pass") == talk.say("play w pass") == "=\n\n"
    assert talk.say("final_score") == "= B+4.5\n\n"
    assert talk.say("genmove b").startswith("=")


def test_a_record_is_loaded_up_to_a_move() -> None:
    file = data("go/gnugo-regression/games/strategy25.sgf")
    talk = Talk()
    assert talk.say(f"loadsgf {file} 20").startswith("= ")
    assert len(talk.engine.here.moves) == 19
    assert talk.say("loadsgf nowhere.sgf").startswith("? cannot load file")
    for endless in ("/dev/null", "."):  # as /dev/zero and pipes
        assert "it is no file of text" in talk.say(f"loadsgf {endless}")
    before = talk.engine.here
    assert talk.say("reg_genmove b").startswith("= ")
    assert talk.engine.here == before


@pytest.mark.parametrize("style", ["lz-", "kata-"])
def test_analysis_says_info_lines_and_ends_when_something_is_heard(style: str) -> None:
    talk = Talk()
    talk.engine.hear("name\n")  # somebody is waiting already
    said = talk.say(f"{style}analyze b 10")
    assert said.startswith("=\ninfo move ")
    assert " pv " in said
    assert said.endswith("\n\n")


def test_a_side_that_moves_twice_has_not_been_passed_to() -> None:
    talk = Talk(size="5", komi="7.5", dead="none")
    talk.say("play b c3")
    talk.say("play w c4")
    # A pass by White would win by count if Black's turn had been a pass.
    assert talk.say("reg_genmove w") != "= pass\n\n"
    assert talk.say("play w pass") == "=\n\n"
    assert talk.engine.here.result() is None


@pytest.mark.parametrize("level", ["1", "4"])
@pytest.mark.parametrize("dead", ["agreed", "none"])
def test_whoever_has_won_passes_and_does_not_give_up(level: str, dead: str) -> None:
    talk = Talk(level=level, komi="-8.5", size="5", dead=dead)
    for n in range(1, 6):
        talk.say(f"play b c{n}")
        talk.say(f"play w d{n}")
    for line in ("play b a1", "play w e5", "play b a3", "play w e3"):
        talk.say(line)
    assert talk.say("final_score") == "= B+13.5\n\n"
    assert all(talk.say("reg_genmove b") != "= resign\n\n" for _ in range(3))
    assert talk.say("play b pass") == talk.say("play w e1") == talk.say("play b b1") == "=\n\n"
    assert talk.say("play w pass") == "=\n\n"
    assert talk.say("genmove b") == "= pass\n\n"


def test_a_clean_up_ends_with_its_game() -> None:
    talk = Talk(size="5")
    usual = talk.engine.here.options["dead"]
    talk.say("kgs-genmove_cleanup b")
    assert talk.engine.here.options["dead"] == "none" != usual
    talk.say("clear_board")
    assert talk.engine.here.options["dead"] == usual


@pytest.mark.parametrize(
    "line",
    [
        "time_settings 0 1 inf",
        "time_settings nan 0 0",
        "time_settings 0 1",
        "time_left b inf 0",
        "time_left b 1",
        "time_left x 1 1",
        "loadsgf some.sgf ²",
        "komi inf",
    ],
)
def test_numbers_that_are_none_are_refused_by_name(line: str) -> None:
    talk = Talk(level="1", size="5")
    said = talk.say(line)
    assert said.startswith("? ")
    assert "could not be done" not in said
    assert talk.say("genmove b").startswith("= ")


def test_rubbish_and_floods_never_end_the_conversation() -> None:
    talk, chance = Talk(level="1"), random.Random(5)
    words = [*SAID.split(), "", "é", "\x00", "x" * 5_000]
    for _ in range(300):
        line = " ".join(chance.choice(words) for _ in range(chance.randint(0, 5)))
        if "genmove" in line and chance.random() < 0.9:
            continue
        answer = talk.say(line)
        assert answer == "" or answer[0] in "=?", (line, answer)
    assert talk.say("protocol_version") == "= 2\n\n"


@pytest.mark.slow
def test_a_game_with_gnugo_is_won_by_the_same_side_to_both() -> None:
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if program is None:
        cannot_run("gnugo is not installed")
    start = ROOM.start({"size": "5", "komi": "5.5", "dead": "none"})
    game = Game(start)
    ours = make_player(start, "4", 3)
    peer = host("gtp", f"{program} {PEER}", start, 10.0)
    assert isinstance(peer, GoGtpHost)
    try:
        while game.result is None:
            if game.to_move == 0:
                moves = ours.turn(game.position.view_of_mover()).moves
            else:
                moves = peer.turn(game)
            for move in moves:
                game.play(move)
        position = game.position
        assert position.result() is not None
        peer._must(f"play {('black', 'white')[1 - position.to_move]} pass")
        said = peer._command("final_score", peer._deadline())
    finally:
        peer.close()
    law = ROOM.from_text(position.to_text(), position.options)
    assert said is not None
    # gnugo takes dead stones off; by this law they count, and we pass as soon as that wins.
    assert said[0] == law.score().text[0]
