"""The Python face of the searches: limits, verdicts, progress; the work is done natively."""

from kikashi.search.limits import Limits, Progress
from kikashi.search.many import solve_many
from kikashi.search.solving import solve
from kikashi.search.verdict import Certificate, Verdict

__all__ = ["Certificate", "Limits", "Progress", "Verdict", "solve", "solve_many"]
