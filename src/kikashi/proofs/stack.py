"""The replay engine: settles questions that ask further questions, without recursion.

A question is answered by a generator that yields the questions it depends on and is sent their
answers. Generators wait on a list of ours, so the depth of a proof is a cap and never a crash.
Equal questions are settled once, which is what lets a certificate share sub-proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import TypeVar

from kikashi.proofs.refusal import Budget, LimitError

Question = TypeVar("Question", bound=Hashable)
Answer = TypeVar("Answer")


def settle(
    question: Question,
    work: Callable[[Question], Generator[Question, Answer, Answer]],
    node_of: Callable[[Question], int],
    is_shared: Callable[[Question], bool],
    budget: Budget,
) -> Answer:
    """The answer to a question; only those that `is_shared` are remembered."""
    known: dict[Question, Answer] = {}
    waiting = [(question, work(question))]
    answer: Answer | None = None
    while True:
        asked, worker = waiting[-1]
        try:
            # The first `send` to a generator must be None; mypy cannot see which one that is.
            wanted = worker.send(answer)  # type: ignore[arg-type]
        except StopIteration as done:
            waiting.pop()
            answer = done.value
            assert answer is not None
            if not waiting:
                return answer
            if is_shared(asked):
                known[asked] = answer
            continue
        answer = known.get(wanted)
        if answer is None:
            budget.spend(node_of(wanted))
            if len(waiting) >= budget.caps.depth:
                raise LimitError(
                    f"the proof is more than {budget.caps.depth} nodes deep", node_of(wanted)
                )
            waiting.append((wanted, work(wanted)))
