"""What our engines say: legal answers, the protocol's own refusals, never a traceback."""

from __future__ import annotations

import io
import random
import re
import time
from typing import Any

import pytest

from kikashi.games import room
from kikashi.law import Position
from kikashi.play import Opinion
from kikashi.play.levels import LevelPlayer, levels
from kikashi.protocols.boards import FlatBoard
from kikashi.protocols.engine import LONGEST_LINE
from kikashi.protocols.gomocup import GomocupEngine
from kikashi.protocols.gtp_analysis import thoughts, winrate
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.registry import engine, protocols_of
from kikashi.search import Verdict
from tests.protocols.talking import Conversation, Fixed, Ponderer, simple, start, talk, talk_from

LONG = 120.0
"""Seconds that nothing here takes, however busy the machine; a `Ponderer` takes longer."""

# --- any protocol ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "game", "first", "rest"),
    [
        ("gtp", "go", "play b a1", "play w a2"),
        ("uci", "xiangqi", "position startpos moves h2e2", "go nodes 1"),
        ("gomocup", "gomoku", "START 15", "BEGIN"),
    ],
)
def test_a_line_without_end_is_refused_once_and_no_part_of_it_is_obeyed(
    protocol: str, game: str, first: str, rest: str
) -> None:
    endless = f"{first}{' ' * (3 * LONGEST_LINE - len(first))}{rest}"
    (said,) = talk_from(protocol, room(game).start(), endless)
    assert "at most 100000 characters" in said


# --- Cloudict --------------------------------------------------------------------------------


def test_cloudict_opens_in_the_centre_and_answers_moves() -> None:
    name, first, reply = talk("cloudict", "connect6", "name", "new black", "move KKLL", "quit")
    assert name == "name Kikashi"
    assert first == "move JJ"
    assert re.fullmatch(r"move [A-S]{4}", reply)


def test_cloudict_as_white_waits_for_the_first_move() -> None:
    (reply,) = talk("cloudict", "connect6", "new white", "vcf", "depth 6", "unvcf", "move JJ")
    assert re.fullmatch(r"move [A-S]{4}", reply)
    assert "JJ" not in (reply[5:7], reply[7:9])


def test_cloudict_places_stones_and_plays_for_the_other_side() -> None:
    lines = ("new white", "black JJ", "white KKLL", "black JKJL", "white AAAB", "next", "print")
    reply, _, *rows = talk("cloudict", "connect6", *lines)
    assert re.fullmatch(r"move [A-S]{4}", reply)
    assert sum(row[2:].count("X") for row in rows) == 5
    assert sum(row[2:].count("O") for row in rows) == 4


def test_cloudict_says_four_letters_even_for_a_win_with_a_stone_to_spare() -> None:
    """Five in a row: one stone wins, and hosts still read two."""
    lines = ("black JJ", "white AAAB", "black KJLJ", "white ACAD", "black MJNJ", "white QQRR")
    (reply,) = talk("cloudict", "connect6", "new white", *lines, "next")
    assert re.fullmatch(r"move (IJ|OJ)[A-S]{2}", reply)
    assert reply[5:7] != reply[7:9]


@pytest.mark.parametrize(
    "line",
    ["fly", "new", "new red", "move", "move JJJJJJ", "move JJTT", "move 1010", "depth x", "\x00"],
)
def test_cloudict_refuses_with_one_error_line(line: str) -> None:
    said = talk("cloudict", "connect6", "new white", line, "name")
    assert len(said) == 2
    assert said[0].startswith("error ")


def test_a_refused_move_changes_nothing() -> None:
    said = talk("cloudict", "connect6", "new black", "move JJKK", "print")
    assert said[1].startswith("error j10 already holds a stone")
    assert sum(row[2:].count("O") for row in said[3:]) == 0


# --- Gomocup ---------------------------------------------------------------------------------


