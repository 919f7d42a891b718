"""Jobs: work that was asked for elsewhere, followed and stopped here."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from kikashi.studio import problems, streams
from kikashi.studio.people import CurrentPerson
from kikashi.studio.state import CurrentStudio
from kikashi.studio.work import Job

router = APIRouter(prefix="/api/jobs", tags=["jobs"], responses=problems.documented(404))


class JobAnswer(BaseModel):
    """A job as its owner sees it; its events are at /api/jobs/{id}/events."""

    id: str
    kind: str
    status: str
    """queued, started, done, failed or cancelled."""
    events: list[dict[str, Any]]
    """The latest events; the last one of a job that ended says how."""


def describe(job: Job) -> JobAnswer:
    """A job as routes answer it."""
    return JobAnswer(id=job.id, kind=job.kind.name, status=job.status, events=job.since())


@router.get("")
def list_jobs(studio: CurrentStudio, person: CurrentPerson) -> list[JobAnswer]:
    """Your jobs that are still remembered, oldest first, without their events."""
    return [
        JobAnswer(id=job.id, kind=job.kind.name, status=job.status, events=[])
        for job in studio.workers.jobs_of(person)
    ]


@router.get("/{job}")
def read_job(job: str, studio: CurrentStudio, person: CurrentPerson) -> JobAnswer:
    """One of your jobs with its latest events."""
    return describe(studio.workers.find(job, person))


@router.get(
    "/{job}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {streams.MEDIA_TYPE: {}}, "description": "The events"}},
)
async def follow_job(
    job: str,
    studio: CurrentStudio,
    person: CurrentPerson,
    last_event_id: Annotated[int, Header(ge=0)] = 0,
) -> StreamingResponse:
    """The events of a job as server-sent events; Last-Event-ID goes on after that one."""
    found = studio.workers.find(job, person)
    place = studio.channels.counted(person.id)
    return streams.stream(found.events(last_event_id, streams.HEARTBEAT), place)


@router.delete("/{job}", status_code=204)
def stop_job(job: str, studio: CurrentStudio, person: CurrentPerson) -> None:
    """Stops a job; its last event comes within a second or so."""
    studio.workers.find(job, person).cancel()
