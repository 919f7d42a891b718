"""An enemy of Go's judge: whatever the judge's own rules let through, about small crowded boards.

The enemy tries every move and answers only the replies that the judge asks about. What it gets
through must be true: by a search of the whole board with every reply, as many plies deep as the
proof; and of boards that are filled anew outside the proof's zone as well.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from kikashi.games.go.benson import points_of_life
from kikashi.games.go.board import EMPTY, STONES, Grid, grid, place, string_at, strings
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.judge import LocalGame, Node, Replay, State, read_node
from kikashi.games.go.position import COLOURS, PASS
from kikashi.proofs.refusal import Budget, Caps, LimitError, RefusedError

DEPTH = 6
MOST_STATES = 300
"""That an enemy looks at before it gives up."""
MOST_ASKED = 20_000
"""States that the search of the whole board may take."""
FILLS = 6
"""Boards filled anew for a proof."""


class _TooLongError(Exception):
    pass


class _Probe(Replay):
    """The judge's rule for replies, on a node that is not written yet."""

    def __init__(self, enemy: Enemy, node: Node) -> None:
        super().__init__(enemy.game, enemy.nodes, enemy.budget)
        self._known = enemy.zones
        self._node = node
        self.move = PASS

    def probe(self, state: State) -> None:
        self._way[state] = 0
        self._replies(len(self.nodes), self._node, state)

    def _reply(self, number: int, node: Node, move: str, state: State, after: State) -> int:
        if node is self._node:
            self.move = move
        return super()._reply(number, node, move, state, after)


class Enemy:
    """Looks for any proof of a claim that the judge would take."""

    def __init__(self, game: LocalGame, dice: random.Random) -> None:
        self.game, self.dice = game, dice
        self.raw: list[list[object]] = []
        self.nodes: list[Node] = []
        self.zones: dict[tuple[int, State], int] = {}
        self.budget = Budget(Caps(seconds=60))
        self._found: dict[tuple[State, int], int | None] = {}
        self._left = MOST_STATES

    def proof(self, state: State, depth: int) -> int | None:
        """The number of a node for a state, if there is one within so many plies."""
        key = (state, depth)
        if key not in self._found:
            if not self._left:
                raise _TooLongError
            self._left -= 1
            self._found[key] = self._look(state, depth)
        return self._found[key]

    def _add(self, raw: list[object]) -> int:
        self.nodes.append(read_node(raw, self.nodes, self.game.claim))
        self.raw.append(raw)
        return len(self.raw) - 1

    def _over(self, *children: int) -> int:
        return 1 + max((self.nodes[child].bound for child in children), default=0)

    def _look(self, state: State, depth: int) -> int | None:
        leaf = sure(self.game, state)
        if leaf:
            return self._add([leaf, 0])
        if depth <= 0:
            return None
        return (self._move if state.mover == self.game.claimant else self._replies)(state, depth)

    def _move(self, state: State, depth: int) -> int | None:
        game = self.game
        moves = list(game.replies(state))
        self.dice.shuffle(moves)
        if game.claim.kind == "capture":
            for move, after in moves:
                if game.captured(after):
                    return self._add(["m", 1, move, None])
        for move, after in moves:
            child = None if game.captured(after) else self.proof(after, depth - 1)
            if child is not None:
                return self._add(["m", self._over(child), move, child])
        return None

    def _replies(self, state: State, depth: int) -> int | None:
        game, capturing = self.game, self.game.claim.kind == "capture"
        passed = game.after(state, PASS)
        assert passed is not None
        rest = None
        if game.captured(passed):
            if not capturing:
                return None
        elif not (capturing and game.falls_at_once(passed)):
            rest = self.proof(passed, depth - 1)
            if rest is None:
                return None
        listed: dict[str, int] = {}
        while True:
            children = [*listed.values(), *([] if rest is None else [rest])]
            node = Node("r", self._over(*children), tuple(listed.items()), rest)
            probe = _Probe(self, node)
            try:
                probe.probe(state)
            except RefusedError:
                after = game.after(state, probe.move)
                if probe.move in listed or after is None or game.captured(after):
                    return None
                child = self.proof(after, depth - 1)
                if child is None:
                    return None
                listed[probe.move] = child
                continue
            return self._add(["r", node.bound, [[*entry] for entry in listed.items()], rest])


class Circler(Enemy):
    """Refers back to whatever it has shown already, wherever it meets it again."""

    def __init__(self, game: LocalGame, dice: random.Random) -> None:
        super().__init__(game, dice)
        self._shown: set[State] = set()

    def proof(self, state: State, depth: int) -> int | None:
        if state in self._shown and self.dice.random() < 0.9:
            return self._add(["a", 0])
        found = super().proof(state, depth)
        if found is not None and self.nodes[found].kind in ("m", "r"):
            self._shown.add(state)
        return found


