"""Heavy work in processes of its own: searches, proofs, the factory.

    job = studio.workers.submit("analysis.lines", payload, person)   # refusals: problems.Refusal
    async for event in job.events(): ...                              # {"id", "event", "data"}
    job.cancel()

A *kind* of work is a function in a module `studio/work/kinds*.py`; it stands in the registry of the
house (`grid.kinds`), and the processes are those that PCs of the grid have (`grid.process`):

    @kind("play.turn", seconds=20, quick=True, heavy=False)
    def turn(payload: dict[str, Any], emit: Emit, stop: Stop) -> dict[str, Any]: ...

It runs in another process and gets plain JSON data, whatever strangers wrote into it: a function of
a kind reads it strictly. `emit("name", {...})` sends an event while it runs; `stop()` turns true
when the work is to end (the person stopped it, its time is up, or others wait and its slice is
over, which shrinks as more people wait, see `grid.kinds.Cost`): a search passes it on as its
progress callback and returns what it has. A `GameError` fails the job with its sentence. A process
that crashes, eats its memory or does not stop within a second is killed and replaced; only its job
fails.

Every job ends with one of the events `done` (data: `{"result": ..., "cut": null|"time"|"others"}`),
`failed` (data: `{"code", "detail"}`) or `cancelled`; before it there may be `queued` (data:
`{"ahead": n}`), `started` and the kind's own. A field `kept` of a result is no part of the
event: only the `keep` that was submitted with the job sees it. The workers themselves are in
`work.pool`: this package is imported in every process, and does not import the web server.
"""

from kikashi.grid.kinds import Emit
from kikashi.studio.work.adding import Stop, kind
from kikashi.studio.work.job import Job, JobFailure

__all__ = ["Emit", "Job", "JobFailure", "Stop", "kind"]
