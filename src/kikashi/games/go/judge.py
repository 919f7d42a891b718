"""Judges certificates about one stone by the law's board alone (docs/reference/go-certificates.md).

Nodes, children before their parents; bounds fall from a node to its children:

- `["m", bound, move, child]`: the claimant plays `move`, a point or `pass`; the child is null where
  that takes the target for good;
- `["r", bound, [[move, child], ...], else]`: the other side moves. A reply that is not listed needs
  no answer where it leaves the target taken, or to be taken for good by filling its last liberty;
  else the child `else`, if it is not null, is verified after it. Replies outside the zone of what
  follows a pass are not looked at (zones.py);
- `["b", bound]`: the target is unconditionally alive by Benson's algorithm (not for captures);
- `["l", bound]`: it has the claim's liberties, the attacker to move (only to save);
- `["a", bound]`: of `live` and `save`, this position is verified elsewhere in the certificate: who
  comes back to it for ever is never taken. Of a capture, it was met before on the way here, and the
  defender has spent threats since, of which it has any finite number.

After the first moves that a claim names in `but` nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from kikashi.games.go.benson import points_of_life
from kikashi.games.go.board import EMPTY, STONES, Grid, place, string_at
from kikashi.games.go.claims import LocalClaim, read_claim
from kikashi.games.go.position import COLOURS, PASS, GoPosition, go_of
from kikashi.games.go.zones import (
    mask,
    of_move,
    of_suicide,
    of_taken,
    points_of,
    safe_from_one_move,
    with_neighbours,
)
from kikashi.law import Position
from kikashi.proofs.refusal import Budget, LimitError, RefusedError

MOST_BOUND = 300
"""Plies on one way: the replay goes as deep."""


class State(NamedTuple):
    """A position of the local game."""

    board: str
    mover: int
    banned: int | None
    own: int
    other: int | None


class Node(NamedTuple):
    kind: str
    bound: int
    moves: tuple[tuple[str, int | None], ...] = ()
    rest: int | None = None
    repeats: bool = False
    """Whether it or something below rests on what was met before."""


class LocalGame:
    """The moves of a local claim: the law's board, a simple ko, and threats that are counted."""

    def __init__(self, on: Grid, claim: LocalClaim, board: str) -> None:
        self.on, self.claim = on, claim
        self.target = on.index[claim.target]
        self.stone = board[self.target]
        self.defender = STONES.index(self.stone)
        self.claimant = COLOURS.index(claim.side)

    def first(self, start: GoPosition) -> State:
        claim = self.claim
        return State(start.board, start.to_move, start.now.banned, claim.own, claim.other)

    def after(self, state: State, move: str) -> State | None:
        """After a move of the side to move; None where it may not be made."""
        if move == PASS:
            return state._replace(mover=1 - state.mover, banned=None)
        point = self.on.index.get(move)
        if point is None or state.board[point] != EMPTY:
            return None
        own, other = state.own, state.other
        if point == state.banned:
            if state.mover == self.claimant:
                own -= 1
            elif other is not None:
                other -= 1
            if own < 0 or (other is not None and other < 0):
                return None
        placed = place(state.board, self.on, point, state.mover)
        if placed.lost:
            return None
        return State(placed.board, 1 - state.mover, placed.banned, own, other)

    def spends(self, state: State, move: str) -> bool:
        """Whether a move is a retake by a side with any number of threats."""
        return (
            state.other is None
            and state.mover != self.claimant
            and state.banned is not None
            and move == self.on.names[state.banned]
        )

    def replies(self, state: State) -> Iterator[tuple[str, State]]:
        """Every move of the side to move, the pass last."""
        for point, stone in enumerate(state.board):
            if stone == EMPTY:
                move = self.on.names[point]
                after = self.after(state, move)
                if after is not None:
                    yield move, after
        after = self.after(state, PASS)
        assert after is not None
        yield PASS, after

    def captured(self, state: State) -> bool:
        """Off the board, and the defender cannot take back on its point at once."""
        if state.board[self.target] == self.stone:
            return False
        if state.mover != self.defender or state.board[self.target] != EMPTY:
            return True
        back = self.after(state, self.claim.target)
        return back is None or not place(state.board, self.on, self.target, self.defender).taken

    def falls_at_once(self, state: State) -> bool:
        """The attacker is to move and takes the target for good by filling its last liberty."""
        if self.captured(state):
            return True
        if state.mover == self.defender:
            return False
        liberties = string_at(state.board, self.on, self.target).liberties
        if len(liberties) != 1:
            return False
        after = self.after(state, self.on.names[next(iter(liberties))])
        return after is not None and self.captured(after)


