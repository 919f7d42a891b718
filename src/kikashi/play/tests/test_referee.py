"""The referee: exact weights, a commitment that binds, answers that wait, bent draws that show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

import pytest

from kikashi.law import (
    CHANCE,
    PUBLIC,
    GameError,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    Result,
)
from kikashi.play.referee import Referee, commitment, draw, verify

SEED = bytes(range(32))
WEIGHTS = (Outcome("a", 1), Outcome("b", 2), Outcome("c", 5))


@dataclass(frozen=True, eq=False, repr=False)
class Votes(Position):
    """Chance draws a letter, then three vote at once; twice."""

    said: tuple[Move, ...] = ()

    @property
    def game(self) -> str:
        return "votes"

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    @property
    def players(self) -> int:
        return 3

    @property
    def to_move(self) -> int:
        return len(self.said) % 4 - 1

    @property
    def moves_left(self) -> int:
        return int(self.result() is None)

    def asked(self) -> tuple[int, ...]:
        return () if self.result() or self.to_move == CHANCE else tuple(range(self.to_move, 3))

    def legal_moves(self) -> tuple[Move, ...]:
        if self.result():
            return ()
        return tuple("abc") if self.to_move == CHANCE else ("yes", "no")

    def outcomes(self) -> tuple[Outcome, ...]:
        return WEIGHTS if self.to_move == CHANCE and self.result() is None else ()

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move} is no vote")
        return replace(self, said=(*self.said, move))

    def result(self) -> Result | None:
        return Result((0, 0, 0), "done") if len(self.said) == 8 else None

    def to_text(self) -> str:
        return " ".join(self.said)


def test_every_outcome_is_drawn_as_often_as_its_weight_says() -> None:
    """Draws are reduced from far more numbers than there are weights, none of them twice."""
    drawn = Counter(draw(SEED, number, WEIGHTS) for number in range(40_000))
    for outcome in WEIGHTS:
        share = Fraction(outcome.weight, 8)
        # Four standard deviations of a count of 40,000 draws; the seed is fixed.
        spread = 4 * float(40_000 * share * (1 - share)) ** 0.5
        assert abs(drawn[outcome.move] - 40_000 * share) < spread, drawn


def test_every_place_among_the_weights_is_reached_and_none_beyond(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The stream is made of the eight places in turn: each outcome comes exactly by its weight."""
    from kikashi.play import referee

    def places(_seed: bytes, number: int, _attempt: int, size: int) -> bytes:
        return (8 * 1_000 + number).to_bytes(size, "big")

    monkeypatch.setattr(referee, "_stream", places)
    drawn = [draw(SEED, number, WEIGHTS) for number in range(8)]
    assert drawn == ["a", "b", "b", "c", "c", "c", "c", "c"]


def test_a_number_beyond_the_last_whole_round_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the first outcomes would come a little too often."""
    from kikashi.play import referee

    three = (Outcome("x", 1), Outcome("y", 1), Outcome("z", 1))
    asked: list[int] = []

    def stream(_seed: bytes, _number: int, attempt: int, size: int) -> bytes:
        asked.append(attempt)
        # 256^n is one more than a multiple of three: the largest number stands beyond the rounds.
        return b"\xff" * size if attempt == 0 else (1).to_bytes(size, "big")

    monkeypatch.setattr(referee, "_stream", stream)
    assert draw(SEED, 0, three) == "y"
    assert asked == [0, 1]


def test_chance_with_nothing_to_choose_from_is_refused() -> None:
    with pytest.raises(GameError, match="nothing to choose"):
        draw(SEED, 0, ())


def test_the_same_seed_draws_the_same_game_and_another_another() -> None:
    def game(seed: bytes) -> tuple[Move, ...]:
        referee = Referee(Votes(), seed)
        while waiting := referee.waiting_for():
            referee.answer(waiting[0], "yes")
        return referee.game.moves

    assert game(SEED) == game(SEED)
    assert len({game(bytes([n]) * 32) for n in range(20)}) > 3


def test_the_seed_is_committed_to_at_the_start_and_shown_at_the_end_alone() -> None:
    referee = Referee(Votes(), SEED)
    assert referee.commitment == commitment(SEED)
    with pytest.raises(GameError, match="when the game is over"):
        referee.reveal()
    while waiting := referee.waiting_for():
        referee.answer(waiting[-1], "no")
    assert referee.reveal() == SEED
    verify(Votes(), referee.game.moves, referee.reveal(), referee.commitment)


def test_without_a_seed_every_referee_has_its_own() -> None:
    assert Referee(Votes()).commitment != Referee(Votes()).commitment


def test_verify_finds_a_bent_draw_and_another_seed() -> None:
    referee = Referee(Votes(), SEED)
    while waiting := referee.waiting_for():
        referee.answer(waiting[0], "yes")
    moves = list(referee.game.moves)
    other = next(letter for letter in "abc" if letter != moves[4])
    bent = [*moves[:4], other, *moves[5:]]
    with pytest.raises(GameError, match=f"move 5: the seed draws {moves[4]}, but {other}"):
        verify(Votes(), bent, SEED, referee.commitment)
    with pytest.raises(GameError, match="not the one that was committed to"):
        verify(Votes(), moves, b"x" * 32, referee.commitment)


def test_answers_in_any_order_are_played_in_the_order_of_the_law_when_all_are_in() -> None:
    referee = Referee(Votes(), SEED)
    assert referee.waiting_for() == (0, 1, 2)
    assert not referee.answer(2, "yes")
    assert not referee.answer(0, "no")
    assert (referee.waiting_for(), len(referee.game.moves)) == ((1,), 1)
    assert referee.answer(1, "yes")
    assert referee.game.moves[1:4] == ("no", "yes", "yes")


def test_what_waits_for_others_changes_nobody_elses_view() -> None:
    referee = Referee(Votes(), SEED)
    before = {player: referee.view(player) for player in (0, 1, PUBLIC)}
    referee.answer(2, "yes")
    assert {player: referee.view(player) for player in (0, 1, PUBLIC)} == before
    assert not referee.view(2).asked


def test_an_answer_is_taken_once_and_only_from_who_is_asked() -> None:
    referee = Referee(Votes(), SEED)
    with pytest.raises(IllegalMoveError, match="not one of yes, no"):
        referee.answer(0, "perhaps")
    referee.answer(0, "yes")
    with pytest.raises(IllegalMoveError, match="answered already"):
        referee.answer(0, "no")
    with pytest.raises(IllegalMoveError, match="not asked"):
        referee.answer(7, "yes")


def test_a_game_that_was_written_down_goes_on_with_its_draws_and_its_waiting_answers() -> None:
    one = Referee(Votes(), SEED)
    one.answer(1, "no")
    other = Referee(Votes(), SEED, one.game.moves, dict(one.pending))
    for referee in (one, other):
        referee.answer(2, "yes")
        referee.answer(0, "yes")
    assert one.game.moves == other.game.moves
    assert one.game.moves[1:4] == ("yes", "no", "yes")
