"""Judges certificates of dark chess: plain Python, the law's functions and nothing else.

Nodes (docs/reference/banqi.md has the format): `["t", bound, act, child]` names one act of a side,
`["r", bound, [[act, child], ...]]` covers all acts of the other, `["c", bound, [[letter, child],
...]]` all that chance may turn up after a flip, `["o", bound, letter, child]` one of them. A child
is None where the game is over. Bounds are the attacker's turns to go.

**A win**: the attacker has the turn nodes, and bounds fall with each of its turns. Each position
has one node and each node one position, so nothing comes twice on a path; positions that the past
of the start would let end as a draw are refused, and so is a path on which the plies without
capture or flip run out. **No win in time**: roles are swapped; of what chance may do one outcome
is enough. **A hold**: the holder has the turn nodes and no path ends lost; it may go round for
ever, which is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kikashi.games.banqi.board import DOWN, EMPTY, LETTERS, PIECES, moved, put, steps_of, without
from kikashi.games.banqi.claims import MOST_TURNS, BanqiClaim, read_claim
from kikashi.games.banqi.position import COLOURS, BanqiPosition, banqi_of
from kikashi.law import Position
from kikashi.proofs.refusal import Budget, RefusedError


class Node(NamedTuple):
    """A node as read; a turn and one outcome have one entry, perhaps without a child."""

    kind: str
    bound: int
    entries: tuple[tuple[str, int | None], ...]


class Place(NamedTuple):
    """What a node is about: all that decides how play can go on, but for the rules of a draw."""

    board: str
    hidden: str
    colour: int
    """Of the side to move; while chance is to move, of the side that flips."""
    turned: int | None = None


def judge(position: Position) -> BanqiJudge:
    """What the room offers as its judge."""
    return BanqiJudge(banqi_of(position))


class BanqiJudge:
    """Replays one certificate."""

    def __init__(self, start: BanqiPosition) -> None:
        self.start = start
        self.claim: BanqiClaim | None = None
        self._nodes: list[Node] = []
        self._entries = 0

    def read_claim(self, raw: Mapping[str, object]) -> BanqiClaim:
        self.claim = read_claim(raw, self.start)
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        for raw in nodes:
            budget.spend(None)
            self._nodes.append(self._read(raw, budget))
        if len(roots) != 1:
            raise RefusedError("a claim of dark chess needs one root")
        for number, node in enumerate(self._nodes):
            for _, child in node.entries:
                if child is not None and child >= len(self._nodes):
                    raise RefusedError(f"there is no child {child}", number)
        root = roots[0]
        if claim.kind != "hold" and self._nodes[root].bound != claim.turns:
            raise RefusedError(
                f"the root's bound is {self._nodes[root].bound}, "
                f"but {claim.turns} turns are claimed",
                root,
            )
        _Replay(self.start, claim, self._nodes, root, budget).run()

    def _read(self, raw: list[object], budget: Budget) -> Node:
        number = len(self._nodes)
        kind, bound = raw[0], raw[1]
        if type(bound) is not int or not 0 <= bound <= MOST_TURNS:
            raise RefusedError(f"a bound is 0 to {MOST_TURNS}, not {bound!r:.40}", number)
        if kind in ("t", "o") and len(raw) == 4:
            return Node(str(kind), bound, (self._entry(raw[2:], number),))
        if kind in ("r", "c") and len(raw) == 3 and isinstance(raw[2], list):
            self._entries += len(raw[2])
            if self._entries > budget.caps.entries:
                raise RefusedError(f"there are more than {budget.caps.entries} entries", number)
            found = tuple(self._entry(entry, number) for entry in raw[2])
            if len({word for word, _ in found}) != len(found):
                raise RefusedError("an act stands twice", number)
            return Node(str(kind), bound, found)
        raise RefusedError(
            'a node is ["t", bound, act, child], ["r", bound, [[act, child], ...]], ["c", bound, '
            '[[letter, child], ...]] or ["o", bound, letter, child]',
            number,
        )

    @staticmethod
    def _entry(raw: object, number: int) -> tuple[str, int | None]:
        if not isinstance(raw, list) or len(raw) != 2:
            raise RefusedError("an entry is a list of an act and a child", number)
        word, child = raw
        if not isinstance(word, str) or len(word) > 5:
            raise RefusedError(f"an act is written b8, a3-a4 or R, not {word!r:.40}", number)
        if child is not None and (type(child) is not int or child < 0):
            raise RefusedError(
                f"a child is the number of a node or null, not {child!r:.40}", number
            )
        return word, child


class _Replay:
    """One walk from the root: every node that is met is met with its position."""

    def __init__(
        self,
        start: BanqiPosition,
        claim: BanqiClaim,
        nodes: list[Node],
        root: int,
        budget: Budget,
    ) -> None:
        self.form = start.settings.form
        self.plies = start.settings.plies
        self.claim, self.nodes, self.root, self.budget = claim, nodes, root, budget
        self.start = start
        colour = start.colour
        assert colour is not None
        self.first = Place(start.board, start.hidden, colour)
        self.hero = COLOURS.index(claim.colour)
        self.barred = _barred(start)
        """Boards with the side to move that may end the game as a draw, by what came before."""
        self.places: dict[int, Place] = {}
        self.numbers: dict[Place, int] = {}
        self.quiet: dict[int, int] = {}

    def run(self) -> None:
        self._meet(self.root, self.root, self.first, self.start.setup.quiet)
        if self.claim.kind == "hold":
            waiting = [self.root]
            done: set[int] = set()
            while waiting:
                number = waiting.pop()
                if number not in done:
                    done.add(number)
                    waiting += self._visit(number)
            return
        # By falling bound: then all that leads to a node was met before it, with its plies.
        for number in self._in_order():
            if number in self.places:
                self._visit(number)

    def _in_order(self) -> Iterable[int]:
        """Parents before children; a circle is refused."""
        degree = [0] * len(self.nodes)
        reached, waiting = {self.root}, [self.root]
        while waiting:
            for _, child in self.nodes[waiting.pop()].entries:
                if child is not None:
                    degree[child] += 1
                    if child not in reached:
                        reached.add(child)
                        waiting.append(child)
        ready, count = [self.root], 0
        if degree[self.root]:
            raise RefusedError("the root is its own descendant", self.root)
        while ready:
            number = ready.pop()
            count += 1
            yield number
            for _, child in self.nodes[number].entries:
                if child is not None:
                    degree[child] -= 1
                    if degree[child] == 0:
                        ready.append(child)
        if count != len(reached):
            raise RefusedError("the nodes go in a circle", self.root)

    # --- one node --------------------------------------------------------------------------------

    def _visit(self, number: int) -> list[int]:
        node, place = self.nodes[number], self.places[number]
        self.budget.spend(number, 1 + len(node.entries))
        if place.turned is not None:
            self._check_chance(number, node, place)
        else:
            self._check_act(number, node, place)
        after: list[int] = []
        for word, child in node.entries:
            step = self._after(number, place, word)
            if child is None:
                self._must_be_over(number, word, step)
                continue
            self._check_bound(number, node, child, place)
            quiet = self.quiet[number] + 1 if self._is_quiet(place, step) else 0
            self._meet(number, child, step, quiet)
            after.append(child)
        return after

    def _mine(self, place: Place) -> bool:
        return place.colour == self.hero

    def _check_act(self, number: int, node: Node, place: Place) -> None:
        """Turn nodes belong to who shows something; reply nodes cover all that the other may do."""
        shows = self._mine(place) == (self.claim.kind != "no-win")
        if node.kind != ("t" if shows else "r"):
            raise RefusedError(f"a node {node.kind!r} stands where the other side acts", number)
        acts = set(self._acts(place))
        for word, _ in node.entries:
            if word not in acts:
                raise RefusedError(f"{word} is not legal there", number)
        if self.claim.kind == "win" and node.kind == "t" and node.bound < 1:
            raise RefusedError("a turn that is played needs a bound of at least 1", number)
        if node.kind != "r":
            return
        if self.claim.kind == "no-win" and node.bound <= 1:
            self._nothing_wins_at_once(number, node, place, acts)
            return
        missing = acts.difference(word for word, _ in node.entries)
        if missing:
            raise RefusedError(f"{min(missing)} is not covered", number)

    def _nothing_wins_at_once(
        self, number: int, node: Node, place: Place, acts: Iterable[str]
    ) -> None:
        if node.bound < 1:
            raise RefusedError("acts are covered, but the bound is 0", number)
        if node.entries:
            raise RefusedError("the last turn of a refutation has no entries", number)
        for word in acts:
            after = self._after(number, place, word)
            shown = (self._after(number, after, letter) for letter in set(after.hidden))
            if all(map(self._lost, (after,) if after.turned is None else shown)):
                raise RefusedError(f"{word} wins at once", number)

    def _check_chance(self, number: int, node: Node, place: Place) -> None:
        letters = {word for word, _ in node.entries}
        if node.kind == "o" and self.claim.kind == "no-win":
            if not letters <= set(place.hidden):
                raise RefusedError(f"{min(letters)} does not lie face down there", number)
        elif node.kind != "c" or letters != set(place.hidden):
            raise RefusedError(
                "all that chance may turn up must be covered, and nothing else", number
            )

    def _check_bound(self, number: int, node: Node, child: int, place: Place) -> None:
        below = self.nodes[child].bound
        if self.claim.kind == "hold":
            return
        attacks = place.turned is None and self._mine(place)
        most = node.bound - 1 if attacks else node.bound
        if self.claim.kind == "win" and below > most:
            raise RefusedError(f"child {child} has bound {below}; at most {most} may be", number)
        if self.claim.kind == "no-win" and below != most:
            raise RefusedError(f"child {child} has bound {below}; it must be {most}", number)

    def _must_be_over(self, number: int, word: str, step: Place) -> None:
        """A branch ends where the game does: lost for the side to move, or, in a refutation and a
        hold, for the attacker or drawn by what came before."""
        lost = step.turned is None and self._lost(step)
        if lost and self.claim.kind == "no-win" and self._mine(step):
            return
        if lost and self.claim.kind != "no-win" and not self._mine(step):
            return
        if lost:
            raise RefusedError(f"after {word} the wrong side has lost", number)
        raise RefusedError(f"the branch ends after {word}, but the game goes on", number)

    def _meet(self, number: int, child: int, place: Place, quiet: int) -> None:
        """The child is about this position; a position of a win has one node only."""
        if self.places.setdefault(child, place) != place:
            raise RefusedError(f"child {child} is shared by different positions", number)
        self.quiet[child] = max(quiet, self.quiet.get(child, 0))
        if place.turned is None and self._lost(place):
            raise RefusedError(f"the game is over at child {child}", number)
        if self.claim.kind != "win":
            return
        if self.numbers.setdefault(place, child) != child:
            raise RefusedError(f"child {child} and another are about one position", number)
        if place != self.first and (place.board, place.colour) in self.barred:
            raise RefusedError(f"at child {child} the past may make it a draw", number)
        if self.plies and self.quiet[child] >= self.plies:
            raise RefusedError(f"at child {child} too many plies passed without capture", number)

    # --- the law, without rules of a draw --------------------------------------------------------

    def _acts(self, place: Place) -> Iterable[str]:
        names = self.form.names
        for cell, piece in enumerate(place.board):
            if piece == DOWN:
                yield names[cell]
            elif piece in PIECES[place.colour]:
                for end in steps_of(place.board, self.form, cell):
                    yield f"{names[cell]}-{names[end]}"

    def _after(self, number: int, place: Place, word: str) -> Place:
        if place.turned is not None:
            if word not in LETTERS or word not in place.hidden:
                raise RefusedError(f"{word} does not lie face down there", number)
            board = put(place.board, place.turned, word)
            return Place(board, without(place.hidden, word), 1 - place.colour)
        start, _, end = word.partition("-")
        cell = self.form.cell_of[start]
        if not end:
            return place._replace(turned=cell)
        board = moved(place.board, cell, self.form.cell_of[end])
        return Place(board, place.hidden, 1 - place.colour)

    def _lost(self, place: Place) -> bool:
        left = place.board + place.hidden
        if not any(letter in left for letter in PIECES[place.colour]):
            return True
        return next(iter(self._acts(place)), None) is None

    @staticmethod
    def _is_quiet(place: Place, step: Place) -> bool:
        """Whether nothing was flipped or captured."""
        if place.turned is not None or step.turned is not None:
            return False
        return place.board.count(EMPTY) == step.board.count(EMPTY)


def _barred(start: BanqiPosition) -> frozenset[tuple[str, int]]:
    """Positions of the past that could end the game as a draw if they came again.

    With a limit of n occurrences those that stood n - 1 times; with the rule of cycles all.
    """
    boards = (*start.past, start.board)
    colour = start.colour
    assert colour is not None
    seen = [
        (board, colour ^ ((len(boards) - 1 - number) & 1)) for number, board in enumerate(boards)
    ]
    settings = start.settings
    if settings.cycle:
        return frozenset(seen[:-1])
    most = settings.occurrences
    return frozenset(one for one in seen if most and seen.count(one) >= most - 1)
