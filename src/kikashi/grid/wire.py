"""What travels: subjects, and messages as msgpack arrays. Everything that comes in is checked here.

| subject | from, to | carried by |
|---|---|---|
| `grid.submit.APP` | app to coordinator: tasks and cancels | JetStream SUBMIT |
| `grid.ask.APP` | app to coordinator: hello, beat, sync, parts of large values | request |
| `grid.outcome.APP.SESSION` | coordinator to app: outcomes | plain; `sync` finds what was missed |
| `grid.task.PC.CHANNEL` | coordinator to PC: attempts | plain; leases find what is lost |
| `grid.word.PC.CHANNEL` | coordinator to PC: stop, recall, begone | plain |
| `grid.result.PC` | PC to coordinator: answers | JetStream RESULTS |
| `grid.part.PC` | PC to coordinator: pieces of large values | JetStream RESULTS |
| `grid.hello.PC`, `grid.beat.PC` | PC to coordinator: who I am, I live | request, plain |
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from kikashi.grid.contract import TaskError

PROTOCOL = 1
"""Raised when an older program would misunderstand a message."""

SUBMIT, RESULTS = "SUBMIT", "RESULTS"
STREAMS = {
    SUBMIT: ("grid.submit.*",),
    RESULTS: ("grid.result.*", "grid.part.*"),
}
SERVICES = (
    "grid.submit.*",
    "grid.ask.*",
    "grid.result.*",
    "grid.part.*",
    "grid.hello.*",
    "grid.beat.*",
)
"""What apps and PCs may say; each its own last word."""
TOLD = ("grid.outcome.*.*", "grid.task.*.*", "grid.word.*.*")
"""What they are told, at the end of a subject that nobody else can guess."""


def channel(token: str) -> str:
    """The last word of the subjects on which a PC hears the coordinator.

    Whoever can name a subject can make the server send an answer there: so these have no name that
    another volunteer could know.
    """
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()


MOST_MESSAGE = 1024 * 1024
"""Bytes of one message; the server refuses more."""
PART = 512 * 1024
"""Bytes of a value that still travel inside a message; more goes in parts of this size."""
BATCH_BYTES = 256 * 1024
BATCH = 500
"""Tasks or answers in one message."""
TIDY = 2000
"""Messages of one volunteer that may wait; a flood is refused by the server, not by us."""

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
TaskId = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Words = Annotated[str, msgspec.Meta(max_length=2000)]


class Order(msgspec.Struct, array_like=True, frozen=True):
    """A task as it is submitted."""

    id: TaskId
    kind: Annotated[str, msgspec.Meta(max_length=80)]
    version: int
    payload: bytes
    priority: Annotated[int, msgspec.Meta(ge=-(1 << 30), le=1 << 30)] = 0
    needs: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=80)], ...], msgspec.Meta(max_length=8)
    ] = ()
    seconds: Annotated[float, msgspec.Meta(gt=0)] | None = None
    memory: Annotated[int, msgspec.Meta(gt=0)] | None = None
    care: str = "usual"


class Submission(msgspec.Struct, array_like=True, frozen=True):
    """Tasks and cancels of one job."""

    session: Name
    job: Name
    orders: list[Order] = []
    cancels: list[TaskId] = []
    named: bool = False
    """The job outlives its client."""


class Ask(msgspec.Struct, array_like=True, frozen=True):
    """A question of an app."""

    about: str
    """beat, sync, part, close, status."""
    session: Name
    job: Name
    ids: list[TaskId] = []
    offset: int = 0
    protocol: int = PROTOCOL


class Reply(msgspec.Struct, array_like=True, frozen=True):
    """The coordinator's answer to an app or a PC."""

    refused: str = ""
    notice: str = ""
    unknown: list[bytes] = []
    data: bytes = b""
    size: int = 0
    slots: int = 0
    token: str = ""
    beat: float = 0.0
    lease: float = 0.0
    fresh: bool = False
    """This session was not known here: what was told meanwhile has not reached it."""


