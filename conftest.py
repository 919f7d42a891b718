"""For all tests, also those in rooms: how hard hypothesis tries, and that Ctrl-C is heard.

HYPOTHESIS_PROFILE=short is for slow builds (sanitizers), =long for a night. A failure prints how
to repeat it.
"""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# Nothing that a busy machine fails: neither a time for an example nor one for making it.
USUAL = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("usual", USUAL)
settings.register_profile("short", USUAL, max_examples=15)
settings.register_profile("long", USUAL, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

# Whoever starts the tests in the background of a shell hands down that Ctrl-C is ignored. The
# programs that the tests start would inherit it, and those that are to end by it never would.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
