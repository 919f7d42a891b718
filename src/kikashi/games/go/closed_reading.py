"""Life and death in a closed region, settled by trying every move there: an exact answer with its
count of ko threats, or none."""

from __future__ import annotations

import time

from kikashi import _native
from kikashi.games.go.board import EMPTY, STONES, string_at
from kikashi.games.go.claims import MOST_THREATS as MANY
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.closed import closed_region
from kikashi.games.go.judge import LocalGame, State
from kikashi.games.go.local import Reading, read
from kikashi.games.go.points import given_move
from kikashi.games.go.position import COLOURS, PASS, GoPosition, go_of

NODES = 300_000
"""Of each of the searches that an answer is made of: about a second."""
QUICK_NODES = 100_000
"""Where an answer is wanted at once."""
LONG_NODES = 1_500_000
"""Where these did not end it: few regions need them, and they take seconds."""
MOST_THREATS = 3
"""Counted one by one, as the other searches do."""
LONGEST = 40


class OpenError(Exception):
    """A search did not end."""


class ClosedReader:
    """Questions about one target for the side to move, whose answers are remembered."""

    def __init__(
        self,
        law: GoPosition,
        cell: int,
        region: tuple[int, ...],
        nodes: int = NODES,
        *,
        liberties: int = 0,
    ) -> None:
        """Of a closed region; without one, of a string that so many liberties save."""
        self.law, self.cell, self.region, self.most = law, cell, region, nodes
        self.attacks = law.board[cell] != STONES[law.to_move]
        kind = "capture" if self.attacks else "save" if liberties else "live"
        enough = 0 if self.attacks else liberties
        claim = LocalClaim(kind, COLOURS[law.to_move], law.on.names[cell], 0, None, enough)
        self.game = LocalGame(law.on, claim, law.board)
        self._prover = _native.go_prover(law.on.size, cell, region, liberties)
        self.nodes = 0

    def first(self, own: int, other: int | None) -> State:
        """The position with so many threats of either side; None: any number of the other's, and
        as many as can be named (`MANY`) stand for any of one's own."""
        return self.game.first(self.law)._replace(own=own, other=other)

    def look(self, state: State) -> tuple[bool, str]:
        """Whether the claim of the side that is asked for holds, and the mover's move."""
        game = self.game
        if game.captured(state):
            return self.attacks, PASS
        if state.board[self.cell] != game.stone:
            back = game.after(state, game.claim.target)
            assert back is not None
            return self.look(back)[0], game.claim.target
        own = -1 if state.own >= MANY else state.own
        other = -1 if state.other is None else state.other
        attacker, defender = (own, other) if self.attacks else (other, own)
        banned = -1 if state.banned is None else state.banned
        result, move, nodes = self._prover.ask(
            state.board, state.mover, banned, attacker, defender, self.most
        )
        self.nodes += nodes
        if result == 0:
            raise OpenError
        holds = (result == 1) == self.attacks
        if move < 0 and state.mover != game.defender and game.falls_at_once(state):
            (move,) = string_at(state.board, self.law.on, self.cell).liberties
        return holds, PASS if move < 0 else self.law.on.names[move]

    def code(self, state: State) -> int:
        """What a state comes to, its own counts left aside: 1 the claim holds, 2 it holds with no
        threats on either side, 3 with threats of its own, 0 not at all."""
        if not self.look(state._replace(own=MANY, other=0))[0]:
            return 0
        if self.look(state._replace(own=0, other=None))[0]:
            return 1
        return 2 if self.look(state._replace(own=0, other=0))[0] else 3

    def threats(self, code: int) -> int:
        """How many more threats turn a ko round; 0 where that is more than is counted."""
        for count in range(1, MOST_THREATS + 1):
            counts = (0, count) if code == 2 else (count, 0)
            if self.look(self.first(*counts))[0] == (code == 3):
                return count
        return 0

    def line(self, state: State) -> tuple[str, ...]:
        """Both sides' moves as the search holds them for best."""
        moves: list[str] = []
        seen: set[State] = set()
        while len(moves) < LONGEST and state not in seen and not self.game.captured(state):
            seen.add(state)
            holds, move = self.look(state)
            if move == PASS and holds == (state.mover != self.game.claimant):
                move = self._resisting(state)
            after = self.game.after(state, move)
            if after is None:
                break
            moves.append(move)
            state = after
        while len(moves) > 1 and moves[-1] == PASS:
            moves.pop()
        return tuple(moves) or (PASS,)

    def _resisting(self, state: State) -> str:
        """What the side that loses would still try: to run, or to take what holds it in atari."""
        if state.mover != self.game.defender:
            return PASS
        on = self.law.on
        string = string_at(state.board, on, self.cell)
        if len(string.liberties) != 1:
            return PASS
        beside = {near for at in string.stones for near in on.neighbours[at]}
        for near in sorted(beside):
            if state.board[near] not in (EMPTY, self.game.stone):
                free = string_at(state.board, on, near).liberties
                if len(free) == 1 and self.game.after(state, on.names[min(free)]) is not None:
                    return on.names[min(free)]
        return on.names[min(string.liberties)]

    def seki(self) -> bool:
        """Of a target that stands: whether its side can make no shape that needs no answer."""
        on = self.law.on
        prover = _native.go_prover(on.size, self.cell, self.region, 0, two_eyes=True)
        now = self.game.first(self.law)
        banned = -1 if now.banned is None else now.banned
        result, _, nodes = prover.ask(now.board, now.mover, banned, 0, 0, self.most)
        self.nodes += nodes
        return result == 1

    def after(self, move: str) -> State | None:
        """After a first move, threats left aside; None where it may not be played."""
        return self.game.after(self.first(0, None), move)

    def first_moves(self, points: tuple[int, ...] = ()) -> tuple[tuple[str, int], ...]:
        """Every first move in the region (or on these points) that works, with its code."""
        found = []
        for cell in points or self.region:
            after = self.after(self.law.on.names[cell])
            code = 0 if after is None else self.code(after)
            if code:
                found.append((self.law.on.names[cell], code))
        return tuple(found)


