"""Playing: games are made, shown, played on and ended; computers answer from worker processes.

Whatever changes a game does so under its lock and in one transaction, then tells the channel
`game ID`, on which the streams of its people wait. The clock is the server's: it is read whenever
the game is looked at, so that no timer has to survive a restart.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from kikashi.law import GameError, Move, Position
from kikashi.law.puzzle_parts import Valued
from kikashi.play import Game, TimeControl, allot, viewing
from kikashi.play.saving import seen_text, to_record
from kikashi.protocols import levels_door
from kikashi.records.formats import Format, text
from kikashi.studio import problems
from kikashi.studio.people import Person
from kikashi.studio.services import game_rows
from kikashi.studio.services.game_rows import FRIEND, ME
from kikashi.studio.services.tables import Table
from kikashi.studio.store import Store
from kikashi.studio.store.games import GameRow
from kikashi.studio.streams import Channels
from kikashi.studio.work import Job, JobFailure
from kikashi.studio.work.pool import Workers

LOG = logging.getLogger(__name__)

LONGEST_THOUGHT = 5.0
"""Seconds of a computer's turn under a clock, however much time it has."""
MOST_TROUBLE = 1_000
LOCKS = 64
LOST = "the computer's turn was lost"


@dataclass(frozen=True)
class Seen:
    """A game as somebody sees it now."""

    table: Table
    viewer: int
    """The player whose view it is, or PUBLIC."""
    your_turn: bool
    thinking: bool
    trouble: str


