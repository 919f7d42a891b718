"""Where players are named, a book of openings can be switched off: by a word, an option, a host."""

from __future__ import annotations

import pytest

from kikashi.arena import Contestant, Plan
from kikashi.games import room
from kikashi.law import GameError, Position
from kikashi.play import openings
from kikashi.play.levels import LevelPlayer
from kikashi.play.openings import Row
from kikashi.play.position_keys import key_of
from kikashi.protocols.levels_door import has_book, make_player
from kikashi.words.refusing import known_in_chinese
from tests.cli.command_line import answer, kikashi
from tests.protocols.talking import talk_from

XIANGQI, MINISHOGI, GOMOKU = (room(name).start() for name in ("xiangqi", "minishogi", "gomoku"))
ODD = {"xiangqi": "a0a1", "minishogi": "1e1d", "gomoku": "a1"}
"""First turns that no search of ours chooses."""
ODD_IN_XBOARD = "move e1e2"


@pytest.fixture(autouse=True)
def odd_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """A book for each game that has one turn, an odd one."""

    def book(game: str) -> dict[str, list[Row]]:
        start = room(game).start()
        if game not in ODD:
            return {}
        key = key_of(start)
        return {key.text: [Row(key.turn(start, [ODD[game]]), (30, 30), 0)]}

    monkeypatch.setattr(openings, "_book", book)
    monkeypatch.setattr(openings, "_lines", lambda _game: ())


def odd(position: Position) -> set[str]:
    move = ODD[position.game]
    return {position.transform_move(s, move) for s in position.symmetries()} | {move}


def plays_odd(position: Position, name: str, *, book: bool = True) -> bool:
    player = make_player(position, name, 1, book=book)
    assert isinstance(player, LevelPlayer)
    opinion = player.choose_turn(position.view_of_mover(), 5, nodes=200)
    return opinion.moves[0] in odd(position)


@pytest.mark.native
def test_a_word_behind_a_level_leaves_its_book_out() -> None:
    assert plays_odd(GOMOKU, "level:10")
    assert not plays_odd(GOMOKU, "level:10/no-book")
    assert not plays_odd(GOMOKU, "level:10", book=False)
    assert not plays_odd(GOMOKU, "10/no-book")


def test_who_has_a_book_is_known() -> None:
    assert [has_book(GOMOKU, name) for name in ("level:10", "level:10/no-book")] == [True, True]
    assert [has_book(GOMOKU, name) for name in ("level:3", "simple")] == [False, False]
    assert not has_book(room("go").start(), "level:10")


@pytest.mark.parametrize("name", ["simple/no-book", "mcts/no-book", "level:11/no-book"])
def test_only_levels_can_be_told_to_leave_a_book_out(name: str) -> None:
    with pytest.raises(GameError, match="only levels have a book to leave out") as refused:
        make_player(GOMOKU, name)
    assert "開局庫" in (known_in_chinese(str(refused.value)) or "")


@pytest.mark.native
@pytest.mark.parametrize(
    ("protocol", "position", "offered", "off"),
    [
        ("uci", XIANGQI, "option name OwnBook type check", "setoption name OwnBook value false"),
        ("ucci", XIANGQI, "option usebook type check", "setoption usebook false"),
        (
            "usi",
            MINISHOGI,
            "option name USI_OwnBook type check",
            "setoption name USI_OwnBook value false",
        ),
    ],
)
def test_a_host_is_offered_the_book_and_can_switch_it_off(
    protocol: str, position: Position, offered: str, off: str
) -> None:
    asked = ("position startpos", "go nodes 300", "quit")
    said = talk_from(protocol, position, protocol, *asked, level="10")
    assert f"{offered} default true" in said
    assert any("info string from the book: 60 games" in line for line in said)
    assert not any(" score " in line for line in said), "what was not searched has no score"
    new = {"uci": "ucinewgame", "ucci": "uccinewgame", "usi": "usinewgame"}[protocol]
    for lines in ((off, *asked), (off, new, *asked)):
        said = talk_from(protocol, position, *lines, level="10")
        assert not any("from the book" in line for line in said)
        assert said[-1].startswith("bestmove") or protocol == "ucci"
    wrong = talk_from(protocol, position, off.replace("false", "perhaps"), "quit", level="10")
    assert any("is true or false" in line for line in wrong)
    weak = talk_from(protocol, position, protocol, "quit", level="2")
    assert not any("book" in line.lower() for line in weak), "a level without one offers none"


@pytest.mark.native
def test_an_xboard_host_can_switch_the_book_off() -> None:
    asked = ("st 1", "go", "quit")
    said = talk_from("xboard", MINISHOGI, "protover 2", *asked, level="10")
    assert 'feature option="OwnBook -check 1"' in said
    assert said[-1] == ODD_IN_XBOARD
    said = talk_from("xboard", MINISHOGI, "option OwnBook=0", *asked, level="10")
    assert said[-1] != ODD_IN_XBOARD
    wrong = talk_from("xboard", MINISHOGI, "option OwnBook=maybe", "quit", level="10")
    assert any("OwnBook is 0 or 1" in line for line in wrong)


def test_a_match_with_openings_asks_what_players_find_themselves() -> None:
    players = tuple(Contestant.read(text, GOMOKU) for text in ("level:10", "level:10/no-book"))
    plain = Plan(GOMOKU, players, 2, 1.0, ((),))
    assert "book" not in plain.heading(), "logs of matches without a book go on"
    assert Plan(GOMOKU, players, 2, 1.0, ((),), book=True).heading()["book"] is True


@pytest.mark.native
@pytest.mark.parametrize(
    ("extra", "book"),
    [
        ((), False),
        (("--book",), True),
        (("--opening-turns", "0"), True),
        (("--opening-turns", "0", "--no-book"), False),
    ],
)
def test_a_match_says_whether_levels_played_from_a_book(extra: tuple[str, ...], book: bool) -> None:
    found = answer(
        *("match", "connect", "simple", "level:1", "--games", "1", "-o", "size=9x9", "-o", "k=5"),
        *("--most-plies", "1", *extra),
    )
    assert found["book"] is book


@pytest.mark.native
@pytest.mark.parametrize(
    ("player", "extra", "told"),
    [
        ("level:8", (), True),
        ("level:8", ("--no-book",), False),
        ("level:8/no-book", (), False),
        ("level:7", (), False),
    ],
)
def test_a_game_in_the_terminal_says_what_is_from_the_book(
    player: str, extra: tuple[str, ...], told: bool
) -> None:
    seats = ("--black", player, "--white", "human", "--seed", "1", *extra)
    run = kikashi("play", "gomoku", *seats, stdin="quit\n")
    assert run.returncode == 0, run.stderr
    assert ("from the book: 60 games of our own players, 50% for this side" in run.stdout) is told
    chinese = kikashi("play", "gomoku", *seats, "--language", "zh-Hant", stdin="quit\n")
    assert ("出自開局庫" in chinese.stdout) is told


@pytest.mark.native
def test_an_engine_is_started_without_its_book() -> None:
    line = ("engine", "gomoku", "--protocol", "gtp", "--level", "8", "--seed", "1")
    corners = {"= A1", "= A15", "= P1", "= P15"}  # GTP has no letter I
    with_book = kikashi(*line, stdin="genmove black\nquit\n").stdout.splitlines()
    without = kikashi(*line, "--no-book", stdin="genmove black\nquit\n").stdout.splitlines()
    assert with_book[0] in corners
    assert without[0] not in corners
