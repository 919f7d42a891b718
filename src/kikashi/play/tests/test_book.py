"""Playing from the book: only turns that its games and its marks speak for, by lot, and told so."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kikashi.games import room
from kikashi.law import Position
from kikashi.play import book, openings
from kikashi.play.book import LEAST_GAMES, from_book, lower_bound, sound
from kikashi.play.levels import LevelPlayer, make_player
from kikashi.play.openings import Mark, Opening, Row
from kikashi.play.players import why
from kikashi.play.position_keys import key_of

START = room("gomoku").start()


def turn(move: str, won: int, lost: int, mark: Mark = "", turns: int = 0) -> Opening:
    return Opening((move,), (won, lost), 0, mark, "vct" if turns else "", turns)


def give_book(
    monkeypatch: pytest.MonkeyPatch, rows: Mapping[str, tuple[Position, list[Row]]]
) -> None:
    """A book of these rows alone, for every game."""
    made = {key_of(position).text: kept for position, kept in rows.values()}
    monkeypatch.setattr(openings, "_book", lambda _game: made)
    monkeypatch.setattr(openings, "_lines", lambda _game: ())


def test_a_turn_that_was_seldom_played_is_not_played_however_well_it_went() -> None:
    often, seldom = turn("h8", 20, 20), turn("h9", LEAST_GAMES - 1, 0)
    assert sound([often, seldom], 0) == (often,)
    assert sound([seldom], 0) == ()


def test_a_turn_that_did_worse_than_chance_explains_is_not_played() -> None:
    best, near, bad = turn("h8", 60, 40), turn("h9", 55, 45), turn("i9", 30, 70)
    assert sound([best, near, bad], 0) == (best, near)
    assert sound([best, near, bad], 1) == (bad,), (
        "for the other side the same games speak otherwise"
    )


def test_the_bar_is_the_lower_bound_of_the_best_less_what_chance_could_do_to_it() -> None:
    best = turn("h8", 60, 40)
    bar = 2 * lower_bound(best, 0) - best.score(0)
    on_it = [turn("i9", won, 100 - won) for won in range(30, 61)]
    kept = sound([best, *on_it], 0)
    assert {one.wins[0] for one in kept[1:]} == {
        one.wins[0] for one in on_it if lower_bound(one, 0) >= bar
    }
    assert 1 < len(kept) < len(on_it)


@pytest.mark.parametrize("mark", ["refuted", "doubted"])
def test_a_turn_that_something_speaks_against_is_never_played(mark: Mark) -> None:
    assert sound([turn("h8", 90, 10, mark)], 0) == ()
    good = turn("h9", 20, 20)
    assert sound([turn("h8", 20, 20, mark), good], 0) == (good,)


def test_the_bar_is_set_by_doubted_turns_too_and_not_by_refuted_ones() -> None:
    poor = turn("h9", 15, 25)
    assert sound([turn("h8", 80, 20), poor], 0)[1:] == ()
    assert sound([turn("h8", 80, 20, "doubted"), poor], 0) == (), "the best of what is left is poor"
    assert sound([turn("h8", 80, 20, "refuted"), poor], 0) == (poor,), "those games were wrong"


def test_where_the_best_of_the_games_is_doubted_a_turn_must_do_as_well_as_they_did_together() -> (
    None
):
    best, near, below = turn("h8", 13, 15, "doubted"), turn("h9", 9, 11), turn("i9", 6, 14)
    assert sound([best, near, below], 0) == (near,)
    assert sound([turn("h8", 13, 15), near, below], 0)[1:] == (near, below), "chance explains it"


def test_a_certified_win_is_played_alone_and_the_fastest_first() -> None:
    slow, fast = turn("h9", 0, 0, "certified", 9), turn("i9", 0, 0, "certified", 7)
    assert sound([turn("h8", 90, 10), slow, fast], 0) == (fast,)


def test_games_differ_by_their_seed_and_a_seed_repeats_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [Row("h8", (30, 30), 0), Row("h9", (30, 30), 0)]
    give_book(monkeypatch, {"start": (START, rows)})
    seen = START.view_of_mover()
    drawn = [from_book(seen, seed) for seed in range(30)]
    assert all(one is not None for one in drawn)
    assert len({one.moves for one in drawn if one}) > 2, "also the pictures of h9 differ"
    assert drawn == [from_book(seen, seed) for seed in range(30)]


def test_only_strong_levels_with_their_book_play_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # The corner: no search would begin there.
    give_book(monkeypatch, {"start": (START, [Row("a1", (30, 30), 0)])})
    corners = {START.transform_move(symmetry, "a1") for symmetry in START.symmetries()}
    seen = START.view_of_mover()

    def played(level: int, *, with_book: bool) -> bool:
        opinion = make_player(START, level, 1, book=with_book).turn(seen)
        assert (opinion.reason == book.REASON) is (opinion.book is not None)
        return opinion.book is not None and opinion.moves[0] in corners

    assert played(book.FROM_LEVEL, with_book=True)
    assert not played(book.FROM_LEVEL, with_book=False)
    assert not played(book.FROM_LEVEL - 1, with_book=True)


def test_a_book_for_the_explorer_only_is_shown_and_not_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_book(monkeypatch, {"start": (START, [Row("h8", (30, 30), 0)])})
    seen = START.view_of_mover()
    assert from_book(seen, 1) is not None
    monkeypatch.setattr(openings, "_lines", lambda _game: ("# explorer only: it lost",))
    assert from_book(seen, 1) is None
    assert not book.knows("gomoku", 10)
    assert openings.openings(START)


def test_whoever_wants_lines_or_a_search_gets_nothing_of_the_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_book(monkeypatch, {"start": (START, [Row("a1", (30, 30), 0)])})
    player = make_player(START, 10, 1, book=True)
    assert isinstance(player, LevelPlayer)
    seen = START.view_of_mover()
    assert player.choose_turn(seen, 5, nodes=50).reason == book.REASON
    assert player.choose_turn(seen, 5, nodes=50, lines=2).book is None
    assert player.choose_turn(seen, 5, nodes=50, book=False).book is None


def test_an_opinion_from_the_book_says_so_in_both_languages_and_claims_no_proof() -> None:
    seen = START.view_of_mover()
    opinion = from_book(seen, 1)
    assert opinion is not None, "the book of Gomoku knows how to begin"
    assert (opinion.score, opinion.verdict) == (None, None)
    assert opinion.book is not None
    for language, words in (("en", "from the book"), ("zh-Hant", "開局庫")):
        told = why(opinion, seen, language)
        assert words in told
        assert str(opinion.book.games) in told


def test_a_certified_turn_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    give_book(monkeypatch, {"start": (START, [Row("h8", (0, 0), 0, "certified", "vct", 17)])})
    seen = START.view_of_mover()
    opinion = from_book(seen, 1)
    assert opinion is not None
    assert opinion.verdict is None
    assert "certificate" in why(opinion, seen, "en")
    assert "證書" in why(opinion, seen, "zh-Hant")
    assert "17" in why(opinion, seen, "en")
