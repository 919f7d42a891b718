"""For all tests, also those in rooms: how hard hypothesis tries, and that Ctrl-C is heard.

HYPOTHESIS_PROFILE=short is for slow builds (sanitizers), =long for a night. A failure prints how
to repeat it.
"""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("usual", deadline=None, print_blob=True)
settings.register_profile("short", deadline=None, print_blob=True, max_examples=15)
settings.register_profile("long", deadline=None, print_blob=True, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

# Whoever starts the tests in the background of a shell hands down that Ctrl-C is ignored. The
# programs that the tests start would inherit it, and those that are to end by it never would.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
