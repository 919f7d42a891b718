"""For all tests, also those in rooms: how hard hypothesis tries.

HYPOTHESIS_PROFILE=short is for slow builds (sanitizers), =long for a night. A failure prints how
to repeat it.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("usual", deadline=None, print_blob=True)
settings.register_profile("short", deadline=None, print_blob=True, max_examples=15)
settings.register_profile("long", deadline=None, print_blob=True, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))
