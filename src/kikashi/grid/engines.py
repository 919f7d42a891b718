"""WORKERs besides the native core: outside engines, declared on the PC in a TOML file.

    [[engine]]
    name = "gnugo"
    command = "gnugo --mode gtp --level 1"
    protocol = "gtp"
    sha256 = "..."          # of the program's file, checked at every start

A task names an engine; its command line never travels. Engines are started before the first task
and kept; one that hangs, dies or answers rubbish is ended and started again.
"""

from __future__ import annotations

import hashlib
import threading
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec

from kikashi.grid.contract import EngineFailedError, TaskError
from kikashi.grid.kinds import GoOn

MEMORY = 1 << 30
STOP_SECONDS = 0.2
"""Between two looks at whether a running question is still wanted."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One engine of the TOML file."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,40}$")]
    command: str
    protocol: str
    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
    memory: Annotated[int, msgspec.Meta(ge=1 << 20)] = MEMORY
    settings: dict[str, str] = {}
    """Options the owner sets at the start, where the protocol has any."""
    read: tuple[str, ...] = ()
    """Further folders the engine may read."""


class EngineFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file."""

    engine: list[Declared] = []


def read_engines(path: Path) -> tuple[Declared, ...]:
    """The engines of a TOML file, their programs found and their hashes right."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), EngineFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as problem:
        raise TaskError(f"{path} does not declare engines: {problem}") from None
    names = [one.name for one in found.engine]
    if len(set(names)) < len(names):
        raise TaskError(f"{path} declares an engine twice")
    for one in found.engine:
        check_engine(one)
    return tuple(found.engine)


def check_engine(one: Declared) -> None:
    """TaskError if the program is not the one that was declared."""
    # Adapters load the protocols, which a PC without engines does not need.
    from kikashi.grid.adapters import ADAPTERS  # noqa: PLC0415
    from kikashi.grid.sandbox import find_program  # noqa: PLC0415

    if one.protocol not in ADAPTERS:
        known = ", ".join(ADAPTERS)
        raise TaskError(f"engine {one.name}: no protocol {one.protocol!r}; there are: {known}")
    program = find_program(one.command)
    found = hashlib.sha256(program.read_bytes()).hexdigest()
    if found != one.sha256:
        raise TaskError(
            f"engine {one.name}: {program} has the sha256 {found}, not {one.sha256} as declared"
        )


class Rack:
    """The engines of one PC, one resident process of each for every thread that asks."""

    def __init__(self, engines: tuple[Declared, ...] = (), *, unsafe: bool = False) -> None:
        self._declared = {one.name: one for one in engines}
        self._unsafe = unsafe
        self._here = threading.local()
        self._lock = threading.Lock()
        self._running: list[Any] = []
        for one in engines:  # said now, not when the first task comes
            self._command(one)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._declared)

    @contextmanager
    def in_reach(self) -> Iterator[None]:
        """While this holds, tasks of this thread find these engines."""
        before, _reach.rack = getattr(_reach, "rack", None), self
        try:
            yield
        finally:
            _reach.rack = before

    def start(self) -> None:
        """Starts every engine for this thread, so that no task waits for it."""
        for name in self._declared:
            self._resident(name)

    def ask(self, payload: Mapping[str, Any], go_on: GoOn) -> dict[str, Any]:
        """One question to one engine."""
        from kikashi.grid.adapters import Question, StoppedError  # noqa: PLC0415

        question = msgspec.convert(payload, Question)
        adapter = self._resident(question.engine)
        adapter.stop.clear()
        over = threading.Event()
        watch = threading.Thread(target=_watch, args=(go_on, adapter.stop, over), daemon=True)
        watch.start()
        try:
            return {**adapter.ask(question), "engine": question.engine}
        except StoppedError:
            self._end(question.engine)
            return {"move": "", "engine": question.engine}  # nobody reads it: the task is stopped
        except EngineFailedError:
            self._end(question.engine)
            raise
        finally:
            over.set()
            watch.join()

    def close(self) -> None:
        """Ends every engine of every thread."""
        with self._lock:
            running, self._running = self._running, []
        for adapter in running:
            adapter.close()

    def _resident(self, name: str) -> Any:
        from kikashi.grid.adapters import ADAPTERS  # noqa: PLC0415
        from kikashi.protocols.process import ProgramError  # noqa: PLC0415

        kept: dict[str, Any] = self._here.__dict__.setdefault("kept", {})
        if name not in kept:
            if name not in self._declared:
                raise TaskError(f"no PC can do this: the engine {name!r:.40} is not here")
            one = self._declared[name]
            check_engine(one)
            try:
                kept[name] = ADAPTERS[one.protocol](self._command(one), one.settings)
            except ProgramError as problem:
                raise EngineFailedError(f"the engine {name} cannot be started: {problem}") from None
            with self._lock:
                self._running.append(kept[name])
        return kept[name]

    def _end(self, name: str) -> None:
        adapter = self._here.kept.pop(name)
        with self._lock:
            if adapter in self._running:
                self._running.remove(adapter)
        adapter.close()

    def _command(self, one: Declared) -> str:
        from kikashi.grid.sandbox import guarded  # noqa: PLC0415

        return guarded(one.command, memory=one.memory, read=one.read, unsafe=self._unsafe)


_reach = threading.local()


def rack_in_reach() -> Rack:
    """The engines of whoever does this task."""
    rack: Rack | None = getattr(_reach, "rack", None)
    return rack or Rack()


def _watch(go_on: GoOn, stop: threading.Event, over: threading.Event) -> None:
    while not over.wait(STOP_SECONDS):
        if go_on(0, 0.0) is False:
            stop.set()
            return
