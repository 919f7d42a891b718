"""The sort of one best choice: a question, every choice with its value, right are the best ones.

A room brings the questions and the values (`questions.py`); nothing here names a game. What its
certificates show is called certified after the checker has replayed them; the rest is the word of
the room's solver, and is told as that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError, Move, Position, needed
from kikashi.law.puzzle_parts import Grounds, Question, Questions, Valued
from kikashi.proofs import Caps, RefusedError, check
from kikashi.puzzles.model import BEST_CHOICE, CHOICE, Puzzle
from kikashi.puzzles.normal import digest
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import FurtherRow, PositionRow

GENERATOR = "choices-1"
SUFFIX = "-b"
CAPS = Caps(seconds=20.0)
"""For a replay while somebody waits."""


def questions_of(game: str) -> Questions:
    """The room's questions; GameError where it has none."""
    return needed(room(game).questions(), game, "questions of one best choice")


def best(position: Position) -> tuple[tuple[Move, ...], ...]:
    """The choices that are right, each as a turn."""
    found = questions_of(position.game).choices(position.view_of_mover())
    return tuple((one.move,) for one in found if one.value == found[0].value)


def must_be_choice(position: Position, turn: Sequence[Move]) -> Move:
    """The choice that a turn is; IllegalMoveError where it is none."""
    found = questions_of(position.game).choices(position.view_of_mover())
    words = {one.move.lower(): one.move for one in found}
    if len(turn) != 1 or turn[0].lower() not in words:
        raise IllegalMoveError(
            f"{' '.join(turn)[:40]!r} is no choice here; choose one of {' '.join(words.values())}"
        )
    return words[turn[0].lower()]


def certified(position: Position, grounds: Grounds) -> tuple[bytes, ...]:
    """The certificates of the values here, each replayed; none where one is refused."""
    try:
        for data, claim in grounds.certificates:
            check(data, start=position, claim=claim, caps=CAPS)
    except RefusedError:
        return ()
    return tuple(data for data, _ in grounds.certificates)


def explained(position: Position, given: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Every choice with what it leads to, and what that rests on, as pages take it; under what was
    `given` where the room's questions can be adjusted."""
    home, place = questions_of(position.game), room(position.game)
    settable = place.adjustable_questions()
    flags = settable.FLAGS if settable else ()
    usual = {flag.name: flag.default for flag in flags}
    own = place.read_question_flags(given or {})
    if settable is not None and usual | dict(given or {}) != usual:
        found = settable.choices_with(position.view_of_mover(), own)
        proved, said = False, settable.grounds_with(own)
    else:
        found = home.choices(position.view_of_mover())
        grounds = home.grounds(position)
        proved = bool(certified(position, grounds))
        said = grounds.certified if proved else grounds.said
    return {
        "flags": [
            {
                "name": flag.name,
                "default": flag.default,
                "help": dict(flag.help),
                "choices": list(flag.choices),
            }
            for flag in flags
        ],
        "choices": [
            {
                "word": one.move,
                "value": list(one.value),
                "best": one.value == found[0].value,
                "said": dict(one.said),
            }
            for one in found
        ],
        "grounds": dict(said),
        "proved": proved,
        "cut": False,
        "main_line": True,
        "turns": _played_out(found),
    }


def _played_out(found: Sequence[Valued]) -> list[dict[str, Any]]:
    """The best choices, and every choice with a line, as a tree of turns to walk through."""
    turns: list[dict[str, Any]] = []
    for one in found:
        if one.value != found[0].value and not one.line:
            continue
        parent = -1
        for move in (one.move, *one.line):
            turns.append({"parent": parent, "moves": [move]})
            parent = len(turns) - 1
    return turns


def puzzle_of(game: str, asked: Question) -> Puzzle:
    """A question as a puzzle, its answers found anew; without certificates."""
    home = room(game)
    position = home.from_text(asked.position, asked.options)
    answers = best(position)
    return Puzzle(
        id=digest(position)[:12] + SUFFIX,
        game=game,
        options=dict(position.options),
        position=position.to_text(),
        side=home.player_names(position.options)[position.to_move],
        by=CHOICE,
        length=asked.length,
        quality=CHOICE,
        key_stone=False,
        answers=answers,
        exactness=1.0,
        difficulty=asked.difficulty,
        tags=dict(asked.tags),
        line=answers[:1],
        origin=asked.origin,
        generator=GENERATOR,
        goal=CHOICE,
    )


def made(game: str) -> Iterator[Puzzle]:
    """The puzzles of a room's own questions, in their order."""
    for asked in questions_of(game).questions():
        yield puzzle_of(game, asked)


def keep(store: Store, puzzle: Puzzle) -> None:
    """Puts a puzzle into a database, with the certificates that stand behind it."""
    position = puzzle.start()
    proofs = (*certified(position, questions_of(puzzle.game).grounds(position)), None, None)
    with store.session() as session:
        name = digest(position)
        row = session.scalar(select(PositionRow).where(PositionRow.digest == name))
        if row is None:
            row = PositionRow(
                digest=name,
                game=puzzle.game,
                options=dict(puzzle.options),
                text=puzzle.position,
                side=puzzle.side,
                verdict=CHOICE,
                contained=True,
                published=False,
            )
            session.add(row)
            session.flush()
        session.merge(
            FurtherRow(
                position_id=row.id,
                sort=BEST_CHOICE,
                verdict="best",
                id=puzzle.id,
                by=puzzle.by,
                turns=puzzle.length + 1,
                answers=[list(turn) for turn in puzzle.answers],
                line=[list(turn) for turn in puzzle.line],
                certificate=proofs[0],
                refutation=proofs[1],
                tags=dict(puzzle.tags),
                difficulty=puzzle.difficulty,
                origin=puzzle.origin,
                generator=puzzle.generator,
            )
        )


def problems(puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with a stored puzzle: its answers and certificates are looked at again."""
    position = puzzle.start()
    if best(position) != puzzle.answers:
        yield f"the best choices are {best(position)}, stored are {puzzle.answers}"
    claims = [claim for _, claim in questions_of(puzzle.game).grounds(position).certificates]
    stored = [data for data in (puzzle.certificate, puzzle.refutation) if data]
    if len(stored) != len(claims):
        yield f"{len(stored)} certificates are stored, and {len(claims)} belong to it"
        return
    for data, claim in zip(stored, claims, strict=True):
        try:
            check(data, start=position, claim=claim)
        except GameError as why:
            yield f"a certificate of its value is refused: {why}"