def judge(position: Position) -> LocalJudge:
    """What the room offers as its judge."""
    return LocalJudge(go_of(position))


class LocalJudge:
    """Replays one certificate."""

    def __init__(self, start: GoPosition) -> None:
        self.start = start
        self.claim: LocalClaim | None = None
        self._nodes: list[Node] = []

    def read_claim(self, raw: Mapping[str, object]) -> LocalClaim:
        self.claim = read_claim(raw, self.start)
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        for raw in nodes:
            budget.spend(None)
            self._nodes.append(read_node(raw, self._nodes, claim))
        if len(roots) != 1:
            raise RefusedError("a claim about a stone needs one root")
        game = LocalGame(self.start.on, claim, self.start.board)
        Replay(game, self._nodes, budget).run(roots[0], game.first(self.start))


def read_node(raw: list[object], before: list[Node], claim: LocalClaim) -> Node:
    """A node as it stands in the file; children are earlier ones."""
    number = len(before)
    kind, bound = raw[0], raw[1] if len(raw) > 1 else None
    if type(bound) is not int or not 0 <= bound <= MOST_BOUND:
        raise RefusedError(f"a bound is a whole number from 0 to {MOST_BOUND}", number)
    if len(raw) == 2 and kind in ("a", "b", "l"):
        if (kind == "b" and claim.kind == "capture") or (kind == "l" and claim.kind != "save"):
            raise RefusedError(f"a node {kind!r} proves nothing about such a claim", number)
        return Node(str(kind), bound, repeats=kind == "a")
    if len(raw) != 4 or kind not in ("m", "r"):
        raise RefusedError(
            'a node is ["m", bound, move, child], ["r", bound, [[move, child], ...], else], '
            '["b", bound], ["l", bound] or ["a", bound]',
            number,
        )

    def child(value: object) -> int | None:
        if value is None:
            return None
        if type(value) is not int or not 0 <= value < number:
            raise RefusedError(f"a child must be an earlier node, not {value!r:.40}", number)
        if before[value].bound >= bound:
            raise RefusedError(f"the bound of child {value} does not fall", number)
        return value

    if kind == "m":
        if not isinstance(raw[2], str):
            raise RefusedError("a move is a word", number)
        moves: tuple[tuple[str, int | None], ...] = ((raw[2], child(raw[3])),)
        rest = None
    else:
        if not isinstance(raw[2], list):
            raise RefusedError("replies are a list", number)
        listed = []
        for entry in raw[2]:
            if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
                raise RefusedError("a reply is a list of a move and a child", number)
            below = child(entry[1])
            if below is None:
                raise RefusedError("a listed reply needs a child", number)
            listed.append((entry[0], below))
        moves, rest = tuple(listed), child(raw[3])
        if len(dict(moves)) != len(moves):
            raise RefusedError("a reply stands twice", number)
    children = [below for _, below in moves if below is not None]
    repeats = any(before[below].repeats for below in [*children, *([] if rest is None else [rest])])
    return Node(str(kind), bound, moves, rest, repeats)


