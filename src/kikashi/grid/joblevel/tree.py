"""The tree at the client: proof and disproof numbers, flags on leaves that are being worked on.

While a job runs, its leaf keeps the numbers it has (virtual equivalence: the answer is expected to
change little), and is flagged, so that nobody chooses it again. A node whose every choice is
flagged is flagged too. Equal positions are one node, so the tree is a graph without cycles; its
numbers count a shared node once for each way to it, as is usual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kikashi.grid.joblevel.contract import Child, Key, Kind, Status

INFINITY = 1 << 40
"""The number of what cannot be proved, or disproved, any more."""


class Node:
    """One position. `postponed` are children that no job has been spent on yet, the best first."""

    __slots__ = (
        "children",
        "dn",
        "expanded",
        "flagged",
        "hidden",
        "key",
        "kind",
        "parents",
        "pn",
        "postponed",
        "running",
        "status",
    )

    def __init__(self, key: Key, kind: Kind, pn: int = 1, dn: int = 1) -> None:
        self.key = key
        self.kind = kind
        self.pn = max(1, min(pn, INFINITY - 1))
        self.dn = max(1, min(dn, INFINITY - 1))
        self.status = Status.OPEN
        self.children: list[Node] = []
        self.postponed: list[Child] = []
        self.parents: list[Node] = []
        self.hidden = 0
        """Of children that are yet to come to light, as `Expansion` says."""
        self.expanded = False
        self.running = False
        self.flagged = False

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.key} pn={self.pn} dn={self.dn} {self.status.value}>"


class Tree:
    """Grows by `expand`, keeps the numbers right, and says which leaf is the most proving."""

    def __init__(self, root: Key, kind: Kind) -> None:
        self.nodes: dict[Key, Node] = {}
        self.ripe: list[Node] = []
        """AND nodes whose children are all proved: they are proved, unless the problem has more."""
        self._proposed: dict[Key, Node] = {}
        """For children that are postponed, a parent that proposed them."""
        self.root = self._node(Child(root), kind)

    def _node(self, child: Child, kind: Kind) -> Node:
        node = self.nodes.get(child.key)
        if node is None:
            node = self.nodes[child.key] = Node(child.key, kind, child.pn, child.dn)
        return node

    # --- choosing ------------------------------------------------------------------------------

    def most_proving(self) -> Node | None:
        """The leaf to work on next; None where every open leaf is being worked on.

        A postponed sibling is made into a node only where it looks better than its elders, or
        where all of them are flagged.
        """
        node = self.root
        while node.status is Status.OPEN and not node.flagged:
            if not node.expanded:
                return node
            chosen = self._best(node)
            if node.postponed and (
                chosen is None or _hardness(node, node.postponed[0]) < _hardness(node, chosen)
            ):
                chosen = self._open_next(node)
            assert chosen is not None, "a node that is not flagged has a child that is not"
            # A sibling that is a node already, by another way, may change everything above it.
            free = chosen.status is Status.OPEN and not chosen.flagged
            node = chosen if free else self.root
        return None

    def _best(self, node: Node) -> Node | None:
        return min(_free(node), key=lambda child: _hardness(node, child), default=None)

    def reveal(self, key: Key) -> Node | None:
        """The node of this key; a postponed one is made. None: nobody has proposed it."""
        parent = self._proposed.get(key)
        if key not in self.nodes and parent is not None:
            place = next(n for n, child in enumerate(parent.postponed) if child.key == key)
            self._open_next(parent, place)
        return self.nodes.get(key)

    def _open_next(self, node: Node, place: int = 0) -> Node:
        child = self._node(node.postponed.pop(place), _other(node.kind))
        node.children.append(child)
        child.parents.append(node)
        self.update(node)
        return child

    # --- growing -------------------------------------------------------------------------------

    def expand(self, node: Node, children: Iterable[Child], hidden: int = 0) -> None:
        """Gives a node (more) children; they wait, postponed, until they are wanted."""
        node.hidden = hidden
        known = {child.key for child in node.children} | {child.key for child in node.postponed}
        for child in children:
            if child.key not in known:
                known.add(child.key)
                node.postponed.append(child)
                self._proposed.setdefault(child.key, node)
        node.expanded = True
        self.update(node)

    def solve(self, node: Node, status: Status) -> None:
        """Marks a node as decided."""
        node.status = status
        self.update(node)

    def flag(self, node: Node, *, running: bool) -> None:
        """Says whether a job is at work on a leaf."""
        node.running = running
        self.update(node)

    # --- numbers -------------------------------------------------------------------------------

    def update(self, node: Node) -> None:
        """Brings numbers and flags up to date from this node upwards, as far as they change."""
        waiting = [node]
        while waiting:
            here = waiting.pop()
            before = (here.pn, here.dn, here.flagged, here.status)
            if _refresh(here):
                self.ripe.append(here)
            if (here.pn, here.dn, here.flagged, here.status) != before or here is node:
                waiting += here.parents

    def relevant(self, nodes: Iterable[Node]) -> set[Key]:
        """Which of these can still matter: a way of open nodes leads from them to the root."""
        known: dict[Key, bool] = {}
        for node in nodes:
            self._mark(node, known)
        return {key for key, matters in known.items() if matters}

    def _mark(self, node: Node, known: dict[Key, bool]) -> None:
        # Depth first with a list of our own: trees may be deeper than Python likes to recurse.
        path = [node]
        while path:
            here = path[-1]
            if here.key in known:
                path.pop()
                continue
            if here.status is not Status.OPEN:
                known[here.key] = False
                continue
            unknown = [parent for parent in here.parents if parent.key not in known]
            if here is not self.root and unknown:
                path += unknown
                continue
            known[here.key] = here is self.root or any(known[p.key] for p in here.parents)


def _hardness(parent: Node, child: Node | Child) -> int:
    return child.pn if parent.kind is Kind.OR else child.dn


def _other(kind: Kind) -> Kind:
    return Kind.AND if kind is Kind.OR else Kind.OR


def _free(node: Node) -> Iterator[Node]:
    return (c for c in node.children if c.status is Status.OPEN and not c.flagged)


def _refresh(node: Node) -> bool:
    """Recomputes one node from its children; True if it is an AND node that wants to grow."""
    ripe = node.status is Status.OPEN and node.expanded and _combine(node)
    if node.status is Status.PROVED:
        node.pn, node.dn = 0, INFINITY
    elif node.status is Status.DISPROVED:
        node.pn, node.dn = INFINITY, 0
    if node.status is not Status.OPEN:
        node.flagged = False
    elif node.expanded:
        node.flagged = not node.postponed and next(_free(node), None) is None
    else:
        node.flagged = node.running
    return ripe


def _combine(node: Node) -> bool:
    everyone: Sequence[Node | Child] = [*node.children, *node.postponed]
    proofs = [child.pn for child in everyone]
    disproofs = [child.dn for child in everyone]
    if node.kind is Kind.OR:
        node.pn = min(proofs, default=INFINITY)
        node.dn = min(sum(disproofs), INFINITY)
        if node.pn == 0:
            node.status = Status.PROVED
        elif node.dn == 0:
            node.status = Status.DISPROVED
        return False
    node.dn = min(disproofs, default=INFINITY)
    # Not 0: whether this node is proved, the problem will say.
    node.pn = max(1, min(sum(proofs) + node.hidden, INFINITY))
    if node.dn == 0:
        node.status = Status.DISPROVED
    return node.dn != 0 and not sum(proofs)
