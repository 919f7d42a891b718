"""The exam where pieces move: what is right, what is wrong, and where a sitting begins."""

from __future__ import annotations

import pytest

from kikashi import exam
from kikashi.exam.ladder import PAPER
from kikashi.exam.pieces import rule
from kikashi.exam.ruling import GOES_ON, SOLVED, WRONG
from kikashi.exam.sitting import Sitting
from kikashi.games import room
from kikashi.law import IllegalMoveError
from kikashi.puzzles.starter import starter

pytestmark = pytest.mark.native


@pytest.mark.parametrize("game", ["minishogi", "banqi", "xiangqi"])
def test_the_answers_of_puzzles_are_right_to_their_end_and_other_moves_wrong(game: str) -> None:
    puzzle = next(puzzle for puzzle in starter(game) if puzzle.length == 3)
    here = puzzle.start()
    for left in (3, 2, 1):
        moves = here.legal_moves() if left < 3 else list(puzzle.answers[0])
        ruled = {move: rule(here, [move]) for move in moves}
        right = [move for move, said in ruled.items() if said.verdict != WRONG]
        assert right, f"{left} turns are left and nothing is right"
        assert ruled[right[0]].verdict == (SOLVED if left == 1 else GOES_ON)
        if left > 1:
            following = ruled[right[0]].position
            assert following is not None
            here = following
    assert room(game).examiner() is not None, "its exam is offered"
    start = puzzle.start()
    others = [move for move in start.legal_moves() if [move] not in map(list, puzzle.answers)]
    wrong = rule(start, [others[0]])
    assert wrong.verdict == WRONG
    with pytest.raises(IllegalMoveError, match="one move"):
        rule(start, others[:2])


@pytest.mark.parametrize("game", ["minishogi", "banqi"])
def test_the_exam_begins_with_the_first_length_that_there_is(game: str) -> None:
    pool = exam.pool_of(starter(game))
    ladder = exam.reachable({at: len(found) for at, found in pool.items()}, PAPER)
    assert [level.kyu for level in ladder] == [9, 8, 7, 6, 5, 4]
    sitting = exam.begin("Lin", 1, pool, ladder=ladder)
    assert sitting.first == 1
    again = Sitting.from_json(sitting.to_json())
    assert again == sitting
    question = again.question
    assert question is not None
    answers = question.board().legal_moves()
    after, ruling = exam.answer(again, answers[:1], pool, ladder=ladder)
    assert ruling.verdict in (SOLVED, GOES_ON, WRONG)
    assert after.first == 1
