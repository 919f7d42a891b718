"""The factory: the stages in order. Each asks the database what is undone, so that any run goes on
where the last one stopped, however it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import ColumnElement, and_, false, or_, select
from sqlalchemy.orm import Session

from kikashi.games import room
from kikashi.grid import Executor, Outcome, Task
from kikashi.law import GameError, Options
from kikashi.puzzles import stages, tasks
from kikashi.puzzles.stages import Report
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import AnswerRow, FurtherRow, PositionRow, ProofRow
from kikashi.puzzles.undoing import undo

SECONDS_BETWEEN_COMMITS = 2.0
Asked: TypeAlias = dict[int, tuple[str, int]]
"""Stage and position of every ticket of a run: its answer may be taken back later."""
SORTS = {"single-threats": tasks.SINGLE_NODES, "defence": tasks.DEFENCE_NODES}
"""Further sorts of puzzles, and the nodes that a position may cost."""


def make(
    store: Store,
    files: Sequence[Path],
    game: str,
    executor: Executor,
    *,
    report: Report | None = None,
    games: int | None = None,
    options: Options | None = None,
    nodes: int = tasks.FIND_NODES,
    also: Sequence[str] = (),
) -> None:
    """Makes puzzles of `files`, and goes on with whatever the database has left undone.

    `also` names further sorts of puzzles that cost extra time: see `SORTS`.
    """
    tell = report or (lambda *_: None)
    if not room(game).capabilities(room(game).normal_options(options)).provers:
        raise GameError(f"{game} has no forcing search, so no puzzles can be proved in it")
    if also and room(game).defence_prover() is None:
        raise GameError(f"{game} has no puzzles of {' and '.join(also)}")
    stages.gather(store, files, game, tell, games=games, options=options)
    stages.take(store, tell)
    asked: Asked = {}
    while True:
        find(store, executor, tell, nodes, asked)
        stages.thin(store, tell)
        prove(store, executor, tell, asked)
        compare(store, executor, tell, asked)
        stages.publish(store, tell)
        for sort in also:
            further(store, executor, tell, sort, asked)
        if not withdraw(store, executor, tell, asked):
            break


def withdraw(store: Store, executor: Executor, report: Report, asked: Asked) -> int:
    """Undoes what rests on answers that a grid has taken back; gives how many there were.

    The stages then do it again. Whoever makes puzzles learns only of what is taken back before
    the work is over.
    """
    taken_back = executor.corrections()
    with store.session() as session:
        for outcome in taken_back:
            stage, number = asked[outcome.ticket]
            undo(session, session.get_one(PositionRow, number), stage)
    if taken_back:
        report("withdraw", len(taken_back), len(taken_back))
    return len(taken_back)


def find(
    store: Store,
    executor: Executor,
    report: Report,
    nodes: int = tasks.FIND_NODES,
    asked: Asked | None = None,
) -> None:
    """Looks for a forcing win in every position that has no verdict yet."""

    def task(_: Session, row: PositionRow) -> Task:
        return tasks.task("puzzles.find", row.game, row.options, row.text, nodes=nodes)

    def save(_: Session, row: PositionRow, outcome: Outcome) -> None:
        value = outcome.unwrap()
        row.verdict, row.turns, row.nodes = value["verdict"], value["turns"], value["nodes"]

    wanted = PositionRow.verdict.is_(None)
    _work(store, executor, report, "find", wanted=wanted, task=task, save=save, asked=asked)


def prove(store: Store, executor: Executor, report: Report, asked: Asked | None = None) -> None:
    """Proves the fastest win of every position that is a puzzle so far."""

    def task(_: Session, row: PositionRow) -> Task:
        return tasks.task("puzzles.prove", row.game, row.options, row.text, nodes=tasks.PROVE_NODES)

    def save(session: Session, row: PositionRow, outcome: Outcome) -> None:
        value = outcome.unwrap()
        row.proof = "proved" if value["verdict"] == "win" else "open"
        if row.proof == "proved":
            session.add(
                ProofRow(
                    position_id=row.id,
                    turns=value["turns"],
                    line=value["line"],
                    certificate=value["certificate"],
                    refutation=value["refutation"],
                    note=value["note"],
                    breadth=value["breadth"],
                )
            )

    with store.session() as session:
        games = session.scalars(select(PositionRow.game).distinct()).all()
    wanted = and_(
        PositionRow.verdict == "win",
        or_(  # at least one turn to find before those that only complete the win
            false(),
            *(
                and_(PositionRow.game == game, PositionRow.turns > stages.completing(game))
                for game in games
            ),
        ),
        PositionRow.contained.is_(False),
        PositionRow.proof.is_(None),
    )
    _work(store, executor, report, "prove", wanted=wanted, task=task, save=save, asked=asked)


def compare(store: Store, executor: Executor, report: Report, asked: Asked | None = None) -> None:
    """Finds every first turn that wins, for all proved positions."""

    def task(session: Session, row: PositionRow) -> Task:
        proof = session.get_one(ProofRow, row.id)
        more = {"turns": proof.turns, "line": proof.line, "nodes": tasks.COMPARE_NODES}
        return tasks.task("puzzles.compare", row.game, row.options, row.text, **more)

    def save(session: Session, row: PositionRow, outcome: Outcome) -> None:
        value = outcome.unwrap()
        row.answer = stages.quality_of(value["turns"], value["reached"])
        kept = {k: value[k] for k in ("turns", "candidates", "unknown", "reached", "later")}
        session.add(
            AnswerRow(
                position_id=row.id,
                refutation=value["refutation"],
                refuted_within=value["refuted_within"],
                **kept,
            )
        )

    wanted = and_(
        PositionRow.proof == "proved",
        PositionRow.contained.is_(False),
        PositionRow.answer.is_(None),
    )
    _work(store, executor, report, "compare", wanted=wanted, task=task, save=save, asked=asked)


def further(
    store: Store, executor: Executor, report: Report, sort: str, asked: Asked | None = None
) -> None:
    """Looks for puzzles of a further sort among positions without a forcing win of their own."""
    if sort not in SORTS:
        raise GameError(f"there is no sort of puzzles {sort!r}; there are: {', '.join(SORTS)}")

    def task(_: Session, row: PositionRow) -> Task:
        nodes = SORTS[sort]
        return tasks.task(f"puzzles.{sort}", row.game, row.options, row.text, nodes=nodes)

    def save(session: Session, row: PositionRow, outcome: Outcome) -> None:
        session.merge(stages.further_row(session, row, sort, outcome.unwrap()))

    known = select(FurtherRow.position_id).where(FurtherRow.sort == sort)
    wanted = and_(PositionRow.verdict == "no", PositionRow.id.not_in(known))
    _work(store, executor, report, sort, wanted=wanted, task=task, save=save, asked=asked)


def _work(
    store: Store,
    executor: Executor,
    report: Report,
    stage: str,
    *,
    wanted: ColumnElement[bool],
    task: Callable[[Session, PositionRow], Task],
    save: Callable[[Session, PositionRow, Outcome], None],
    asked: Asked | None = None,
) -> None:
    """Runs one stage: keeps the executor busy and writes results down as they come."""
    with store.session() as session:
        waiting = list(
            session.scalars(select(PositionRow.id).where(wanted).order_by(PositionRow.id))
        )
    tickets: dict[int, int] = {}
    done: list[tuple[int, Outcome]] = []
    finished, written = 0, time.monotonic()

    def flush() -> None:
        nonlocal done, written
        with store.session() as session:
            for number, outcome in done:
                save(session, session.get_one(PositionRow, number), outcome)
        done, written = [], time.monotonic()

    supply = _supply(store, waiting, task)
    outcomes = executor.results()
    try:
        while True:
            while len(tickets) < executor.capacity:
                number, made = next(supply, (None, None))
                if number is None or made is None:
                    break
                ticket = executor.submit(made)
                tickets[ticket] = number
                if asked is not None:
                    asked[ticket] = (stage, number)
            if not tickets:
                break
            outcome = next(outcomes, None)
            if outcome is None:  # all that was in flight when the stream began has come
                outcomes = executor.results()
                continue
            number = tickets.pop(outcome.ticket)
            if outcome.cancelled:
                continue
            outcome.unwrap()  # a task that fails is a fault of ours: stop, and leave it undone
            done.append((number, outcome))
            finished += 1
            if len(done) >= stages.BATCH or time.monotonic() - written > SECONDS_BETWEEN_COMMITS:
                flush()
            report(stage, finished, len(waiting))
    finally:
        flush()


def _supply(
    store: Store, waiting: list[int], task: Callable[[Session, PositionRow], Task]
) -> Iterator[tuple[int, Task]]:
    for first in range(0, len(waiting), stages.BATCH):
        with store.session() as session:
            chunk = [
                (number, task(session, session.get_one(PositionRow, number)))
                for number in waiting[first : first + stages.BATCH]
            ]
        yield from chunk
