"""Work for many hands: tasks of known kinds, and executors that do them, here or elsewhere."""

from kikashi.grid.contract import Executor, Outcome, Task, TaskError
from kikashi.grid.kinds import do_task, kind_names, task_kind
from kikashi.grid.local import LocalExecutor

__all__ = [
    "Executor",
    "LocalExecutor",
    "Outcome",
    "Task",
    "TaskError",
    "do_task",
    "kind_names",
    "task_kind",
]