class Replay:
    """Verifies nodes at positions. Recursion is bounded by the bounds, which fall.

    What is verified comes with its zone (zones.py): it holds wherever the position is alike there.
    So a reply outside the zone needs no more than an answer to a pass. With `zones=False` every
    reply is replayed, which takes longer and shows the same.
    """

    def __init__(
        self, game: LocalGame, nodes: list[Node], budget: Budget, *, zones: bool = True
    ) -> None:
        self.game, self.nodes, self.budget = game, nodes, budget
        self.everywhere = (1 << len(game.on.names)) - 1
        self.zones = zones
        # What is never taken may go in circles; a capture comes to an end.
        self.endless = game.claim.kind != "capture"
        self.assumed: dict[State, int] = {}
        """Zones of states that nodes `a` of endless claims refer to, as far as they have grown."""
        self._verified: set[State] = set()
        self._grown = False
        self._known: dict[tuple[int, State], int] = {}
        self._way: dict[State, int] = {}
        self._spent = 0

    def run(self, root: int, state: State) -> int:
        """The zone of the proof; RefusedError where the root proves nothing at the state.

        A circle needs the zone of what it comes back to, which has grown by then: all is verified
        again until no zone grows.
        """
        if self.game.captured(state):
            raise RefusedError("the target is off the board already", root)
        while True:
            self._known.clear()
            self._verified.clear()
            self._grown = False
            zone = self._verify(root, state)
            if self.unverified():
                raise RefusedError("a position that is referred to is not verified", root)
            if not self._grown:
                return zone

    def unverified(self) -> set[State]:
        """States that nodes `a` refer to, and nothing has verified."""
        return self.assumed.keys() - self._verified

    def _verify(self, number: int, state: State) -> int:
        node = self.nodes[number]
        known = self._known.get((number, state))
        if known is not None:
            return known
        self.budget.spend(number)
        if len(self._way) > MOST_BOUND:
            raise LimitError(f"a way has more than {MOST_BOUND} plies", number)
        if node.kind in ("a", "b", "l"):
            return self._leaf(node.kind, number, state)
        if (node.kind == "m") != (state.mover == self.game.claimant):
            raise RefusedError("the node is for the wrong side", number)
        met_before = self._way.get(state)
        self._way[state] = self._spent
        if node.kind == "m":
            zone = self._move(number, node, state)
        else:
            zone = self._replies(number, node, state)
        if met_before is None:
            del self._way[state]
        else:
            self._way[state] = met_before
        if self.endless:
            self._close(state, zone)
        if self.endless or not node.repeats:
            self._known[(number, state)] = zone
        return zone

    def _close(self, state: State, zone: int) -> None:
        """Notes that a state is verified, unless replies are left out there."""
        if self.game.claim.but and not self._way:
            return
        self._verified.add(state)
        if zone & ~self.assumed.get(state, zone):
            self.assumed[state] |= zone
            self._grown = True

    def _leaf(self, kind: str, number: int, state: State) -> int:
        game, claim = self.game, self.game.claim
        if kind == "a":
            if self.endless:
                if state not in self.assumed:
                    # It may have been verified before, when nobody asked for its zone.
                    self.assumed[state] = 1 << game.target
                    self._grown = True
                return self.assumed[state]
            spent = self._way.get(state)
            if spent is None:
                raise RefusedError("the position was not met before", number)
            if spent == self._spent:
                raise RefusedError("a circle without threats spent counts for the defender", number)
            return self.everywhere  # it rests on the whole way here
        if state.board[game.target] != game.stone:
            raise RefusedError("the target is not on the board", number)
        if kind == "b":
            points = points_of_life(state.board, game.on, game.target)
            if not points:
                raise RefusedError("the target is not unconditionally alive", number)
            return mask(points)
        if state.mover == game.defender:
            raise RefusedError("liberties are counted with the attacker to move", number)
        string = string_at(state.board, game.on, game.target)
        if len(string.liberties) < claim.liberties:
            raise RefusedError(f"the target has {len(string.liberties)} liberties", number)
        return mask(string.stones | string.liberties)

    def _move(self, number: int, node: Node, state: State) -> int:
        move, child = node.moves[0]
        after = self.game.after(state, move)
        if after is None:
            raise RefusedError(f"{move!r:.20} may not be played", number)
        captured = self.game.captured(after)
        if self.game.claim.kind != "capture":
            if captured or child is None:
                raise RefusedError("the move leaves nothing proved", number)
        elif child is None and not captured:
            raise RefusedError("the move does not take the target for good", number)
        if captured:
            return self._taken(after) | self._played(state, move)
        assert child is not None
        return self._verify(child, after) | self._played(state, move)

    def _played(self, state: State, move: str) -> int:
        """The zone of a move of the claimant, and the target."""
        zone = 1 << self.game.target
        if move == PASS:
            return zone
        on = self.game.on
        return zone | of_move(state.board, on, on.index[move], self.game.claimant)

    def _taken(self, state: State) -> int:
        """The zone of a target that is taken for good."""
        game = self.game
        zone = 1 << game.target
        if state.board[game.target] != EMPTY or state.mover != game.defender:
            return zone
        if state.banned == game.target and self._out_of_threats(state):
            return zone
        return zone | of_taken(state.board, game.on, game.target, 1 - game.defender)

    def _out_of_threats(self, state: State) -> bool:
        return (state.own if state.mover == self.game.claimant else state.other) == 0

    def _replies(self, number: int, node: Node, state: State) -> int:
        """1. The zone of what follows a pass. 2. Replies in the zone, and what they need, until
        it grows no more. Elsewhere a reply takes nothing inside and changes nothing there."""
        game, on = self.game, self.game.on
        passed = game.after(state, PASS)
        assert passed is not None
        zone = 1 << game.target | self._reply(number, node, PASS, state, passed)
        if not self.zones:
            zone = self.everywhere
        if state.banned is not None:
            zone |= 1 << state.banned
        spared = game.claim.but if len(self._way) == 1 else ()  # at the root alone
        done, before = 0, -1
        while zone != before:
            self.budget.spend(number)
            before = zone
            zone = safe_from_one_move(state.board, on, zone, game.claimant)
            for point in points_of(zone & ~done):
                done |= 1 << point
                if state.board[point] != EMPTY:
                    continue
                move = on.names[point]
                if move in spared:
                    continue
                after = game.after(state, move)
                if after is not None:
                    zone |= self._reply(number, node, move, state, after)
                    if len(place(state.board, on, point, state.mover).taken) == 1:
                        zone |= with_neighbours(on, (point,))  # they decide whether it is a ko
                elif not (point == state.banned and self._out_of_threats(state)):
                    zone |= of_suicide(state.board, on, point, state.mover)
        return zone

    def _reply(self, number: int, node: Node, move: str, state: State, after: State) -> int:
        """The zone of what follows one reply."""
        self.budget.spend(number)
        game, capturing = self.game, self.game.claim.kind == "capture"
        if game.captured(after):
            if capturing:
                return self._taken(after)
            raise RefusedError(f"{move} takes the target", number)
        child = next((below for listed, below in node.moves if listed == move), None)
        if child is None:
            if capturing and game.falls_at_once(after):
                last = next(iter(string_at(after.board, game.on, game.target).liberties))
                taken = game.after(after, game.on.names[last])
                assert taken is not None
                return self._taken(taken) | self._played(after, game.on.names[last])
            child = node.rest
        if child is None:
            raise RefusedError(f"the reply {move} has no answer", number)
        spends = game.spends(state, move)
        self._spent += spends
        zone = self._verify(child, after)
        self._spent -= spends
        # A target that is off the board and may be taken back: nothing is said about elsewhere.
        off = not capturing and after.board[game.target] != game.stone
        return self.everywhere if off else zone