def circle(seed: int) -> str:
    """What came of a proof of life in circles: `none`, `long`, `same` if nothing changes when it is
    replayed once more with the zones that were found, else `false: ...`."""
    dice = random.Random(seed)
    game, state = question(dice)
    enemy = Circler(game, dice)
    if game.claim.kind != "live":
        return "none"
    try:
        root = enemy.proof(state, DEPTH)
        if root is None or all(node.kind != "a" for node in enemy.nodes):
            return "none"
        replay = Replay(game, enemy.nodes, enemy.budget)
        zone = replay.run(root, state)
    except (_TooLongError, LimitError):
        return "long"
    except RefusedError:
        return "none"
    try:
        again = replay.run(root, state)
    except RefusedError as why:
        return f"false: seed {seed}, {game.claim}, {state}, {enemy.raw}: {why}"
    return "same" if again == zone else f"false: seed {seed}: a zone grew"


def sure(game: LocalGame, state: State) -> str:
    """The kind of leaf that shows the claim at once, if one does."""
    claim = game.claim
    if claim.kind == "capture" or state.board[game.target] != game.stone:
        return ""
    liberties = string_at(state.board, game.on, game.target).liberties
    if claim.kind == "save" and state.mover != game.defender and len(liberties) >= claim.liberties:
        return "l"
    return "b" if points_of_life(state.board, game.on, game.target) else ""


class Truth:
    """The same by every reply on the whole board, zones unknown."""

    def __init__(self, game: LocalGame, most: int = MOST_ASKED) -> None:
        self.game, self._left = game, most
        self._known: dict[tuple[State, int], bool] = {}

    def holds(self, state: State, plies: int) -> bool:
        """Whether the claim comes true within so many plies."""
        game = self.game
        if game.captured(state):
            return game.claim.kind == "capture"
        if sure(game, state):
            return True
        if plies <= 0:
            return False
        key = (state, plies)
        if key not in self._known:
            if not self._left:
                raise _TooLongError
            self._left -= 1
            after = (self.holds(there, plies - 1) for _, there in game.replies(state))
            self._known[key] = any(after) if state.mover == game.claimant else all(after)
        return self._known[key]


class Question(NamedTuple):
    game: LocalGame
    state: State


def question(dice: random.Random) -> Question:
    """A claim about a small crowded board, perhaps with a ko just taken."""
    while True:
        on = grid(dice.choice([3, 4, 4, 5]))
        density, mover = dice.choice([0.6, 0.7, 0.75]), dice.randrange(2)
        board = "".join(EMPTY if dice.random() > density else dice.choice(STONES) for _ in on.names)
        if not _legal(board, on):
            continue
        state = State(board, mover, None, dice.choice([0, 0, 0, 1]), None)
        if dice.random() < 0.3:
            state = _ko_taken(state, on)
        stones = [at for at, stone in enumerate(state.board) if stone != EMPTY]
        if not stones:
            continue
        target = dice.choice(stones)
        owner = STONES.index(state.board[target])
        kind = dice.choice(["capture", "capture", "live", "save"])
        side = COLOURS[1 - owner if kind == "capture" else owner]
        liberties = dice.choice([2, 3, 3, 4]) if kind == "save" else 0
        claim = LocalClaim(kind, side, on.names[target], state.own, None, liberties)
        game = LocalGame(on, claim, state.board)
        if not game.captured(state):
            return Question(game, state)


def _legal(board: str, on: Grid) -> bool:
    return all(string.liberties for string in strings(board, on))


def _ko_taken(state: State, on: Grid) -> State:
    for point, stone in enumerate(state.board):
        if stone == EMPTY:
            placed = place(state.board, on, point, 1 - state.mover)
            if placed.banned is not None:
                return state._replace(board=placed.board, banned=placed.banned)
    return state


def alike(dice: random.Random, on: Grid, state: State, zone: int) -> State | None:
    """Another state, the same on the zone; one side has more stones elsewhere."""
    more = dice.choice(STONES)
    for _ in range(60):
        board = "".join(
            stone if zone >> at & 1 else dice.choice(EMPTY + STONES + more)
            for at, stone in enumerate(state.board)
        )
        if _legal(board, on):
            return state._replace(board=board)
    return None


def attack(seed: int) -> str:
    """What came of one attack: `none` (nothing got through), `true`, `long` (given up), or
    `false: ...` with what got through and should not have."""
    dice = random.Random(seed)
    game, state = question(dice)
    enemy = Enemy(game, dice)
    try:
        root = enemy.proof(state, DEPTH)
        if root is None:
            return "none"
        zone = Replay(game, enemy.nodes, enemy.budget).run(root, state)
        plies = enemy.nodes[root].bound + 2
        if not Truth(game).holds(state, plies):
            return f"false: seed {seed}, {game.claim}, {state}, {enemy.raw}"
    except (_TooLongError, LimitError):
        return "long"
    if zone == (1 << len(game.on.names)) - 1:
        return "true"
    for _ in range(FILLS):
        other = alike(dice, game.on, state, zone)
        try:
            if other is not None and not Truth(game, MOST_ASKED // 5).holds(other, plies):
                return f"false: seed {seed}, {game.claim}, {state} and {other}, {enemy.raw}"
        except _TooLongError:
            continue
    return "true"