def test_gomocup_follows_a_game_from_start_to_end() -> None:
    said = talk(
        "gomocup",
        "gomoku",
        "ABOUT",
        "START 15",
        "INFO timeout_turn 1000",
        "BEGIN",
        "TURN 0,0",
        "END",
    )
    assert said[0].startswith('name="Kikashi", version=')
    assert said[1] == "OK"
    assert all(re.fullmatch(r"\d+,\d+", line) for line in said[2:])
    assert len(said) == 4


def test_gomocup_takes_any_board_that_the_game_allows() -> None:
    assert talk("gomocup", "gomoku", "START 20", "RECTSTART 12,9") == ["OK", "OK"]
    assert talk("gomocup", "gomoku", "START 99")[0].startswith("ERROR ")
    assert talk("gomocup", "gomoku", "START x")[0].startswith("ERROR ")


def test_gomocup_reads_a_board_and_defends_its_own_side() -> None:
    """Four of theirs with one end open: the engine must stop there, whichever colour it has."""
    row = ["4,7,2", "5,7,2", "6,7,2", "7,7,2", "3,7,1", "0,0,1", "0,2,1"]
    said = talk("gomocup", "gomoku", "START 15", "BOARD", *row, "DONE")
    assert said == ["OK", "8,7"]
    said = talk("gomocup", "gomoku", "START 15", "BOARD", *row, "0,4,1", "DONE")
    assert said == ["OK", "8,7"]


def test_gomocup_reads_the_colours_from_a_board() -> None:
    """The side that began is black, whoever that was."""
    for first, second in ((2, 1), (1, 2)):
        made = GomocupEngine(start("gomoku"), simple, io.StringIO())
        stones = [f"7,7,{first}", f"8,8,{second}"][: 1 if first == 2 else 2]
        for line in ("START 15", "BOARD", *stones, "DONE"):
            made.answer(line)
        assert made.position is not None
        black, white = made.part.stones(made.position)
        assert [len(black), len(white)] == [1, 1] if first == 2 else [2, 1]
        assert "h8" in black


def test_gomocup_completes_its_own_five_from_a_board() -> None:
    row = ["4,7,1", "5,7,1", "6,7,1", "7,7,1", "3,7,2", "0,0,2", "0,2,2", "9,9,2"]
    assert talk("gomocup", "gomoku", "START 15", "BOARD", *row, "DONE")[-1] == "8,7"


def test_gomocup_takes_back_a_stone_and_may_play_there_again() -> None:
    said = talk(
        "gomocup", "gomoku", "START 15", "BOARD", "7,7,2", "DONE", "TAKEBACK 7,7", "TURN 7,7"
    )
    assert said[2] == "OK"
    assert not said[3].startswith("ERROR")


@pytest.mark.parametrize("line", ["SWAP2BOARD", "hello there", "\x07", "PLAY 1,1", "日本"])
def test_gomocup_calls_the_rest_unknown(line: str) -> None:
    assert talk("gomocup", "gomoku", "START 15", line)[1].startswith("UNKNOWN")


@pytest.mark.parametrize(
    "line", ["TURN 99,0", "TURN x", "TURN", "TAKEBACK 3,3", "BOARD\n1,1,7\nDONE", "BOARD\nx\nDONE"]
)
def test_gomocup_refuses_what_makes_no_sense_and_goes_on(line: str) -> None:
    said = talk("gomocup", "gomoku", "START 15", *line.split("\n"), "RESTART", "BEGIN")
    assert said[1].startswith("ERROR ")
    assert said[2] == "OK"
    assert re.fullmatch(r"\d+,\d+", said[3])


def test_gomocup_needs_a_board_before_a_move() -> None:
    assert talk("gomocup", "gomoku", "BEGIN")[0].startswith("ERROR ")


# --- GTP -------------------------------------------------------------------------------------


def test_gtp_answers_with_numbers_and_question_marks() -> None:
    said = talk("gtp", "goclub", "7 name", "8 fly", "9 play b I5", "komi 6.5 # remark", "10 quit")
    assert said[:2] == ["=7 Kikashi", "?8 unknown command"]
    assert said[2].startswith("?9 illegal move")
    assert said[3:] == ["=", "=10"]