class Plays:
    """All games that are played here."""

    def __init__(self, store: Store, workers: Workers, channels: Channels) -> None:
        self._store = store
        self._workers = workers
        self._channels = channels
        self._locks = [threading.RLock() for _ in range(LOCKS)]
        self._thinking: dict[tuple[str, int], Job] = {}
        self._trouble: dict[str, str] = {}
        self._watchers: Counter[tuple[str, str]] = Counter()

    def create(
        self,
        person: Person,
        game: Game,
        setup: str,
        seats: Sequence[str],
        control: TimeControl | None,
    ) -> str:
        """Opens a table: a seat is `me`, `friend` or a computer player. Gives the game's id."""
        position = game.position
        if len(seats) != position.players:
            raise GameError(f"this game has {position.players} seats, not {len(seats)}")
        if ME not in seats:
            raise GameError("one of the seats must be yours: 'me'")
        if position.result() is not None:
            raise GameError("this position is the end of a game; choose another to play from")
        known = levels_door.player_names(position)
        for seat in seats:
            _refuse_unknown(seat, (ME, FRIEND, *known), position)
        row = game_rows.opened(person, position, setup, seats, control)
        Table(row).open(setup)
        with self._store.session() as session:
            game_rows.make_space(session, person)
            session.add(row)
        self._let_computer_play(row.id)
        return row.id

    def rematch(self, name: str, person: Person) -> str:
        """The game after this one: same people, colours swapped. The second who asks joins it."""
        with self._table(name, person) as table:
            table.refuse_onlookers(person)
            if not table.over:
                raise GameError("a rematch begins when this game is over")
            if table.row.rematch is None:
                row = game_rows.swapped(table.row)
                Table(row).open(row.start)
                with self._store.session() as session:
                    session.add(row)
                table.row.rematch = row.id
            found = table.row.rematch
        self._let_computer_play(found)
        self._channels.tell(channel(name))
        return found

    @contextmanager
    def watching(self, name: str, person: Person) -> Iterator[None]:
        """While somebody has the page of a game open; the others are told when it changes."""
        key = (name, person.id)
        self._watchers[key] += 1
        self._channels.tell(channel(name))
        try:
            yield
        finally:
            self._watchers[key] -= 1
            if not self._watchers[key]:
                del self._watchers[key]
            self._channels.tell(channel(name))

    def watches(self, name: str, person: str | None) -> bool:
        """Whether a person has the page of a game open now."""
        return person is not None and (name, person) in self._watchers

    def see(self, name: str, person: Person) -> Seen:
        """A game as it stands; clocks are read, and a computer that forgot to think is reminded."""
        with self._table(name, person) as table:
            own = table.seats_of(person)
            mover = table.known_mover
            seen = Seen(
                table,
                table.viewer(person),
                your_turn=any(seat.number in own for seat in table.waiting),
                thinking=mover is not None and mover.computer is not None,
                trouble=self._trouble.get(name, ""),
            )
            waiting = any(seat.computer is not None for seat in table.waiting)
        if waiting:
            self._let_computer_play(name)
        return seen

    def act(self, name: str, person: Person, action: Callable[[Table], object]) -> None:
        """Changes a game, then lets computers play and tells everybody who looks on."""
        with self._table(name, person) as table:
            before = (len(table.game.moves), table.over)
            action(table)
            changed = before != (len(table.game.moves), table.over)
        self._trouble.pop(name, None)
        if changed:  # where others are asked at the same time, they go on thinking
            self._stop_thinking(name)
        self._let_computer_play(name)
        self._channels.tell(channel(name))

    def play(self, name: str, person: Person, moves: Sequence[Move], after: int) -> None:
        """Plays moves of one's turn, if nothing happened since `after` moves."""

        def action(table: Table) -> None:
            count = table.count(table.viewer(person))
            if count != after:
                raise problems.Refusal(
                    409, "moved-on", f"the game has {count} moves by now, not {after}; look again"
                )
            table.play(person, moves)

        self.act(name, person, action)

    def hint(self, name: str, person: Person) -> Job:
        """Asks the strongest player for its turn; the game remembers that a hint was used."""
        self.act(name, person, lambda table: table.use_hint(person))
        with self._table(name, person) as table:
            strongest = levels_door.player_names(table.game.position)[-1]
            payload = _payload(table, strongest, table.viewer(person), timed=False)
        return self._workers.submit("play.turn", payload, person)

    def proposal(self, name: str, person: Person) -> Job:
        """Has a worker say how the game should be settled; no hint, and both may ask."""
        with self._table(name, person) as table:
            table.refuse_settled(person)
            payload = {
                "game": table.row.game,
                "options": dict(table.row.options),
                "start": table.row.start,
                "moves": list(table.game.moves),
            }
        return self._workers.submit("play.settlement", payload, person)

    def leaves(self, name: str, person: Person) -> tuple[Valued, ...]:
        """What each choice of a person leaves in their own hand."""
        with self._table(name, person) as table:
            return table.leaves(person)

    def decisions(self, name: str, person: Person) -> Job:
        """Has a worker go through the decisions of a game that is over."""
        with self._table(name, person) as table:
            if not table.over:
                text = "what each decision cost is told when the game is over"
                raise problems.Refusal(409, "not-over", text)
            payload = {
                "game": table.row.game,
                "options": dict(table.row.options),
                "start": table.row.start,
                "moves": list(table.game.moves),
            }
        return self._workers.submit("play.decisions", payload, person)

    def record(self, name: str, person: Person, form: Format) -> str:
        """The game as a record; while a game goes on that hides something, as the person saw it."""
        with self._table(name, person) as table:
            names = [seat.name for seat in table.seats]
            if table.nature.hidden and not table.over:
                return seen_text(table.game, table.viewer(person), names, form)
            return text(to_record(table.game, names), form)

    def fill(self, name: str, person: Person, computer: str) -> None:
        """Seats a computer wherever nobody sits."""

        def action(table: Table) -> None:
            position = table.game.position
            _refuse_unknown(computer, levels_door.player_names(position), position)
            table.fill(person, computer)

        self.act(name, person, action)

    def games_of(
        self, person: Person, *, going: bool | None, before: float | None, limit: int
    ) -> list[GameRow]:
        """A person's games, the last changed first."""
        with self._store.session() as session:
            return game_rows.of_person(session, person, going=going, before=before, limit=limit)

    def remove(self, name: str, person: Person) -> None:
        """Deletes a game that nobody else plays in."""
        with self._table(name, person) as table:
            own = table.seats_of(person)
            others = [s for s in table.seats if s.person_id and s.number not in own]
            if not own or others:
                raise problems.Refusal(
                    403, "not-yours-alone", "a game with another person cannot be deleted by one"
                )
        self._stop_thinking(name)
        with self._store.session() as session:
            session.execute(delete(GameRow).where(GameRow.id == name))
        self._channels.tell(channel(name))

    @contextmanager
    def _table(self, name: str, person: Person | None) -> Iterator[Table]:
        with self._locks[hash(name) % LOCKS]:
            self._settle(name, person)
            try:
                with self._store.session() as session:
                    yield _load(session, name, person)
            except StaleDataError:
                raise problems.Refusal(
                    409, "moved-on", "the game has changed meanwhile; look again"
                ) from None

    def _settle(self, name: str, person: Person | None) -> None:
        """In a transaction of its own: a flag stays down, whatever is refused afterwards."""
        with self._store.session() as session:
            if session.scalar(select(GameRow.control).where(GameRow.id == name)) is None:
                return  # no clock, or no game
            settled = _load(session, name, person).settle()
        if settled:
            self._stop_thinking(name)
            self._channels.tell(channel(name))

    def _let_computer_play(self, name: str) -> None:
        """Asks every computer that the game waits for, each knowing what its seat may know."""
        asked: list[tuple[int, int, Job]] = []
        with self._locks[hash(name) % LOCKS]:
            if name in self._trouble:
                return
            with self._store.session() as session:
                table = _load(session, name, None)
                waiting = [seat for seat in table.waiting if seat.computer is not None]
                after = len(table.game.moves)
                asks = [
                    (seat.number, _payload(table, seat.computer or "", seat.number))
                    for seat in waiting
                    if (name, seat.number) not in self._thinking
                ]
                asker = next((seat.person_id for seat in table.seats if seat.person_id), None)
            for seat, payload in asks:
                try:
                    job = self._workers.submit(
                        "play.turn", payload, Person(asker or ""), shown=False
                    )
                except problems.Refusal as refusal:
                    self._give_up(name, refusal.detail)
                    break
                self._thinking[name, seat] = job
                asked.append((seat, after, job))
        for seat, count, job in asked:
            job.when_ended(partial(self._computer_played, name, seat, count))

    def _computer_played(self, name: str, seat: int, after: int, job: Job) -> None:
        try:
            with self._locks[hash(name) % LOCKS]:
                if self._thinking.get((name, seat)) is not job:
                    return  # the game went another way meanwhile
                del self._thinking[name, seat]
                try:
                    self._apply(name, seat, after, job.result()["moves"])
                except (JobFailure, problems.Refusal) as failure:
                    self._give_up(name, self._told(name, str(failure)))
                else:
                    self._let_computer_play(name)  # three may play, and two of them be computers
        except Exception:
            LOG.exception("the computer's turn in the game %s was lost", name)
            self._give_up(name, LOST)
        self._channels.tell(channel(name))

    def _told(self, name: str, why: str) -> str:
        """Why a computer did not move, as everybody may read it: not what its hand has to do with
        it."""
        with self._store.session() as session:
            hidden = _load(session, name, None).nature.hidden
        return LOST if hidden else why

    def _give_up(self, name: str, why: str) -> None:
        """The computer is not asked again until somebody says `go-on`: it might fail for ever."""
        if len(self._trouble) >= MOST_TROUBLE:
            self._trouble.clear()
        self._trouble[name] = why

    def _apply(self, name: str, seat: int, after: int, moves: Sequence[Move]) -> None:
        with self._table(name, None) as table:
            asked = seat in table.referee.waiting_for() and table.begun
            if asked and len(table.game.moves) == after:
                table.play_for(seat, moves)

    def _stop_thinking(self, name: str) -> None:
        with self._locks[hash(name) % LOCKS]:
            keys = [key for key in self._thinking if key[0] == name]
            jobs = [self._thinking.pop(key) for key in keys]
        for job in jobs:
            job.cancel()


