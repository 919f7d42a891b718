"""Certificates for what reading found: the search names moves, the judge's rules decide."""

from __future__ import annotations

import itertools
import time

from kikashi import _native
from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.board import string_at
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.judge import LocalGame, Node, Replay, State, read_node
from kikashi.games.go.position import PASS, GoPosition
from kikashi.proofs.refusal import Budget, Caps, RefusedError
from kikashi.search import Certificate

MOST_NODES = 4_000
MOST_DEPTH = 90
SECONDS = 4.0
FRAGMENT_SECONDS = 1.0
"""For a try of one answer after another reply."""
ORACLE_NODES = 8_000


class _GivenUpError(Exception):
    """The proof was not found, or would be too large."""


def certify(law: GoPosition, claim: LocalClaim, seconds: float = SECONDS) -> Certificate | None:
    """A certificate of a claim without ko; None where none is found in time."""
    builder = _Builder(law, claim, seconds)
    try:
        root = builder.build(builder.game.first(law), ())
    except (_GivenUpError, RecursionError):
        return None
    return Certificate(law, claim.fields, builder.raw, root)


class _Builder:
    def __init__(self, law: GoPosition, claim: LocalClaim, seconds: float) -> None:
        self.game = LocalGame(law.on, claim, law.board)
        self.claim = claim
        self.raw: list[list[object]] = []
        self._nodes: list[Node] = []
        self._known: dict[State, int] = {}
        self._until = time.monotonic() + seconds

    def _add(self, raw: list[object]) -> int:
        if len(self.raw) >= MOST_NODES:
            raise _GivenUpError
        self._nodes.append(read_node(raw, self._nodes, self.claim))
        self.raw.append(raw)
        return len(self.raw) - 1

    def _over(self, *children: int | None) -> int:
        return 1 + max((self._nodes[n].bound for n in children if n is not None), default=0)

    def build(self, state: State, way: tuple[State, ...]) -> int:
        """The number of a node that proves the claim at a state."""
        if state in self._known:
            return self._known[state]
        if time.monotonic() > self._until or len(way) > MOST_DEPTH:
            raise _GivenUpError
        if state in way:
            if self.claim.kind == "capture" and self._spent_since(way, state) == 0:
                raise _GivenUpError
            return self._add(["a", 0])
        leaf = self._leaf(state)
        if leaf:
            number = self._add([leaf, 0])
        elif state.mover == self.game.claimant:
            number = self._move(state, way)
        else:
            number = self._replies(state, way)
        if not self._nodes[number].repeats:
            self._known[state] = number
        return number

    def _spent_since(self, way: tuple[State, ...], state: State) -> int:
        """Threats that a side with any number of them has spent since a state was met."""
        circle = (*way[way.index(state) :], state)
        count = 0
        for before, after in itertools.pairwise(circle):
            banned = before.banned
            if banned is None or not self.game.spends(before, self.game.on.names[banned]):
                continue
            count += self.game.after(before, self.game.on.names[banned]) == after
        return count

    def _leaf(self, state: State) -> str:
        game, claim = self.game, self.claim
        if claim.kind == "capture" or state.board[game.target] != game.stone:
            return ""
        string = string_at(state.board, game.on, game.target)
        enough = claim.kind == "save" and len(string.liberties) >= claim.liberties
        if enough and state.mover != game.defender:
            return "l"
        alive = len(string.liberties) >= 2 and unconditionally_alive(
            state.board, game.on, game.target
        )
        return "b" if alive else ""

    def _move(self, state: State, way: tuple[State, ...]) -> int:
        game = self.game
        capturing = self.claim.kind == "capture"
        for move in self._tries(state):
            after = game.after(state, move)
            if after is None:
                continue
            if game.captured(after):
                if capturing:
                    return self._add(["m", 1, move, None])
                continue
            child = self.build(after, (*way, state))
            return self._add(["m", self._over(child), move, child])
        raise _GivenUpError

    def _tries(self, state: State) -> tuple[str, ...]:
        """The move that takes the target, or that the search names."""
        game, names = self.game, self.game.on.names
        if state.board[game.target] != game.stone:
            return (self.claim.target,)  # a ko or a snapback: taken back at once
        if self.claim.kind == "capture" and game.falls_at_once(state):
            last = string_at(state.board, game.on, game.target).liberties
            return (names[next(iter(last))],)
        found = _native.go_read(
            game.on.size,
            state.board,
            state.mover,
            -1 if state.banned is None else state.banned,
            game.target,
            self.claim.kind == "capture",
            self.claim.liberties or 5,
            ORACLE_NODES,
            0.0,
            False,
            False,
            False,
            [],
            None,
        )
        if found["code"] != 1:
            raise _GivenUpError
        return (PASS if found["move"] < 0 else names[found["move"]],)

    def _replies(self, state: State, way: tuple[State, ...]) -> int:
        game = self.game
        capturing = self.claim.kind == "capture"
        pending: dict[str, State] = {}
        for move, after in game.replies(state):
            if capturing and (game.captured(after) or game.falls_at_once(after)):
                continue
            if game.captured(after):
                raise _GivenUpError
            pending[move] = after
        here = (*way, state)
        rest = self.build(pending.pop(PASS), here) if PASS in pending else None
        listed: list[list[object]] = []
        for move, after in pending.items():
            if rest is not None and self._holds(rest, after):
                continue
            listed.append([move, self.build(after, here)])
        children = [entry[1] for entry in listed]
        bound = self._over(rest, *(n for n in children if isinstance(n, int)))
        return self._add(["r", bound, listed, rest])

    def _holds(self, number: int, state: State) -> bool:
        """Whether a node also proves the claim there; not tried where it rests on its way."""
        if self._nodes[number].repeats:
            return False
        try:
            Replay(self.game, self._nodes, Budget(Caps(seconds=FRAGMENT_SECONDS))).run(
                number, state
            )
        except RefusedError:
            return False
        return True