class Told(msgspec.Struct, array_like=True, frozen=True):
    """An outcome as it travels to the app."""

    id: bytes
    value: bytes | None
    """Empty with `size`: too large for a message, to be fetched in parts."""
    error: str = ""
    cancelled: bool = False
    basis: str = ""
    by: str = ""
    seconds: float = 0.0
    size: int = 0
    correction: bool = False


class Assignment(msgspec.Struct, array_like=True, frozen=True):
    """One attempt for a PC."""

    attempt: int
    kind: str
    version: int
    payload: bytes
    priority: int = 0
    seconds: float | None = None
    memory: int | None = None


class Word(msgspec.Struct, array_like=True, frozen=True):
    """What a PC is told besides tasks."""

    stop: list[int] = []
    """Attempts nobody needs any more."""
    recall: list[int] = []
    """Attempts to hand back if they have not begun: another PC is idle."""
    begone: str = ""
    """Why this PC gets no more tasks."""
    who: bool = False
    """The coordinator does not know this session: say hello again."""
    standing: str = ""
    """Its owner's standing has fallen, and why."""


class Hello(msgspec.Struct, array_like=True, frozen=True):
    """A PC presents itself."""

    session: Name
    slots: Annotated[int, msgspec.Meta(ge=1, le=4096)]
    memory: Annotated[int, msgspec.Meta(ge=0)]
    offers: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=80)]], msgspec.Meta(max_length=1000)
    ]
    host: Annotated[str, msgspec.Meta(max_length=80)] = ""
    software: Annotated[str, msgspec.Meta(max_length=40)] = ""
    protocol: int = PROTOCOL


class Beat(msgspec.Struct, array_like=True, frozen=True):
    """A PC lives, and holds these attempts."""

    token: Annotated[str, msgspec.Meta(max_length=64)]
    running: Annotated[list[int], msgspec.Meta(max_length=8192)]
    queued: Annotated[list[int], msgspec.Meta(max_length=8192)]
    idle: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """Why it takes no tasks; empty when it does."""
    leaving: bool = False
    idle_seconds: Annotated[float, msgspec.Meta(ge=0, le=1e10)] = 0.0


class Answered(msgspec.Struct, array_like=True, frozen=True):
    """What became of one attempt."""

    attempt: int
    how: str
    """done, error, died, back, stopped."""
    value: bytes | None = None
    error: Words = ""
    seconds: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    parts: int = 0
    """The value came ahead in so many parts."""


HOWS = ("done", "error", "died", "back", "stopped")


class Answers(msgspec.Struct, array_like=True, frozen=True):
    """Answers of one PC."""

    token: Annotated[str, msgspec.Meta(max_length=64)]
    answers: Annotated[list[Answered], msgspec.Meta(max_length=2 * BATCH)]


class Part(msgspec.Struct, array_like=True, frozen=True):
    """A piece of a value too large for one message."""

    token: Annotated[str, msgspec.Meta(max_length=64)]
    attempt: int
    number: Annotated[int, msgspec.Meta(ge=0, le=64)]
    data: bytes


Message = TypeVar("Message", bound=msgspec.Struct)
_decoders: dict[type, msgspec.msgpack.Decoder[Any]] = {}
_encoder = msgspec.msgpack.Encoder()


def packed(message: msgspec.Struct | Sequence[msgspec.Struct]) -> bytes:
    """A message as bytes."""
    return _encoder.encode(message)


def unpacked(data: bytes, kind: type[Message]) -> Message:
    """A message from strangers; TaskError if it is none."""
    return _decode(data, kind)  # type: ignore[no-any-return]


def unpacked_list(data: bytes, kind: type[Message]) -> list[Message]:
    """Several messages in one."""
    return _decode(data, list[kind])  # type: ignore[no-any-return,valid-type]


def _decode(data: bytes, kind: Any) -> Any:
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.msgpack.Decoder(kind)
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError) as problem:
        name = getattr(kind, "__name__", str(kind))
        raise TaskError(f"a message is no {name}: {problem}") from None
