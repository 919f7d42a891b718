"""Certificates for what reading found: the search names moves, the judge's rules decide."""

from __future__ import annotations

import itertools
import time
from collections.abc import Container, Iterator, Mapping, Set
from typing import Any

from kikashi import _native
from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.board import EMPTY, string_at
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.closed import closed_region
from kikashi.games.go.judge import LocalGame, Node, Replay, State, read_node
from kikashi.games.go.position import PASS, GoPosition
from kikashi.proofs.refusal import Budget, Caps, LimitError, RefusedError
from kikashi.search import Certificate

MOST_NODES = 4_000
MOST_DEPTH = 90
SECONDS = 4.0
"""Of a processor, so that a busy machine finds as much."""
FRAGMENT_SECONDS = 1.0
"""For a try of one answer after another reply."""
ROOT_NODES = 200_000
"""Of the search that must settle the claim before a proof is written at all."""
ORACLE_NODES = 8_000
STRING_NODES = 40_000
"""About the string of a group that looks dead: how it is taken."""
ROUNDS = 6
"""A circle needs the zone of what it comes back to: a proof is written anew with what that is."""
SAFE_LIBERTIES = 5


class _GivenUpError(Exception):
    """The proof was not found, or would be too large."""


def certify(
    law: GoPosition, claim: LocalClaim, seconds: float = SECONDS, *, life: bool = False
) -> Certificate | None:
    """A certificate of a claim; None where none is found in time. With `life` moves are those of
    searches about the group."""
    until = time.thread_time() + seconds
    game = LocalGame(law.on, claim, law.board)
    oracle = _Oracle(game, law.board, life)
    first = game.first(law)
    if not claim.but and oracle.against(first):
        return None
    assumed: dict[State, int] = {}
    unmet: frozenset[State] = frozenset()
    for _ in range(ROUNDS):
        builder = _Builder(game, oracle, until, assumed, unmet)
        try:
            root = builder.build(first, ())
        except (_GivenUpError, RecursionError):
            return None
        made = Certificate(law, claim.fields, builder.raw, root)
        if not builder.circles:
            return made
        replay = Replay(game, builder.nodes, Budget(Caps(seconds=builder.left())))
        replay.assumed = dict(assumed)
        try:
            replay.run(root, first)
        except LimitError:
            return None
        except RefusedError:
            # What nothing leads to any more is not to be referred to.
            left_out = unmet | replay.unverified()
            if replay.assumed == assumed and left_out == unmet:
                return None
            assumed = {at: zone for at, zone in replay.assumed.items() if at not in left_out}
            unmet = left_out
            continue
        return made
    return None


class _Oracle:
    """Searches that name moves: of a closed region all of them, else those about the string."""

    def __init__(self, game: LocalGame, board: str, life: bool) -> None:
        self.game, self.life = game, life
        self.region = closed_region(board, game.on, game.target) if life else ()
        liberties = len(string_at(board, game.on, game.target).liberties)
        safe = game.claim.liberties or max(SAFE_LIBERTIES, liberties + 1)
        made = _native.go_prover
        self._string = made(game.on.size, game.target, [], 0 if life else safe)
        self._closed = made(game.on.size, game.target, self.region, 0) if self.region else None
        self.capturing = game.claim.kind == "capture"

    def against(self, state: State) -> bool:
        """Whether the claim is known not to hold, so that no proof need be looked for."""
        if self.life and self._closed is None:
            return False
        result, _ = self.best(state, ROOT_NODES)
        return result == (-1 if self.capturing else 1)

    def best(self, state: State, nodes: int = ORACLE_NODES) -> tuple[int, str]:
        """1 where the target falls, -1 where it stands, 0: not known; and the claimant's move."""
        return self._ask(self._closed or self._string, state, nodes)

    def about_string(self, state: State) -> tuple[int, str]:
        """The same of the string alone, of a group."""
        return self._ask(self._string, state, STRING_NODES)

    def _ask(self, prover: _native.GoProver, state: State, nodes: int) -> tuple[int, str]:
        own, other = state.own, -1 if state.other is None else state.other
        attacker, defender = (own, other) if self.capturing else (other, own)
        banned = -1 if state.banned is None else state.banned
        result, cell, _ = prover.ask(state.board, state.mover, banned, attacker, defender, nodes)
        return result, PASS if cell < 0 else self.game.on.names[cell]

    def holds(self, result: int) -> bool:
        return result == (1 if self.capturing else -1)

    def about_group(self, state: State) -> Mapping[str, Any]:
        """The search about life, where no region is closed: without threats of the claimant."""
        game = self.game
        return _native.go_read(
            game.on.size,
            state.board,
            state.mover,
            -1 if state.banned is None else state.banned,
            game.target,
            self.capturing,
            SAFE_LIBERTIES,
            ORACLE_NODES,
            0.0,
            False,
            False,
            True,
            [],
            None,
        )