def test_gtp_ends_every_answer_with_an_empty_line() -> None:
    out = io.StringIO()
    engine("gtp", start("goclub"), simple, out).run(io.StringIO("name\nquit\n"))
    assert out.getvalue() == "= Kikashi\n\n=\n\n"


def test_gtp_plays_one_stone_at_a_time_where_a_turn_has_two() -> None:
    said = talk(
        "gtp",
        "connect6",
        "play b K10",
        "genmove w",
        "genmove w",
        "play b A1",
        "genmove b",
        "genmove w",
    )
    stones = [line.split()[1] for line in said if line != "="]
    assert len(set(stones)) == 4
    assert all(re.fullmatch(r"[A-HJ-T]\d+", stone) for stone in stones)


def test_gtp_undoes_and_shows_and_resizes() -> None:
    said = talk(
        "gtp", "gomoku", "boardsize 9", "play black E5", "undo", "play white E5", "undo", "undo",
        "boardsize 99", "final_score",
    )  # fmt: skip
    assert said == ["="] * 5 + ["? cannot undo", "? unacceptable size", "? the game is not over"]


def test_gtp_knows_the_commands_that_sabaki_looks_for() -> None:
    said = talk("gtp", "goclub", "list_commands", "known_command lz-analyze", "known_command x")
    listed = {line.removeprefix("= ") for line in said}
    assert {"analyze", "lz-analyze", "kata-analyze", "genmove_analyze", "undo", "play"} <= listed
    assert said[-2:] == ["= true", "= false"]


LZ = re.compile(
    r"info move (\S+) visits \d+ winrate \d{1,5} prior \d+ lcb \d+ order (\d+) pv( [A-T]\d+)+"
)
KATA = re.compile(
    r"info move (\S+) visits \d+ utility \S+ winrate [01]\.\d+ scoreMean \S+ scoreStdev \S+ "
    r"scoreLead \S+ scoreSelfplay \S+ prior \S+ lcb \S+ utilityLcb \S+ order (\d+) pv( [A-T]\d+)+"
)


@pytest.mark.parametrize("style, form", [("lz-", LZ), ("kata-", KATA), ("", KATA)])
def test_analyze_streams_lines_as_their_readers_expect(style: str, form: re.Pattern[str]) -> None:
    said = talk("gtp", "gomoku", "play b H8", f"3 {style}analyze w 10 maxmoves 3", "4 name")
    assert said[1] == "=3"
    parts = re.split(r" (?=info )", said[2])
    assert [form.fullmatch(part) is not None for part in parts] == [True] * 3
    assert [form.fullmatch(part)[2] for part in parts] == ["0", "1", "2"]  # type: ignore[index]
    assert said[-1] == "=4 Kikashi"


def test_a_proved_win_is_first_with_its_line_and_winrate_one() -> None:
    moves = ["h8", "a1", "h9", "a3", "h10", "a5"]
    plays = [f"play {'bw'[n % 2]} {_vertex(m)}" for n, m in enumerate(moves)]
    conversation = Conversation("gtp", "gomoku", Ponderer())
    for line in (*plays, "lz-analyze b 5"):
        conversation.pipe.put(line)
    deadline = time.monotonic() + LONG
    while "winrate 10000" not in conversation.out.getvalue() and time.monotonic() < deadline:
        time.sleep(0.02)
    conversation.pipe.put("quit")
    conversation.thread.join(LONG)
    assert not conversation.thread.is_alive()
    last = [line for line in conversation.said() if line.startswith("info ")][-1]
    assert re.match(r"info move H(7|11|12|6) visits \d+ winrate 10000 .* order 0 pv H", last)


def _vertex(cell: str) -> str:
    return FlatBoard(start("gomoku").rules).vertex(cell)


