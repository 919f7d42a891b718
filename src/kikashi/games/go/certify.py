"""Certificates for what reading found: the search names moves, the judge's rules decide."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

from kikashi import _native
from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.board import EMPTY, string_at
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.judge import LocalGame, Node, Replay, State, read_node
from kikashi.games.go.position import PASS, GoPosition
from kikashi.proofs.refusal import Budget, Caps, LimitError, RefusedError
from kikashi.search import Certificate

MOST_NODES = 4_000
MOST_DEPTH = 90
SECONDS = 4.0
FRAGMENT_SECONDS = 1.0
"""For a try of one answer after another reply."""
ORACLE_NODES = 8_000
STRING_NODES = 40_000
"""About the string of a group that looks dead: how it is taken."""


class _GivenUpError(Exception):
    """The proof was not found, or would be too large."""


def certify(
    law: GoPosition, claim: LocalClaim, seconds: float = SECONDS, *, life: bool = False
) -> Certificate | None:
    """A certificate of a claim without ko; None where none is found in time. With `life` moves are
    those of searches about the group."""
    builder = _Builder(law, claim, seconds, life)
    try:
        root = builder.build(builder.game.first(law), ())
    except (_GivenUpError, RecursionError):
        return None
    return Certificate(law, claim.fields, builder.raw, root)


class _Builder:
    def __init__(self, law: GoPosition, claim: LocalClaim, seconds: float, life: bool) -> None:
        self.life = life
        self.game = LocalGame(law.on, claim, law.board)
        self.claim = claim
        self.raw: list[list[object]] = []
        self._nodes: list[Node] = []
        self._known: dict[State, int] = {}
        self._known_zones: dict[tuple[int, State], int] = {}
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
        tried: set[str] = set()
        for move in self._tries(state):
            after = game.after(state, move)
            if after is None or move in tried:
                continue
            tried.add(move)
            if game.captured(after):
                if capturing:
                    return self._add(["m", 1, move, None])
                continue
            try:
                child = self.build(after, (*way, state))
            except _GivenUpError:
                if not self.life or time.monotonic() > self._until:
                    raise
                continue
            return self._add(["m", self._over(child), move, child])
        raise _GivenUpError

    def _tries(self, state: State) -> Iterator[str]:
        """The move that takes the target, or those that searches name, the likeliest first."""
        game, names = self.game, self.game.on.names
        if state.board[game.target] != game.stone:
            yield self.claim.target  # a ko or a snapback: taken back at once
            return
        string = string_at(state.board, game.on, game.target)
        capturing = self.claim.kind == "capture"
        if capturing and game.falls_at_once(state):
            yield names[next(iter(string.liberties))]
            return
        if self.life and not capturing:
            yield from self._making_life(state)
        for life in (True, False) if self.life else (False,):
            found = self._asked(state, life)
            if found["code"] != 1 or (found["move"] < 0 and capturing):
                continue
            yield PASS if found["move"] < 0 else names[found["move"]]
            if not self.life:
                return
        if self.life and capturing:
            # What is dead is taken by filling its liberties, those of its own side's last.
            shared = {
                at: sum(state.board[beside] == game.stone for beside in game.on.neighbours[at])
                for at in sorted(string.liberties)
            }
            yield from (names[at] for at in sorted(shared, key=lambda at: shared[at])[:2])

    def _making_life(self, state: State) -> Iterator[str]:
        """Moves beside the target's strings that make unconditional life at once."""
        game, on = self.game, self.game.on
        for point, stone in enumerate(state.board):
            if stone != EMPTY or all(
                state.board[beside] != game.stone for beside in on.neighbours[point]
            ):
                continue
            after = game.after(state, on.names[point])
            if after is not None and unconditionally_alive(after.board, on, game.target):
                yield on.names[point]
                return

    def _asked(self, state: State, life: bool) -> dict[str, Any]:
        game = self.game
        return _native.go_read(
            game.on.size,
            state.board,
            state.mover,
            -1 if state.banned is None else state.banned,
            game.target,
            self.claim.kind == "capture",
            self.claim.liberties or 5,
            ORACLE_NODES if life or not self.life else STRING_NODES,
            0.0,
            False,
            False,
            life,
            [],
            None,
        )

    def _replies(self, state: State, way: tuple[State, ...]) -> int:
        """Lists what the judge's own rule finds unanswered, until it finds nothing."""
        game = self.game
        capturing = self.claim.kind == "capture"
        passed = game.after(state, PASS)
        assert passed is not None
        here = (*way, state)
        rest = None
        if not (capturing and (game.captured(passed) or game.falls_at_once(passed))):
            rest = self.build(passed, here)
        listed: dict[str, int] = {}
        while True:
            children = [*listed.values(), *([] if rest is None else [rest])]
            node = Node(
                "r",
                self._over(*children),
                tuple(listed.items()),
                rest,
                any(self._nodes[child].repeats for child in children),
            )
            if node.repeats:
                return self._every_reply(state, here, listed, rest)
            probe = _Probe(game, self._nodes, self._known_zones, node, self._left())
            try:
                probe.probe(state)
            except LimitError:
                raise _GivenUpError from None
            except RefusedError:
                after = game.after(state, probe.move)
                if probe.move in listed or after is None or game.captured(after):
                    raise _GivenUpError from None
                listed[probe.move] = self.build(after, here)
                continue
            raw = [[move, child] for move, child in listed.items()]
            return self._add(["r", node.bound, raw, rest])

    def _every_reply(
        self, state: State, here: tuple[State, ...], listed: dict[str, int], rest: int | None
    ) -> int:
        """Where something rests on its way, there is no zone: each reply by itself."""
        game = self.game
        for move, after in game.replies(state):
            if move == PASS or move in listed:
                continue
            if self.claim.kind == "capture" and (game.captured(after) or game.falls_at_once(after)):
                continue
            if game.captured(after):
                raise _GivenUpError
            if rest is None or not self._holds(rest, after):
                listed[move] = self.build(after, here)
        raw = [[move, child] for move, child in listed.items()]
        return self._add(["r", self._over(rest, *listed.values()), raw, rest])

    def _left(self) -> float:
        return max(self._until - time.monotonic(), 1e-3)

    def _holds(self, number: int, state: State) -> bool:
        """Whether a node also proves the claim there; not tried where it rests on its way."""
        if self._nodes[number].repeats:
            return False
        seconds = min(FRAGMENT_SECONDS, self._left())
        try:
            Replay(self.game, self._nodes, Budget(Caps(seconds=seconds))).run(number, state)
        except RefusedError:
            return False
        return True


class _Probe(Replay):
    """The judge's rule for replies, on a node that is not written yet."""

    def __init__(
        self,
        game: LocalGame,
        nodes: list[Node],
        known: dict[tuple[int, State], int],
        node: Node,
        seconds: float,
    ) -> None:
        super().__init__(game, nodes, Budget(Caps(seconds=seconds)))
        self._known = known
        self._node = node
        self.move = PASS
        """The reply that is being looked at."""

    def probe(self, state: State) -> None:
        self._way[state] = 0
        self._replies(len(self.nodes), self._node, state)

    def _reply(self, number: int, node: Node, move: str, state: State, after: State) -> int:
        if node is self._node:
            self.move = move
        return super()._reply(number, node, move, state, after)
