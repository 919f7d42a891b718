"""Job-level proof-number search: the tree is here, its leaves are tasks for whoever can do them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from kikashi.grid.contract import Executor, Outcome
from kikashi.grid.inbox import Inbox
from kikashi.grid.joblevel.contract import Key, Problem, Status, Value
from kikashi.grid.joblevel.journal import Journal
from kikashi.grid.joblevel.tree import Node, Tree


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    status: Status
    pn: int
    dn: int
    nodes: int
    done: int
    """Answers that came in this run."""
    kept: int
    """Answers of an earlier run that were used again."""
    cancelled: int
    """Tasks that were no longer of use when they ended."""
    failed: int
    running: int
    seconds: float


Report = Callable[[Progress], None]


class JobLevelSearch:
    """Proves the root of a problem with the help of an executor.

    `path` keeps all answers on disk: a search with the same problem and file goes on from there.
    """

    def __init__(self, problem: Problem, path: Path | None = None) -> None:
        self.problem = problem
        self.journal = Journal(path, problem.name)
        self._tickets: dict[int, Node] = {}
        self._keys: dict[int, Key] = {}
        """Whose job a ticket of this run was, also after it is done: answers may be corrected."""
        self._unwanted: set[int] = set()
        self._done = self._kept = self._cancelled = self._failed = 0
        self._began = time.monotonic()
        self.tree = self._grown()
        self._kept = len(self.journal)

    @property
    def status(self) -> Status:
        """Of the root. DISPROVED: not by the turns that were tried."""
        return self.tree.root.status

    def progress(self) -> Progress:
        root = self.tree.root
        return Progress(
            status=root.status,
            pn=root.pn,
            dn=root.dn,
            nodes=len(self.tree.nodes),
            done=self._done,
            kept=self._kept,
            cancelled=self._cancelled,
            failed=self._failed,
            running=len(self._tickets),
            seconds=time.monotonic() - self._began,
        )

    def run(
        self,
        executor: Executor,
        *,
        most_tasks: int | None = None,
        seconds: float | None = None,
        report: Report | None = None,
    ) -> Progress:
        """Searches until the root is decided or a limit is reached; what runs then is cancelled.

        It may be called again, and then goes on.
        """
        self._began = began = time.monotonic()
        self._keys.clear()
        target = None if most_tasks is None else self._done + most_tasks
        inbox = Inbox(executor)
        try:
            while self.status is Status.OPEN:
                out_of_time = seconds is not None and time.monotonic() - began > seconds
                if out_of_time or (target is not None and self._done >= target):
                    break
                self._hand_out(executor)
                if self.status is not Status.OPEN or not self._tickets:
                    break
                self._take(inbox.take())
                self._correct(executor)
                self._cancel_irrelevant(executor)
                if report is not None:
                    report(self.progress())
        finally:
            self._cancel_all(executor)
        return self.progress()

    def close(self) -> None:
        """Closes the file."""
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- work out, answers in ------------------------------------------------------------------

    def _hand_out(self, executor: Executor) -> None:
        while len(self._tickets) < executor.capacity:
            node = self.tree.most_proving()
            if node is None:
                return
            self.tree.flag(node, running=True)
            ticket = executor.submit(self.problem.task(node.key))
            self._tickets[ticket], self._keys[ticket] = node, node.key

    def _take(self, outcome: Outcome) -> None:
        node = self._tickets.pop(outcome.ticket, None)
        if node is None:
            return  # another user of this executor
        unwanted = outcome.ticket in self._unwanted
        self._unwanted.discard(outcome.ticket)
        node.running = False
        if outcome.value is not None:
            self._done += 1
            self.journal.add(node.key, outcome.value)
            self._learn(node, outcome.value)
        elif outcome.cancelled or unwanted:
            self._cancelled += 1
            self.tree.update(node)
        else:
            # Nobody could do it: the way through this node is given up, the others are not.
            self._failed += 1
            self._decide(node, Status.DISPROVED)

    def _correct(self, executor: Executor) -> None:
        """Answers that were believed are withdrawn: the tree grows again from the right ones."""
        fresh = [(self._keys.get(o.ticket), o.value) for o in executor.corrections()]
        for key, value in fresh:
            if key is not None and value is not None:
                self.journal.correct(key, value)
        if not fresh:
            return
        self.tree = self._grown()
        for ticket, old in self._tickets.items():
            node = self.tree.reveal(old.key)
            if node is not None:
                self._tickets[ticket] = node
                self.tree.flag(node, running=True)

    def _grown(self) -> Tree:
        """The tree that the answers so far make, in the order in which they came."""
        tree = self.tree = Tree(self.problem.root, self.problem.kind(self.problem.root))
        for key, value in self.journal.items():
            node = tree.reveal(key)
            if node is not None:
                self._learn(node, value)
        return tree

    def _learn(self, node: Node, value: Value) -> None:
        if node.status is not Status.OPEN or node.expanded:
            self.tree.update(node)
            return
        found = self.problem.expand(node.key, value)
        if found.status is Status.OPEN:
            self.tree.expand(node, found.children, found.hidden)
        else:
            self.tree.solve(node, found.status)
        self._grow_ripe()

    def _decide(self, node: Node, status: Status) -> None:
        if node.status is Status.OPEN:
            self.tree.solve(node, status)
        self._grow_ripe()

    def _grow_ripe(self) -> None:
        """AND nodes whose children are all proved: proved, or there are more replies to answer."""
        while self.tree.ripe:
            node = self.tree.ripe.pop()
            if node.status is not Status.OPEN or node.postponed:
                continue
            proved = [child.key for child in node.children]
            if any(child.status is not Status.PROVED for child in node.children):
                continue
            more = self.problem.grow(node.key, proved)
            fresh = [child for child in more if child.key not in set(proved)]
            if fresh:
                self.tree.expand(node, fresh)
            else:
                self.tree.solve(node, Status.PROVED)

    # --- what is no longer of use --------------------------------------------------------------

    def _cancel_irrelevant(self, executor: Executor) -> None:
        relevant = self.tree.relevant(self._tickets.values())
        for ticket, node in self._tickets.items():
            if node.key not in relevant and ticket not in self._unwanted:
                self._unwanted.add(ticket)
                executor.cancel(ticket)

    def _cancel_all(self, executor: Executor) -> None:
        """Ends what still runs, and keeps what comes in all the same."""
        for ticket in self._tickets:
            executor.cancel(ticket)
        if not self._tickets:
            return
        for outcome in executor.results():
            self._take(outcome)
            if not self._tickets:
                break
