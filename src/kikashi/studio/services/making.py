"""The factory inside a worker: a puzzle of one position, or puzzles of a whole collection."""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from kikashi.games import room
from kikashi.grid import Executor, Outcome, Task, TaskError, do_task
from kikashi.law import Position
from kikashi.puzzles import Puzzle, Store, factory, puzzles, stages, stats, tasks
from kikashi.puzzles.normal import digest, normal_form
from kikashi.puzzles.tables import PositionRow
from kikashi.studio.work import Emit, Stop

SECONDS_BETWEEN_EVENTS = 0.25
ORIGIN = "board"
"""Where a puzzle came from that somebody made of the position before them."""


class StoppedError(Exception):
    """The person stopped the work, or others wait: what is finished is in the database."""


class InlineExecutor(Executor):
    """Does tasks one by one where it stands: a worker process is one core of one person."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._waiting: deque[tuple[int, Task]] = deque()
        self._next = 0

    @property
    def capacity(self) -> int:
        return 1

    def submit(self, task: Task) -> int:
        self._next += 1
        self._waiting.append((self._next, task))
        return self._next

    def cancel(self, ticket: int) -> bool:
        before = len(self._waiting)
        self._waiting = deque(entry for entry in self._waiting if entry[0] != ticket)
        return len(self._waiting) < before

    def results(self) -> Iterator[Outcome]:
        while self._waiting:
            ticket, task = self._waiting.popleft()
            try:
                value = do_task(task, lambda *_: not self._stop())
            except TaskError as refusal:
                yield Outcome(ticket, error=str(refusal))
                continue
            if self._stop():  # a search that was stopped has no answer, whatever it returned
                raise StoppedError
            yield Outcome(ticket, value)

    def close(self) -> None:
        self._waiting.clear()


class Teller:
    """Passes the factory's progress on, not more often than somebody can look."""

    def __init__(self, emit: Emit, stop: Stop) -> None:
        self._emit = emit
        self._stop = stop
        self._last = ("", 0.0)

    def __call__(self, stage: str, done: int, total: int) -> None:
        if self._stop():
            raise StoppedError
        known, told = self._last
        ends = total and done >= total
        if stage == known and not ends and time.monotonic() - told < SECONDS_BETWEEN_EVENTS:
            return
        self._last = (stage, time.monotonic())
        self._emit("progress", {"stage": stage, "done": done, "total": total})


def refusal_of_game(start: Position) -> Refused | None:
    """Why the studio makes no puzzles of a game at all."""
    game = start.game
    themes = room(game).themes()
    if themes is None or not themes.TAGS:
        return Refused("no-factory", f"the factory makes no puzzles of {game} yet")
    if not room(game).capabilities(start.options).provers:
        return Refused("no-factory", f"nothing proves wins in {game} with these options")
    return None


def refusal_of(position: Position) -> Refused | None:
    """Why a position cannot be asked about at all."""
    refused = refusal_of_game(position)
    if refused is not None:
        return refused
    if position.result() is not None:
        return Refused("over", "this game is over; a puzzle needs a position with a side to move")
    part = room(position.game).on_points()
    begun = part is not None and position.moves_left != part.turn_stones(position)[1]
    if part is not None and begun and any(part.stones(position)):
        text = "a turn has been begun here; finish it or take its stones back"
        return Refused("turn-begun", text)
    return None


@dataclass(frozen=True)
class Refused:
    """Why the factory makes no puzzle of a position: a code for the page, and a sentence."""

    code: str
    detail: str


def make_one(position: Position, emit: Emit, stop: Stop) -> Puzzle | Refused:
    """The puzzle of a position, with its proofs, or the reason why it is none."""
    refused = refusal_of(position)
    if refused is not None:
        return refused
    normal = normal_form(position)
    tell = Teller(emit, stop)
    with tempfile.TemporaryDirectory(prefix="kikashi-") as folder:
        store = Store(Path(folder) / "one.db", create=True)
        try:
            _lay_out(store, normal)
            with InlineExecutor(stop) as executor:
                factory.find(store, executor, tell, tasks.PROVE_NODES)
                _keep_whole(store)
                factory.prove(store, executor, tell)
                factory.compare(store, executor, tell)
            stages.publish(store, tell, {digest(normal)[:12]: ORIGIN})
            made = next(puzzles(store), None)
            if made is not None:
                return made
            with store.session() as session:
                return _why_not(session.scalars(select(PositionRow)).one())
        except StoppedError:
            return Refused("stopped", "the work was stopped before anything was decided")
        finally:
            store.close()


def _lay_out(store: Store, normal: Position) -> None:
    names = room(normal.game).player_names(normal.options)
    with store.session() as session:
        session.add(
            PositionRow(
                digest=digest(normal),
                game=normal.game,
                options=dict(normal.options),
                text=normal.to_text(),
                side=names[normal.to_move],
                published=False,
            )
        )


def _keep_whole(store: Store) -> None:
    """One position is no chain: nothing is contained in anything."""
    with store.session() as session:
        for row in session.scalars(select(PositionRow)):
            row.contained = False


def _why_not(row: PositionRow) -> Refused:
    by = room(row.game).capabilities(row.options).provers[0]
    if row.verdict == "no":
        return Refused("no-win", f"the side to move has no win by force ({by}) here, as searched")
    if row.verdict != "win":
        return Refused("unknown", f"no win ({by}) was found within the budget; there may be one")
    if row.turns == 1:
        return Refused("at-once", "the side to move wins at once: that is no puzzle")
    if row.proof != "proved":
        return Refused("unproved", "there is a win, but the fastest one was not proved in time")
    if row.answer == "many":
        return Refused("many", "more than three first turns win as fast: it would be too easy")
    return Refused("open", "whether other first turns win as fast was not decided in time")


def run_factory(where: Path, file: Path, game: str, emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """Makes puzzles of a record file in a database of its own, and goes on where it stopped."""
    store = Store(where, create=True)
    tell = Teller(emit, stop)
    whole = True
    try:
        with InlineExecutor(stop) as executor:
            factory.make(store, [file], game, executor, report=tell)
    except StoppedError:
        whole = False
        # What was proved before the stop is worth keeping, and takes no search.
        stages.publish(store, lambda *_: None)
    try:
        found = stats(store)
    finally:
        store.close()
    return {"whole": whole, "stats": found.to_json()}