def test_genmove_analyze_ends_with_the_move_it_played() -> None:
    said = talk("gtp", "gomoku", "5 lz-genmove_analyze b 10", "genmove w")
    assert said[0] == "=5"
    assert said[1].startswith("info move ")
    assert re.fullmatch(r"play [A-P]\d+", said[2])
    assert said[2].split()[1] != said[3].split()[1]


def test_gtp_keeps_to_the_time_it_is_given() -> None:
    seen: list[float | None] = []

    class Watch(Fixed):
        def choose_turn(self, position, seconds=None, stop=None):  # type: ignore[no-untyped-def]
            seen.append(seconds)
            return self.turn(position)

    lines = ("time_settings 0 2 1", "genmove b", "time_settings 0 0 0", "time_settings 60 0 0")
    talk("gtp", "gomoku", *lines, "time_left w 10 0", "genmove w", player=lambda _: Watch("h8"))
    first, second = seen[0], seen[-1]
    assert first is not None
    assert second is not None
    assert 1 < first <= 2
    assert 0.1 < second <= 0.5


def test_a_level_gets_both_limits_of_its_clock() -> None:
    """What it had better take, and what it must not exceed; an increment is part of both."""
    seen: list[tuple[float | None, float | None]] = []

    class Watch(LevelPlayer):
        def choose_turn(self, position, seconds=None, stop=None, *, soft=None, **more):  # type: ignore[no-untyped-def,override]
            seen.append((seconds, soft))
            return super().choose_turn(position, 0.01, stop, soft=soft, **more)

    def watch(position: Position) -> Watch:
        return Watch(levels(position.game)[4])

    lines = ("time_settings 60 0 0", "time_left b 10 0", "genmove b")
    talk("gtp", "gomoku", *lines, player=watch)
    talk("gtp", "gomoku", "time_settings 60 5 1", "time_left b 10 0", "genmove b", player=watch)
    gomocup = ("START 15", "INFO timeout_match 60000", "INFO time_left 10000", "BEGIN")
    talk("gomocup", "gomoku", *gomocup, player=watch)
    plain, with_overtime, match = seen
    for hard, soft in seen:
        assert hard is not None
        assert soft is not None
        assert 0.1 < soft < hard < 10
    assert with_overtime > plain
    assert match == pytest.approx(plain, rel=0.1)


def test_a_win_whose_proof_nobody_replayed_is_not_certain() -> None:
    position = start("gomoku").play("h8").play("i9")

    class Boaster(LevelPlayer):
        """Says that it wins, and shows nothing."""

        def choose_turn(self, *given: Any, **more: Any) -> Opinion:
            win = Verdict("gomoku", "win", "vcf", "black", 3, (("h9",),), 1, 0.1, "finished")
            return Opinion(("h9",), "", 10**6, win, ((("h9",),),), (10**6,), seconds=0.1)

    seen = list(thoughts(position, Boaster(levels("gomoku")[0]), 1, Stop()))
    assert [thought.winrate for one in seen for thought in one.thoughts] == [winrate(10**6)]
    assert winrate(10**6) < 1


def test_analysis_is_the_level_s_own_with_several_lines() -> None:
    position = start("gomoku").play("h8").play("i9").play("h9").play("h10")

    class Patient(LevelPlayer):
        """Ends by its nodes, so that a busy machine makes no difference."""

        def choose_turn(self, position, seconds=None, stop=None, *, soft=None, **more):  # type: ignore[no-untyped-def,override]
            return super().choose_turn(position, 60.0, stop, soft=soft, **more)

    level = Patient(levels("gomoku")[5])
    seen = next(thoughts(position, level, 3, Stop()))
    own = LevelPlayer(level.level).choose_turn(position.view_of_mover(), 60.0, lines=3)
    assert [thought.line for thought in seen.thoughts] == [
        tuple(move for turn in line for move in turn) for line in own.lines
    ]
    assert own.verdict is None
    assert [thought.winrate for thought in seen.thoughts] == [winrate(s) for s in own.scores]
    assert len({thought.line[0] for thought in seen.thoughts}) == 3
    assert winrate(0) == 0.5
    assert 0 < winrate(-999_990) < 0.01  # without a proof nothing is certain


