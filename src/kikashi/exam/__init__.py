"""The exam: a ladder of puzzles, sittings that can be gone on with, ratings."""

from kikashi.exam.glicko import Rating, expected, rate
from kikashi.exam.ladder import BEYOND, PAPER, Level, Score, after_answer, kyu_of, reachable
from kikashi.exam.ruling import Ruling, rule
from kikashi.exam.simulation import Separation, separation
from kikashi.exam.sitting import (
    ExamError,
    Question,
    Sitting,
    answer,
    begin,
    disguised,
    pool_of,
    result,
)

__all__ = [
    "BEYOND",
    "PAPER",
    "ExamError",
    "Level",
    "Question",
    "Rating",
    "Ruling",
    "Score",
    "Separation",
    "Sitting",
    "after_answer",
    "answer",
    "begin",
    "disguised",
    "expected",
    "kyu_of",
    "pool_of",
    "rate",
    "reachable",
    "result",
    "rule",
    "separation",
]