def channel(name: str) -> str:
    """The channel of a game."""
    return f"game {name}"


def _refuse_unknown(player: str, known: Sequence[str], position: Position) -> None:
    """A level may be told to leave its book out, where it has one."""
    bare = player.removesuffix(levels_door.NO_BOOK)
    if bare not in known or (bare != player and not levels_door.has_book(position, bare)):
        raise GameError(
            f"there is no player {player!r} for this game; there are: {', '.join(known)}"
        )


def _load(session: Session, name: str, person: Person | None) -> Table:
    row = session.get(GameRow, name)
    if row is None:
        raise problems.not_found("you have no such game")
    table = Table(row)
    if person is not None:
        table.refuse_strangers(person)
    return table


def _payload(table: Table, player: str, seat: int, *, timed: bool = True) -> dict[str, Any]:
    """What the kind of work `play.turn` takes: what the seat may know, and nothing else."""
    row, clock = table.row, table.clock
    seconds = None
    if clock is not None and timed:
        allowed = allot(clock.remaining(seat), clock.control.increment)
        seconds = max(0.01, min(allowed.hard, LONGEST_THOUGHT))
    seen = table.referee.view(seat)
    return {
        "view": viewing.to_plain(seen, row.start),
        "player": player,
        # Another turn, another number: a player that errs must not err alike for ever.
        "seed": (row.seed + len(seen.history)) % 2**31,
        "seconds": seconds,
    }
