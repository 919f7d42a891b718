"""A table: one game with its seats and its clock, as a row of the database keeps it.

It knows who may do what, and nothing of HTTP, other requests or processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from kikashi import games
from kikashi.law import PUBLIC, GameError, Move, needed
from kikashi.law.contract import printable
from kikashi.law.puzzle_parts import Valued
from kikashi.play import Clock, TimeControl
from kikashi.play.referee import Referee
from kikashi.studio import problems
from kikashi.studio.people import Person
from kikashi.studio.store import now
from kikashi.studio.store.games import GameRow, PendingRow, SeatRow

MOST_MOVES = 2_000
"""Of the players of one game, draws of chance not counted: where pieces move, a game need not end
by itself, but sixteen deals of mahjong must."""
MOST_HINTS = 500
CALL_SECONDS = 20.0
"""In games with a clock, for an answer to a question that others may not know to be asked."""


Right: TypeAlias = Literal[
    "move",
    "take-back",
    "answer-take-back",
    "resign",
    "hint",
    "counsel",
    "claim",
    "propose",
    "decisions",
    "fill",
    "join",
    "delete",
    "rematch",
]


class Table:
    """A game that is played. Changes are written back into the row at once."""

    def __init__(self, row: GameRow) -> None:
        self.row = row
        room = self.room = games.room(row.game)
        start = room.from_text(row.start, row.options) if row.start else room.start(row.options)
        pending = {kept.seat: kept.move for kept in row.answers} if row.together else {}
        self.referee = Referee(start, bytes.fromhex(row.secret), row.moves, pending)
        self.game = self.referee.game
        self.nature = nature(row.game, tuple(row.options.items()))
        if row.loser is not None:
            end = self.game.resign if row.ended == "resigned" else self.game.lose_on_time
            end(row.loser)
        self.clock = _clock(row)

    @property
    def seats(self) -> Sequence[SeatRow]:
        """In order of play."""
        return self.row.seats

    @property
    def begun(self) -> bool:
        """Whether every seat is taken."""
        return not any(is_open(seat) for seat in self.seats)

    @property
    def over(self) -> bool:
        return self.game.result is not None

    @property
    def waiting(self) -> tuple[SeatRow, ...]:
        """The seats that are asked and have not answered, in the order of the law."""
        if not self.begun:
            return ()
        return tuple(self.seats[player] for player in self.referee.waiting_for())

    @property
    def known_mover(self) -> SeatRow | None:
        """The one seat that everybody may know to be asked."""
        waiting = self.waiting
        if self.nature.hidden and waiting:
            mover = self.referee.view(PUBLIC).to_move
            waiting = tuple(seat for seat in waiting if seat.number == mover)
        return waiting[0] if len(waiting) == 1 else None

    def viewer(self, person: Person) -> int:
        """Whose view a person has: of several own seats the one that is asked, else the first."""
        own = self.seats_of(person)
        asked = (seat.number for seat in self.waiting if seat.number in own)
        return next(asked, own[0] if own else PUBLIC)

    def open(self, setup: str) -> None:
        """Draws what chance does before the first player is asked, and keeps it."""
        if setup and self.nature.hidden:
            raise GameError("a game that hides something begins at its first position")
        self._keep()

    def count(self, player: int) -> int:
        """How many moves a player, or PUBLIC, knows of."""
        if not self.nature.hidden or self.over:
            return len(self.game.moves)
        return len(self.referee.view(player).history)

    def version(self, player: int) -> int:
        """A number that grows with every change that the player may know of."""
        if not self.nature.hidden:
            return self.row.version
        # Every term only grows: four more for a move, less by the stage of the last one at most.
        if self.over:
            stage = 3
        elif player in self.referee.pending:
            stage = 2
        else:
            stage = int(player in self.referee.waiting_for())
        taken = sum(not is_open(seat) for seat in self.seats)
        return 4 * self.count(player) + stage + len(self.row.hints) + taken

    def seats_of(self, person: Person) -> list[int]:
        """The seats of a person; at a table for one they may have all."""
        return [seat.number for seat in self.seats if seat.person_id == person.id]

    def refuse_strangers(self, person: Person) -> None:
        """A game is seen by those who sit at it, and by whoever has the link of a linked one."""
        if not self.row.linked and not self.seats_of(person):
            raise problems.not_found("you have no such game")

    def refuse_onlookers(self, person: Person) -> list[int]:
        """The seats of a person; whoever has none changes nothing."""
        own = self.seats_of(person)
        if not own:
            raise problems.Refusal(403, "not-your-game", "you only look on here")
        return own

    def sit_down(self, person: Person) -> None:
        """Takes the open seat."""
        if self.seats_of(person):
            raise GameError("you sit at this game already")
        seat = next((seat for seat in self.seats if is_open(seat)), None)
        if seat is None:
            raise GameError("every seat of this game is taken; you can look on")
        seat.person_id, seat.name = person.id, person.name
        self._keep()

    def fill(self, person: Person, computer: str) -> None:
        """Seats a computer player wherever nobody sits."""
        self.refuse_onlookers(person)
        if self.begun:
            raise GameError("every seat of this game is taken")
        for seat in self.seats:
            if is_open(seat):
                seat.computer = computer
        self._keep()

    def play(self, person: Person, moves: Sequence[Move]) -> None:
        """Plays moves of one turn, all or none."""
        self._refuse_idle()
        mine = next((seat for seat in self.waiting if seat.person_id == person.id), None)
        if mine is None:
            raise problems.Refusal(403, "not-your-turn", "it is not your turn")
        self.play_for(mine.number, moves)

    def play_for(self, seat: int, moves: Sequence[Move]) -> None:
        """Plays moves of the turn of a seat."""
        if len(self.game.moves) - self.referee.draws + len(moves) > MOST_MOVES:
            raise GameError(f"a game has at most {MOST_MOVES} moves; resign it and begin another")
        if seat not in self.referee.waiting_for():
            raise GameError(f"the seat {seat} is not to move")
        went_on = False
        for number, move in enumerate(moves):
            if number and not (went_on and self.game.pending):
                raise GameError(f"{printable(move)} is one move too many for this turn")
            went_on = self.referee.answer(seat, move)
        if not went_on:
            # Nothing else of the game changes: nobody may see that an answer is in.
            self.row.answers.append(PendingRow(seat=seat, move=self.referee.pending[seat]))
            return
        self.row.asked = None
        if self.row.together:
            self.row.answers.clear()
        if not self.game.pending:
            self._turn_ended()
        self._keep()

    def take_back(self, person: Person) -> None:
        """Takes back a stone of the open turn or, alone with computers, the own last turn.

        Against people it asks them; `answer_take_back` is theirs.
        """
        own = self.refuse_onlookers(person)
        if self.nature.chance or self.nature.hidden:
            raise GameError("what chance or a hidden hand has shown cannot be taken back")
        if not self.over and self.game.pending and self.game.to_move in own:
            self.game.take_back()
        elif not any(turn.player in own for turn in self.game.turns):
            raise GameError("you have played no turn that could be taken back")
        elif self._others(own):
            self._refuse_idle()
            self.row.asked = own[0]
        else:
            self._back_to(own)
        self._keep()

    def answer_take_back(self, person: Person, *, accept: bool) -> None:
        """Another person agrees, or not, to what `take_back` asked."""
        asked = self.row.asked
        own = self.seats_of(person)
        if asked is None or not own or asked in own:
            raise GameError("nobody asks you to take back")
        self.row.asked = None
        if accept and not self.over:
            self._back_to([asked])
        self._keep()

    def resign(self, person: Person) -> None:
        """Gives up; whoever has several seats, the one to move."""
        self._refuse_idle()
        own = self.refuse_onlookers(person)
        loser = self.game.to_move if self.game.to_move in own else own[0]
        self.game.resign(loser)
        self.row.ended, self.row.loser = "resigned", loser
        self._keep()

    def use_hint(self, person: Person) -> None:
        """Marks that a hint was used, before it is given."""
        self._refuse_idle()
        own = self.seats_of(person)
        if self._others(own):
            raise problems.Refusal(
                403, "no-hints", "hints are for games against the computer, not against people"
            )
        if not any(seat.number in own for seat in self.waiting):
            raise problems.Refusal(403, "not-your-turn", "it is not your turn")
        number = self.count(self.viewer(person))  # of all moves it would tell of hidden ones
        if number not in self.row.hints:
            self.row.hints = [*self.row.hints, number][-MOST_HINTS:]
        self._keep()

    def refuse_settled(self, person: Person) -> None:
        """Refuses whoever is not asked to agree now how the game is settled."""
        self._refuse_idle()
        if "propose" not in self.rights(person):
            raise problems.Refusal(403, "no-proposal", "there is nothing to agree about here")

    def leaves(self, person: Person) -> tuple[Valued, ...]:
        """What each choice of this person leaves, from what they may know; none between turns."""
        self.refuse_onlookers(person)
        part = self.room.counsel()
        return () if part is None else part.leaves(self.referee.view(self.viewer(person)))

    def claim(self, person: Person) -> None:
        """Plays the rest of the game, where it is proved that all of it is this person's."""
        self._refuse_idle()
        mine = next((seat for seat in self.waiting if seat.person_id == person.id), None)
        if mine is None:
            raise problems.Refusal(403, "not-your-turn", "it is not your turn")
        if not self._claimable(mine.number):
            raise problems.Refusal(403, "no-claim", "there is nothing to claim here")
        part = needed(self.room.claiming(), self.row.game, "claims")
        try:
            moves = part.rest(self.referee.view(mine.number))
        except GameError as why:
            raise problems.Refusal(409, "claim-refused", str(why)) from None
        for move in moves:
            self.play_for(self.referee.waiting_for()[0], [move])

    def _claimable(self, player: int) -> bool:
        part = self.room.claiming()
        return part is not None and part.may_claim(self.referee.view(player))

    def rights(self, person: Person) -> list[Right]:
        """What this person can do now; the page shows no other button."""
        own = self.seats_of(person)
        if not own:
            return ["join"] if self.row.linked and not self.begun else []
        open_game = not self.nature.chance and not self.nature.hidden
        others = self._others(own)
        moved = any(turn.player in own for turn in self.game.turns)
        going = self.begun and not self.over
        mine = any(seat.number in own for seat in self.waiting)
        asked = self.row.asked
        can: dict[Right, bool] = {
            "move": mine,
            "take-back": open_game
            and (
                (mine and bool(self.game.pending))
                or (moved and (not others or (going and asked is None)))
            ),
            "answer-take-back": going and asked is not None and asked not in own,
            "resign": going,
            "hint": mine and not others,
            "counsel": mine and self.room.counsel() is not None,
            "claim": mine and self._claimable(self.viewer(person)),
            "propose": mine and self.room.settling(self.game.position) is not None,
            "decisions": self.over and self.room.hindsight() is not None,
            "fill": not self.begun,
            "rematch": self.over and others,
            "delete": not any(s.person_id and s.number not in own for s in self.seats),
        }
        return [right for right, given in can.items() if given]

    def call_left(self, player: int) -> float | None:
        """Seconds for an answer while no clock may run, since it would tell who is asked."""
        waits = player in self.referee.waiting_for() and self.begun
        if self.clock is None or not waits or self.known_mover is not None:
            return None
        if self.game.position.silence(player) is None:
            return None
        return max(0.0, (self.row.clock_at or 0.0) + CALL_SECONDS - now())

    def _let_calls_go_by(self) -> bool:
        """Answers for people who let their time for a call go by; whether there was one."""
        position = self.game.position
        late = [
            (seat.number, silence)
            for seat in self.waiting
            if seat.computer is None
            and self.call_left(seat.number) == 0
            and (silence := position.silence(seat.number)) is not None
        ]
        for player, silence in late:
            self.play_for(player, [silence])
        return bool(late)

    def settle(self) -> bool:
        """Ends what somebody's time is up for, the game or a call; whether it did."""
        flagged = self.clock.flagged() if self.clock and not self.over else None
        if flagged is None:
            return self._let_calls_go_by()
        self.game.lose_on_time(flagged)
        self.row.ended, self.row.loser = "time", flagged
        self._keep()
        return True

    def _refuse_idle(self) -> None:
        if self.over:
            raise GameError("the game is over")
        if not self.begun:
            raise GameError("the game begins when somebody takes the open seat")

    def _others(self, own: Sequence[int]) -> bool:
        return any(seat.computer is None and seat.number not in own for seat in self.seats)

    def _back_to(self, own: Sequence[int]) -> None:
        """Takes turns back until one of these seats has a turn again that it had played."""
        self.row.resumed = self.row.resumed or self.over
        self.row.ended = self.row.loser = None
        while self.game.turns:
            player = self.game.turns[-1].player
            self.game.take_back_turn()
            if player in own:
                break
        if self.clock is None:
            return
        if self.game.moves:
            self.clock.start(self.game.to_move)  # nothing is hidden where turns are taken back
        else:
            self.clock.pause()

    def _turn_ended(self) -> None:
        if self.clock is None:
            return
        # Nobody's time runs before the first turn is made: pages take a while to open.
        # Nor anybody's while several think, or where the clock would tell who is asked.
        mover = None if self.over else self.known_mover
        if mover is None:
            self.clock.pause()
        else:
            self.clock.end_turn(mover.number)

    def _keep(self) -> None:
        row, game = self.row, self.game
        row.moves = list(game.moves)
        row.move_count = len(row.moves)
        row.to_move = game.to_move
        asked = self.referee.waiting_for()
        row.together = list(asked) if len(asked) > 1 else None
        row.changed = now()
        result = game.result
        row.over = result is not None
        row.result = None
        if result is not None:
            row.result = {
                "payoffs": list(result.payoffs),
                "reason": result.reason,
                "winner": result.winner,
            }
        if self.clock is not None:
            if result is not None:
                self.clock.pause()
            row.clock_at = now()
            row.running = self.clock.running
            row.clock = [self.clock.remaining(seat.number) for seat in self.seats]


@dataclass(frozen=True)
class Nature:
    """What of a game's capabilities decides who may see and do what."""

    chance: bool
    hidden: bool


@lru_cache(maxsize=256)
def nature(game: str, options: tuple[tuple[str, str], ...]) -> Nature:
    """Asked for every look at a game; bounded, since strangers choose options."""
    can = games.room(game).capabilities(dict(options))
    return Nature(can.chance, can.hidden)


def is_open(seat: SeatRow) -> bool:
    """Whether nobody sits there. A person who left the studio has left a name."""
    return seat.person_id is None and seat.computer is None and not seat.left


def _clock(row: GameRow) -> Clock | None:
    if row.control is None or row.clock is None:
        return None
    control = TimeControl.from_text(row.control)
    return Clock.restored(control, row.clock, row.running, row.clock_at or 0.0, now)


def new_row(**values: Any) -> GameRow:
    """A game that nobody has moved in."""
    made = now()
    return GameRow(
        moves=[], hints=[], made=made, changed=made, move_count=0, resumed=False, **values
    )
