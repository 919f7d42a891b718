"""Matches: colours swapped, failures counted, resumable, ended by SPRT, kept as SGF and a page."""

from __future__ import annotations

import shlex
import sys
import threading
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kikashi.arena import Contestant, Plan, Sprt, make_openings, run_match, save_games, save_report
from kikashi.arena.log import MatchLog
from kikashi.arena.match import Standing
from kikashi.arena.playing import play_game
from kikashi.arena.report import page
from kikashi.law import GameError
from kikashi.protocols.levels_door import Stop
from kikashi.records import Record, read_collection
from tests.protocols.talking import start

LONG = 60.0
"""Seconds that no program here takes, however busy the machine; who hangs hangs longer."""
SIMPLE = Contestant("simple")
SMALL = start("gomoku", size="7x7", k="4")

# A Gomocup brain that answers its first question properly and then does something else.
ONE_MOVE = """
import sys, time
moves = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == 'START': print('OK', flush=True)
    elif word in ('BEGIN', 'TURN', 'DONE'):
        moves += 1
        if moves == 1: print('0,0', flush=True)
        else: MISDEED
"""


def brain(misdeed: str) -> str:
    code = ONE_MOVE.replace("MISDEED", misdeed)
    return f"cmd:{shlex.join([sys.executable, '-S', '-E', '-c', code])}@gomocup"


def plan(*players: str, games: int = 4, **extras: object) -> Plan:
    contestants = tuple(Contestant.read(text, SMALL) for text in players)
    settings = {"seconds": LONG, "openings": make_openings(SMALL, 2, turns=2), **extras}
    return Plan(SMALL, contestants, games, **settings)  # type: ignore[arg-type]


def test_each_opening_is_played_with_both_colours() -> None:
    standing = run_match(plan("simple", "level:1", games=8))
    seats = [(game.first, game.second, game.opening) for game in standing.games]
    assert seats[:4] == [
        ("simple", "level:1", 0),
        ("level:1", "simple", 0),
        ("simple", "level:1", 1),
        ("level:1", "simple", 1),
    ]
    assert standing.tally().games == 8
    assert standing.tally() == standing.tally(1).reversed
    for game in standing.games:
        assert game.moves[:2] == list(standing.plan.openings[game.opening])


def test_the_same_seed_plays_the_same_match_and_another_plays_others() -> None:
    moves = [
        [g.moves for g in run_match(plan("simple", "level:1", seed=s)).games] for s in (5, 5, 6)
    ]
    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


@pytest.mark.parametrize(
    "misdeed, reason",
    [
        ("sys.exit(1)", "died"),
        ("print('0,0', flush=True)", "illegal"),
        ("time.sleep(600)", "time"),
    ],
)
def test_a_rude_program_loses_every_game_with_its_reason(misdeed: str, reason: str) -> None:
    seconds = 0.3 if reason == "time" else LONG
    began = time.monotonic()
    standing = run_match(plan("simple", brain(misdeed), games=2, seconds=seconds, jobs=2))
    assert time.monotonic() - began < LONG
    assert standing.tally().wins == 2
    assert standing.failures(1) == {reason: 2}
    assert standing.failures(0) == {}


@pytest.mark.parametrize(
    "program, reason",
    [
        ("cmd:/no/such/brain@gomocup", "start"),
        (f"cmd:{shlex.quote(sys.executable)} -c pass@gomocup", "start"),
        (brain("print('ERROR pardon?', flush=True)"), "rubbish"),
    ],
)
def test_a_program_that_plays_no_game_is_not_scored(program: str, reason: str) -> None:
    """Nobody lost these games; after a few of them the match is given up."""
    standing = run_match(plan(program, "simple", games=40))
    assert standing.tally().games == standing.tally(1).games == 0
    assert {game.reason for game in standing.broken} == {reason}
    assert len(standing.games) == len(standing.broken) == 3
    assert standing.failures(0) == standing.failures(1) == {}


def test_noise_before_an_answer_is_no_answer() -> None:
    """Banners and help texts, also such as begin with the words of an answer."""
    code = """
import sys
print('name - print the name of this program', flush=True)
print('move XXXX - tell the move of the other side', flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == 'name': print('thinking\\nname Noisy', flush=True)
    elif word in ('move', 'next'): print('move XXXX - help\\n1 2 3\\nmove AABB', flush=True)
"""
    noisy = f"cmd:{shlex.join([sys.executable, '-S', '-E', '-c', code])}@cloudict"
    first = start("connect6")
    players = (Contestant("simple"), Contestant.read(noisy, first))
    ended = play_game(first, ("j10",), players, LONG, most_plies=3)
    assert ended.reason == "most-plies", ended.detail
    assert ended.winner is None


def test_a_match_goes_on_where_its_log_ended(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    whole = run_match(plan("simple", "level:1", games=6))
    run_match(plan("simple", "level:1", games=2), log)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines) + lines[-1][:40])  # cut off in the middle of a game
    seen: list[int] = []
    resumed = run_match(
        plan("simple", "level:1", games=6), log, watch=lambda now: seen.append(len(now.games))
    )
    assert seen == [3, 4, 5, 6]
    assert [game.moves for game in resumed.games] == [game.moves for game in whole.games]
    assert len(log.read_bytes().splitlines()) == 7
    again = run_match(
        plan("simple", "level:1", games=6), log, watch=lambda _: pytest.fail("played")
    )
    assert again.tally() == whole.tally()


