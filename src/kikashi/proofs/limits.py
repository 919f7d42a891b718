"""Hard limits for a process that checks and does nothing else: they hold inside every law too.

A budget is looked at between steps of the checker. What a law does in between, nobody counts; so a
process that is there for checking sets an alarm and a limit on its memory. The coordinator of a
grid, the studio's workers and `kikashi check` all do.
"""

from __future__ import annotations

import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from kikashi.proofs.refusal import Caps, LimitError

LATER = 10
"""Seconds of processor time."""
AGAIN = 0.5
"""Seconds until the alarm rings again, in case somebody swallowed the first."""
SPARE = 64 << 20
"""Bytes beyond the cap: the budget should speak first, since it can say at which node."""


@contextmanager
def hard_limits(caps: Caps) -> Iterator[None]:
    """Ends whatever runs inside by LimitError when its seconds or its memory are used up.

    Only in a process's main thread, where alarms are heard; elsewhere nothing is limited.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    ended = False

    def ring(_number: int, _frame: FrameType | None) -> None:
        if not ended:
            raise LimitError(f"checking takes longer than {caps.seconds:g} seconds")

    # Without the alarm (in code that is not Python) the system ends the process a little later.
    wanted = {
        resource.RLIMIT_AS: _address_space() + caps.memory + SPARE,
        resource.RLIMIT_CPU: int(time.process_time() + caps.seconds) + LATER,
    }
    before = {which: resource.getrlimit(which) for which in wanted}
    handler = signal.signal(signal.SIGALRM, ring)
    waiting, again = signal.getitimer(signal.ITIMER_REAL)
    began = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, max(caps.seconds, 1e-6), AGAIN)  # may ring at once
        for which, (soft, hard) in before.items():
            least = min(n for n in (wanted[which], soft, hard) if n != resource.RLIM_INFINITY)
            resource.setrlimit(which, (least, hard))
        yield
    except MemoryError:
        raise LimitError(f"checking needs more than {caps.memory >> 20} MB of memory") from None
    finally:
        ended = True  # an alarm now would leave the next one to nobody
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        for which, limits in before.items():
            resource.setrlimit(which, limits)
        if waiting:  # an alarm of somebody else
            left = max(waiting - (time.monotonic() - began), 1e-6)
            signal.setitimer(signal.ITIMER_REAL, left, again)


def _address_space() -> int:
    """The bytes of address space in use; RLIMIT_AS counts those."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 1 << 32
