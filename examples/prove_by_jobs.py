"""Prove a win with quiet turns by many small searches; on a grid they run on many machines."""

from kikashi import games
from kikashi.grid import LocalExecutor
from kikashi.grid.joblevel import JobLevelSearch
from kikashi.stones.joblevel import StoneProblem

position = games.room("gomoku").from_text("g6 f9 j7 h10 h6 g8 g7 i6")
problem = StoneProblem(position, nodes=5_000)
with LocalExecutor(jobs=2) as executor, JobLevelSearch(problem) as search:
    found = search.run(executor, most_tasks=100)
print(f"{found.status.value} after {found.done} tasks and {found.cancelled} cancelled ones")
print(problem.certificate().check().sentence)
