"""The job-level search as such: right answers, no leaf twice, nothing lost when it is stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kikashi.grid import LocalExecutor, Outcome, Task, do_task
from kikashi.grid.joblevel import Child, Expansion, JobLevelSearch, Kind, Status
from kikashi.grid.joblevel.journal import SIZE
from kikashi.grid.joblevel.tree import Tree
from kikashi.law import GameError
from tests.grid_apps.by_hand import ByHand
from tests.grid_apps.worlds import TOY, RandomTree


def decided(problem: RandomTree) -> Status:
    return Status.PROVED if problem.truth() else Status.DISPROVED


@pytest.mark.parametrize("late", [False, True], ids=["at once", "replies that come to light late"])
def test_the_answer_is_that_of_looking_at_everything(late: bool) -> None:
    seen = Counter[Status]()
    for seed in range(150):
        problem = RandomTree(seed, depth=4, width=3, late=late)
        found = JobLevelSearch(problem).run(ByHand(capacity=1 + seed % 7))
        assert found.status is decided(problem), f"seed {seed}"
        seen[found.status] += 1
    assert min(seen[Status.PROVED], seen[Status.DISPROVED]) > 20, seen


def test_threads_give_the_same_answers() -> None:
    for seed in range(20):
        problem = RandomTree(seed, depth=5, width=3)
        with LocalExecutor(jobs=3) as executor:
            assert JobLevelSearch(problem).run(executor).status is decided(problem), f"seed {seed}"


def test_a_leaf_is_never_given_out_twice_and_all_hands_are_busy() -> None:
    problem = RandomTree(7, depth=6, width=4)
    hands = ByHand(capacity=6)
    JobLevelSearch(problem).run(hands)
    assert max(Counter(problem.asked).values()) == 1
    assert hands.most_at_once == 6


def test_best_first_does_far_fewer_jobs_than_there_are_nodes() -> None:
    problem = RandomTree(7, depth=6, width=4)
    JobLevelSearch(problem).run(ByHand())

    def count(key: str) -> int:
        return 1 + sum(map(count, problem.look(key).get("children", [])))

    assert len(problem.asked) < count("/") / 3


def test_siblings_wait_until_their_elders_look_worse() -> None:
    tree = Tree("root", Kind.OR)
    tree.expand(tree.root, [Child("first"), Child("second"), Child("third")])
    first = tree.most_proving()
    assert first is not None
    assert first.key == "first"
    assert set(tree.nodes) == {"root", "first"}
    tree.expand(first, [Child("a", pn=1), Child("b", pn=1)])  # it needs both, so pn is 2
    second = tree.most_proving()
    assert second is not None
    assert second.key == "second"
    assert set(tree.nodes) == {"root", "first", "second"}


def test_a_flagged_leaf_keeps_its_numbers_and_is_passed_over() -> None:
    tree = Tree("root", Kind.OR)
    tree.expand(tree.root, [Child("first", pn=1, dn=3), Child("second", pn=5, dn=2)])
    first = tree.most_proving()
    assert first is not None
    before = (tree.root.pn, tree.root.dn)
    tree.flag(first, running=True)
    assert (tree.root.pn, tree.root.dn) == before == (1, 5)
    second = tree.most_proving()
    assert second is not None
    assert second.key == "second"
    tree.flag(second, running=True)
    assert tree.root.flagged
    assert tree.most_proving() is None
    tree.flag(first, running=False)
    assert tree.most_proving() is first


def test_replies_that_are_yet_to_come_to_light_count_as_guessed_until_they_have() -> None:
    tree = Tree("root", Kind.AND)
    tree.expand(tree.root, [Child("pass", pn=2)], hidden=40)
    assert tree.root.pn == 42
    assert not tree.ripe
    first = tree.most_proving()
    assert first is not None
    tree.solve(first, Status.PROVED)
    assert tree.ripe == [tree.root]
    tree.ripe.clear()
    tree.expand(tree.root, [Child("a"), Child("b")])
    assert tree.root.pn == 2


class Ladder(RandomTree):
    """An OR root with ten leaves; the last to be given out is the only one that is proved."""

    def __init__(self) -> None:
        super().__init__(0, 1, 10)

    def task(self, key: str) -> Task:
        self.asked.append(key)
        return Task(TOY, {"seed": 0, "depth": 1, "width": 10, "key": key})

    def expand(self, key: str, value: object) -> Expansion:
        if key == "/":
            return Expansion(Status.OPEN, tuple(Child(f"/{n}/") for n in range(10)))
        return Expansion(Status.PROVED if key == "/3/" else Status.DISPROVED)


class LastFirst(ByHand):
    """The youngest task is done first."""

    def choose(self) -> int:
        return max(self.waiting)


def test_tasks_that_no_longer_matter_are_cancelled() -> None:
    hands = LastFirst(capacity=4)
    search = JobLevelSearch(Ladder())
    found = search.run(hands)
    assert found.status is Status.PROVED
    # The root, then four leaves; the fourth proves the root, so the other three are of no use.
    assert [task.payload["key"] for task in hands.submitted] == ["/", "/0/", "/1/", "/2/", "/3/"]
    assert sorted(set(hands.cancelled)) == [1, 2, 3]
    assert (found.done, found.cancelled, found.running) == (2, 3, 0)


class Fork(RandomTree):
    """Two turns; the first fails by its first reply, the second works."""

    TREE = {"/": ["/a/", "/b/"], "/a/": ["/a/1/", "/a/2/", "/a/3/"], "/b/": ["/b/1/"]}

    def __init__(self) -> None:
        super().__init__(0, 1, 10)

    def expand(self, key: str, value: object) -> Expansion:
        if key in self.TREE:
            # The second turn looks harder, so that all hands are at the first.
            return Expansion(
                Status.OPEN, tuple(Child(k, 9 if "b" in k else 1) for k in self.TREE[key])
            )
        return Expansion(Status.DISPROVED if key == "/a/1/" else Status.PROVED)


def test_tasks_under_a_turn_that_has_failed_are_cancelled_while_the_search_goes_on() -> None:
    hands = ByHand(capacity=4)
    search = JobLevelSearch(Fork())
    open_at_cancel: list[Status] = []
    cancel = hands.cancel

    def noted(ticket: int) -> bool:
        open_at_cancel.append(search.status)
        return cancel(ticket)

    hands.cancel = noted  # type: ignore[method-assign]
    assert search.run(hands).status is Status.PROVED
    dropped = {hands.submitted[ticket].payload["key"] for ticket in hands.cancelled}
    assert {"/a/2/", "/a/3/"} <= dropped
    assert Status.OPEN in open_at_cancel


def test_a_task_that_nobody_can_do_closes_its_way_only() -> None:
    class Broken(RandomTree):
        def task(self, key: str) -> Task:
            task = super().task(key)
            return Task(TOY, {}) if key == "/0/" else task

    problem = next(
        p
        for p in (Broken(seed, 3, 3) for seed in range(100))
        if len(p.look("/").get("children", [])) > 1 and p.truth() and not p.truth("/0/")
    )
    found = JobLevelSearch(problem).run(ByHand(capacity=2))
    assert (found.status, found.failed) == (Status.PROVED, 1)


def kept_in(file: Path) -> list[Any]:
    """The answers in the file of a journal, each read to its last byte."""
    data, found = file.read_bytes(), []
    while data:
        size = SIZE.unpack_from(data)[0] + SIZE.size
        assert size <= len(data), "the file ends within an answer"
        found.append(msgspec.msgpack.decode(data[SIZE.size : size]))
        data = data[size:]
    return found[1:]


def test_a_search_that_was_stopped_does_no_job_again(tmp_path: Path) -> None:
    file = tmp_path / "tree.answers"
    whole = RandomTree(7, depth=6, width=4)
    JobLevelSearch(whole).run(ByHand(capacity=3))
    for _ in range(100):
        search = JobLevelSearch(RandomTree(7, depth=6, width=4), file)
        found = search.run(ByHand(capacity=3), most_tasks=4)
        search.close()
        if found.status is not Status.OPEN:
            break
    assert found.status is decided(whole)
    again = JobLevelSearch(RandomTree(7, depth=6, width=4), file)
    assert again.status is found.status, "the tree that was left, without a single job"
    again.close()
    assert max(Counter(node for node, _value in kept_in(file)).values()) == 1
    assert found.kept > 0


def test_an_answer_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "tree.answers"
    search = JobLevelSearch(RandomTree(7, 6, 4), file)
    search.run(ByHand(), most_tasks=5)
    search.close()
    before = len(kept_in(file))
    file.write_bytes(file.read_bytes()[:-7])
    again = JobLevelSearch(RandomTree(7, 6, 4), file)
    assert len(again.journal) == before - 1
    assert again.run(ByHand()).status is decided(RandomTree(7, 6, 4))
    again.close()
    assert len(kept_in(file)) > before


def test_a_stored_tree_of_another_problem_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tree.answers"
    JobLevelSearch(RandomTree(7, 6, 4), file).close()
    with pytest.raises(GameError, match="belongs to another search"):
        JobLevelSearch(RandomTree(8, 6, 4), file)
    file.write_text('{"kikashi":"certificate"}\n')
    with pytest.raises(GameError, match="no stored tree"):
        JobLevelSearch(RandomTree(7, 6, 4), file)


def test_ctrl_c_keeps_every_answer_that_had_come(tmp_path: Path) -> None:
    class Interrupted(ByHand):
        def choose(self) -> int:
            if len(self.submitted) == 6:
                self.submitted.append(self.submitted[0])  # only once
                raise KeyboardInterrupt
            return super().choose()

    file = tmp_path / "tree.answers"
    search = JobLevelSearch(RandomTree(7, 6, 4), file)
    with pytest.raises(KeyboardInterrupt):
        search.run(Interrupted(capacity=2))
    search.close()
    assert len(kept_in(file)) == search.progress().done > 2


class Repentant(ByHand):
    """Says that every leaf of depth two is lost, and takes all of it back after a while."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self._lies: dict[int, Task] = {}
        self._given = 0

    def results(self) -> Iterator[Outcome]:
        for outcome in super().results():
            self._given += 1
            task = self.submitted[outcome.ticket]
            if task.payload["key"].count("/") == 3 and self._given < 12:
                self._lies[outcome.ticket] = task
                yield Outcome(outcome.ticket, {"value": False}, basis="reputation")
            else:
                yield outcome

    def corrections(self) -> tuple[Outcome, ...]:
        if self._given < 8:
            return ()
        lies, self._lies = self._lies, {}
        go_on = lambda _nodes, _seconds: True  # noqa: E731
        return tuple(Outcome(ticket, do_task(task, go_on)) for ticket, task in lies.items())


def test_answers_that_are_withdrawn_are_corrected_in_the_tree(tmp_path: Path) -> None:
    turned = 0
    for seed in range(60):
        problem = RandomTree(seed, depth=4, width=3)
        file = tmp_path / f"{seed}.answers"
        with JobLevelSearch(problem, file) as search:
            found = search.run(Repentant(capacity=3))
        if len(kept_in(file)) == found.done:
            continue  # it was over before anything was taken back
        turned += 1
        assert found.status is decided(problem), f"seed {seed}"
        with JobLevelSearch(RandomTree(seed, 4, 3), file) as again:
            assert again.status is found.status, f"seed {seed}"
    assert turned > 5