def read_closed(
    law: GoPosition, cell: int, nodes: int = NODES, *, all_moves: bool = False
) -> Reading | None:
    """The exact answer for the side to move; None where the region is open or a search long."""
    region = closed_region(law.board, law.on, cell)
    if not region:
        return None
    begun = time.monotonic()
    reader = ClosedReader(law, cell, region, nodes)
    try:
        code = reader.code(reader.first(0, None))
        counts: tuple[int, int | None] = {0: (0, 0), 1: (0, None), 2: (0, 0), 3: (MANY, 0)}[code]
        here = reader.first(*counts)
        stands = code == (0 if reader.attacks else 1)
        return Reading(
            ("no", "win", "ko", "ko")[code],
            code,
            reader.look(here)[1] if code else PASS,
            reader.threats(code) if code >= 2 else 0,
            reader.line(here) if code else (),
            reader.first_moves() if all_moves else (),
            reader.nodes,
            time.monotonic() - begun,
            stands and reader.seki(),
        )
    except OpenError:
        return None


def read_group(law: GoPosition, cell: int, *, attack: bool) -> Reading:
    """What is held for true of a group at once, the side that wants it moving first.

    A target that falls though its side tries every move of a closed region falls. That it stands
    there is no more than that: the attacker may have a move outside. So it is believed where the
    other search has not found how the target falls."""
    found = read(law, cell, attack=attack, life=True)
    owner = STONES.index(law.board[cell])
    here = go_of(given_move(law, 1 - owner if attack else owner, 1))
    closed = read_closed(here, cell, QUICK_NODES) or read_closed(here, cell, LONG_NODES)
    if closed is None:
        return found
    settled = found.verdict != "unknown"
    if attack:
        return found if settled and closed.code == 0 else closed
    stood = closed.code == 1
    return found if settled and stood else closed