def test_only_a_proved_win_has_winrate_one() -> None:
    position = start("gomoku")
    for move in ["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7"]:
        position = position.play(move)
    seen = next(thoughts(position, LevelPlayer(levels("gomoku")[5]), 3, Stop()))
    assert seen.thoughts[0].winrate == 1.0


# --- all of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("protocol, think, stop", [
    ("cloudict", ("new white", "move JJ"), "quit"),
    ("gomocup", ("START 15", "BEGIN"), "END"),
    ("gtp", ("genmove b",), "quit"),
])  # fmt: skip
def test_goodbye_is_heard_while_thinking(protocol: str, think: tuple[str, ...], stop: str) -> None:
    player = Ponderer()
    game = "connect6" if protocol == "cloudict" else "gomoku"
    conversation = Conversation(protocol, game, player)
    for line in think:
        conversation.pipe.put(line)
    assert player.thinking.wait(LONG)
    conversation.pipe.put(stop)
    conversation.thread.join(LONG)
    assert not conversation.thread.is_alive()
    assert conversation.said()  # and what was asked before it is still answered


def test_stop_ends_a_thought_but_not_the_next_one() -> None:
    player = Ponderer()
    conversation = Conversation("gtp", "gomoku", player)
    conversation.pipe.put("stop")
    for _ in range(2):
        player.thinking.clear()
        answers = len(conversation.said())
        conversation.pipe.put("genmove b")
        assert player.thinking.wait(LONG)
        time.sleep(0.2)
        assert len(conversation.said()) <= answers + 1  # the answer to `stop`, not to `genmove`
        assert not any(line.startswith("= ") for line in conversation.said()[answers:])
        answers = len(conversation.said())
        conversation.pipe.put("stop")
        deadline = time.monotonic() + LONG
        while len(conversation.said()) == answers and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(conversation.said()) > answers
    conversation.pipe.put("quit")
    conversation.thread.join(LONG)
    assert not conversation.thread.is_alive()


@pytest.mark.parametrize("moves", [("z99",), (), ("h8", "h8"), ("h8", "i9")])
def test_a_player_that_answers_nonsense_never_reaches_the_host(moves: tuple[str, ...]) -> None:
    said = talk("gomocup", "gomoku", "START 15", "BEGIN", player=lambda _: Fixed(*moves))
    assert re.fullmatch(r"\d+,\d+", said[1])


@pytest.mark.parametrize(
    "protocol, game", [("cloudict", "connect6"), ("gomocup", "gomoku"), ("gtp", "goclub")]
)
def test_random_lines_never_end_a_conversation(protocol: str, game: str) -> None:
    """Words of the protocol in any order with any arguments: always an answer, never a crash."""
    seed = 20
    chance = random.Random(seed)
    words = "new black white move next depth print name START BEGIN TURN BOARD DONE INFO TAKEBACK"
    words += " RESTART ABOUT boardsize clear_board play genmove undo showboard time_left stop 1,1"
    words += " JJ JJKK A1 C3 b w 7 -1 9,9,1 9,9,2 timeout_turn"
    lines = [
        " ".join(chance.choices(words.split(), k=chance.randint(1, 3))).replace("showboard", "name")
        for _ in range(150)
    ]
    said = talk(protocol, game, *lines, "DONE", "name", "ABOUT", "3 name")
    assert "Kikashi" in " ".join(said[-3:]), seed
    assert not any("could not be done" in line for line in said), seed


def test_each_game_has_the_protocols_that_fit_it() -> None:
    assert protocols_of(start("connect6")) == ("cloudict", "gtp")
    assert "gomocup" in protocols_of(start("gomoku"))
    assert "gtp" in protocols_of(start("goclub"))
    assert protocols_of(start("goclub", players="3")) == ()
    assert protocols_of(start("goclub", size="5x5x5", clubs="cube")) == ()
