"""Work for many hands: tasks of known kinds, and executors that do them, here or elsewhere."""

from kikashi.grid.contract import EngineFailedError, Executor, Outcome, Task, TaskError
from kikashi.grid.kinds import do_task, kind_names, load_kinds, task_kind
from kikashi.grid.local import LocalExecutor
from kikashi.grid.opening import open_executor

__all__ = [
    "EngineFailedError",
    "Executor",
    "LocalExecutor",
    "Outcome",
    "Task",
    "TaskError",
    "do_task",
    "kind_names",
    "load_kinds",
    "open_executor",
    "task_kind",
]