def test_the_log_of_another_match_is_refused_by_what_differs(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    run_match(plan("simple", "level:1", games=1), log)
    with pytest.raises(GameError, match=r"another match: it differs in seconds, seed"):
        run_match(plan("simple", "level:1", games=1, seed=9, seconds=3.0), log)
    log.write_text("my diary\n")
    with pytest.raises(GameError, match="no log of a match"):
        MatchLog(log, {})
    assert log.read_text() == "my diary\n"


def test_sprt_ends_a_match_early() -> None:
    standing = run_match(plan("simple", brain("sys.exit(1)"), games=400, sprt=Sprt(0, 400)))
    assert standing.decided() == "accepted"
    assert len(standing.games) < 60


def test_a_stop_keeps_what_is_finished_and_ends_the_programs(tmp_path: Path) -> None:
    stop, log = Stop(), tmp_path / "match.log"
    threading.Timer(0.5, stop.set).start()
    began = time.monotonic()
    sleeper = plan("simple", brain("time.sleep(600)"), games=4, seconds=600.0, jobs=2)
    standing = run_match(sleeper, log, stop=stop)
    assert time.monotonic() - began < LONG
    assert standing.games == ()
    assert len(log.read_bytes().splitlines()) == 1


@pytest.mark.native
def test_a_win_is_adjudicated_only_to_a_player_who_claims_and_proves_it() -> None:
    """The simple player does not see its open three: nobody else wins the game for it."""
    first = start("gomoku")
    three = ["h8", "a1", "h9", "c1", "h10", "e1"]
    strong = Contestant("level:10")
    for players, reason in (((SIMPLE, SIMPLE), "set-filled"), ((strong, SIMPLE), "proved")):
        ended = play_game(first, three, players, LONG, proofs=True)
        assert ended.reason == reason
    assert ended.winner == 0
    assert len(ended.moves) == len(three) + 1
    assert play_game(first, three, (strong, SIMPLE), LONG).reason == "set-filled"


def test_every_game_is_kept_as_sgf_with_its_end(tmp_path: Path) -> None:
    standing = run_match(plan("simple", brain("sys.exit(1)"), games=2))
    save_games(standing, tmp_path / "games")
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["00001.sgf", "00002.sgf"]
    for file, game in zip(files, standing.games, strict=True):
        (record,) = read_collection(file)
        assert isinstance(record, Record)
        assert list(record.moves) == game.moves
        assert record.result == ("black", "white")[game.winner or 0]
        assert record.how == "forfeit"
        assert "The loser's program ended" in record.main_line[-1].comment


def test_the_report_is_a_page_with_plots_in_both_languages(tmp_path: Path) -> None:
    standing = run_match(plan("simple", "level:1", games=6, sprt=Sprt(-50, 50)))
    save_report(standing, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text("utf-8")
    svgs = [part.partition("</svg>")[0] + "</svg>" for part in text.split("<svg")[1:]]
    assert len(svgs) == 4
    for svg in svgs:
        ElementTree.fromstring("<svg" + svg)
    assert "SPRT [-50, 50]" in text
    assert "等級分" in page(standing, "zh-Hant")
    assert "arena." not in text
    page(Standing(standing.plan, ()))


def test_a_rating_list_ranks_more_than_two() -> None:
    standing = run_match(plan("simple", "level:1", brain("sys.exit(1)"), games=2, jobs=2))
    assert len(standing.games) == 6
    ratings = standing.ratings()
    assert ratings[-1].player.startswith("cmd:")
    assert {rating.games for rating in ratings} == {4}
    assert "<table>" in page(standing)


@pytest.mark.parametrize(
    "text, words",
    [
        ("deepblue", "there is no player 'deepblue'"),
        ("level:99", "there is no player 'level:99'"),
        ("cmd:engine", "a program looks like cmd:COMMAND@PROTOCOL"),
        ("cmd:@gtp", "a program looks like cmd:COMMAND@PROTOCOL"),
        ("cmd:engine@xboard", "there is no protocol 'xboard'"),
        ("cmd:engine@cloudict", "two stones a turn"),
    ],
)
def test_a_player_that_cannot_be_is_refused_before_the_match(text: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        Contestant.read(text, SMALL)


def test_a_player_may_have_seconds_of_its_own() -> None:
    found = Contestant.read("cmd:engine ~/book@gtp~60", SMALL)
    assert (found.command, found.protocol, found.seconds) == ("engine ~/book", "gtp", 60.0)
    assert Contestant.read("simple~0.5", SMALL).seconds == 0.5
    assert Contestant.read("simple", SMALL).seconds is None
    with pytest.raises(GameError, match="more than 0"):
        Contestant.read("simple~0", SMALL)


def test_a_command_may_hold_an_at_sign() -> None:
    found = Contestant.read("cmd:ssh me@there engine@gtp", SMALL)
    assert (found.command, found.protocol) == ("ssh me@there engine", "gtp")