class _Builder:
    def __init__(
        self,
        game: LocalGame,
        oracle: _Oracle,
        until: float,
        assumed: Mapping[State, int],
        unmet: Set[State],
    ) -> None:
        self.game, self.claim, self.oracle = game, game.claim, oracle
        self.raw: list[list[object]] = []
        self.nodes: list[Node] = []
        self.circles = False
        """Whether some node rests on what is verified elsewhere."""
        self._assumed = assumed
        self._unmet = unmet
        self._endless = game.claim.kind != "capture"
        self._known: dict[State, int] = {}
        self._known_zones: dict[tuple[int, State], int] = {}
        self._until = until

    def _add(self, raw: list[object]) -> int:
        if len(self.raw) >= MOST_NODES:
            raise _GivenUpError
        self.nodes.append(read_node(raw, self.nodes, self.claim))
        self.raw.append(raw)
        return len(self.raw) - 1

    def _over(self, *children: int | None) -> int:
        return 1 + max((self.nodes[n].bound for n in children if n is not None), default=0)

    def build(self, state: State, way: tuple[State, ...]) -> int:
        """The number of a node that proves the claim at a state."""
        if state in self._known:
            return self._known[state]
        if time.thread_time() > self._until or len(way) > MOST_DEPTH:
            raise _GivenUpError
        if state in way:
            if not self._endless and self._spent_since(way, state) == 0:
                raise _GivenUpError
            if self.claim.but and state == way[0]:
                raise _GivenUpError  # there some replies are left out
            self.circles = True
            return self._add(["a", 0])
        leaf = self._leaf(state)
        if leaf:
            number = self._add([leaf, 0])
        elif state.mover == self.game.claimant:
            number = self._move(state, way)
        else:
            number = self._replies(state, way)
        if self._endless or not self.nodes[number].repeats:
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
                if not self.oracle.life or time.thread_time() > self._until:
                    raise
                self._forget_circles()
                continue
            return self._add(["m", self._over(child), move, child])
        raise _GivenUpError

    def _forget_circles(self) -> None:
        """What rests on a position that was given up is not to be used."""
        nodes = self.nodes
        self._known = {at: n for at, n in self._known.items() if not nodes[n].repeats}
        zones = self._known_zones.items()
        self._known_zones = {key: zone for key, zone in zones if not nodes[key[0]].repeats}

    def _tries(self, state: State) -> Iterator[str]:
        """The move that takes the target, or those that searches name, the likeliest first."""
        game, names, oracle = self.game, self.game.on.names, self.oracle
        if state.board[game.target] != game.stone:
            yield self.claim.target  # a ko or a snapback: taken back at once
            return
        string = string_at(state.board, game.on, game.target)
        capturing = self.claim.kind == "capture"
        if capturing and game.falls_at_once(state):
            yield names[next(iter(string.liberties))]
            return
        if oracle.life and not capturing:
            yield from self._making_life(state)
        result, move = oracle.best(state)
        if oracle.holds(result) and not (move == PASS and capturing and state.banned is None):
            yield move
        if not oracle.life or (oracle.region and result):
            return
        if self.claim.own == 0 and self.claim.other is None:
            found = oracle.about_group(state)
            if found["code"] == 1 and not (found["move"] < 0 and capturing):
                yield PASS if found["move"] < 0 else names[found["move"]]
        result, move = oracle.about_string(state)
        if oracle.holds(result):
            yield move
        if capturing:
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
                any(self.nodes[child].repeats for child in children),
            )
            if node.repeats and not self._endless:
                return self._every_reply(state, here, listed, rest)
            probe = _Probe(game, self.nodes, node, self.left())
            probe.assumed = dict(self._assumed)
            probe.proved = self._known.keys() - self._unmet
            try:
                probe.probe(here, self._known_zones)
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

    def left(self) -> float:
        return max(self._until - time.thread_time(), 1e-3)

    def _holds(self, number: int, state: State) -> bool:
        """Whether a node also proves the claim there; not tried where it rests on its way."""
        if self.nodes[number].repeats:
            return False
        seconds = min(FRAGMENT_SECONDS, self.left())
        try:
            Replay(self.game, self.nodes, Budget(Caps(seconds=seconds))).run(number, state)
        except RefusedError:
            return False
        return True


class _Probe(Replay):
    """The judge's rule for replies, on a node that is not written yet."""

    def __init__(self, game: LocalGame, nodes: list[Node], node: Node, seconds: float) -> None:
        super().__init__(game, nodes, Budget(Caps(seconds=seconds)))
        self._node = node
        self.move = PASS
        """The reply that is being looked at."""
        self.proved: Container[State] = ()
        """Where the claim has been proved already."""

    def probe(self, way: tuple[State, ...], known: dict[tuple[int, State], int]) -> None:
        """At the last state of a way."""
        self._known = known
        self._way = dict.fromkeys(way, 0)
        self._replies(len(self.nodes), self._node, way[-1])

    def _leaf(self, kind: str, number: int, state: State) -> int:
        if kind == "a" and state not in self._way and state not in self.proved:
            raise RefusedError("the position is not verified", number)
        return super()._leaf(kind, number, state)

    def _reply(self, number: int, node: Node, move: str, state: State, after: State) -> int:
        if node is self._node:
            self.move = move
        return super()._reply(number, node, move, state, after)
