"""The figures as metrics of Prometheus, by its own client library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from kikashi.grid.status import Figures

Rows = Iterable[tuple[str, float]]


def as_prometheus(found: Figures) -> bytes:
    """The text format."""
    registry = CollectorRegistry()
    registry.register(_Shown(found))
    return generate_latest(registry)


class _Shown(Collector):
    """Figures that were taken already; the library names, escapes and prints them."""

    def __init__(self, found: Figures) -> None:
        self._found = found

    def collect(self) -> Iterator[Any]:
        found = self._found
        yield _gauge("pcs", "Connected PCs.", len(found.pcs))
        yield _gauge("slots", "Cores offered.", sum(pc.slots for pc in found.pcs))
        states = [(name, getattr(found, name)) for name in ("waiting", "running", "checking")]
        yield _gauges("tasks", "Open tasks.", "state", states)
        ends = [(name, getattr(found, name)) for name in ("done", "failed", "cancelled")]
        yield _counters("ended", "Tasks that are over.", "how", ends)
        yield _counter("wasted", "Results nobody needed.", found.wasted)
        yield _counter("replicas", "Second opinions.", found.replicas)
        yield _counter("probes", "Known answers asked for.", found.probes)
        yield _counter("copies", "Copies of tasks that took far too long.", found.copies)
        yield _counters("refused", "Turned away.", "what", found.refused.items())
        yield _gauge("quarantined", "Tasks in quarantine.", len(found.quarantined))
        yield _gauge("incidents", "Streams that were deleted.", len(found.incidents))
        yield _counter("busy_seconds", "Work done.", found.busy_seconds)
        yield _counter("useful_seconds", "Work in accepted answers.", found.useful_seconds)
        yield _counter("open_seconds", "Time with open tasks.", found.open_seconds)
        yield _gauge("speed_up", "Useful seconds for each open second.", found.speed_up)
        idle = [(pc.name, pc.idle_seconds) for pc in found.pcs]
        yield _counters("pc_idle_seconds", "Idle time.", "pc", idle)
        owners = found.owners
        yield _counters("accepted", "Results.", "owner", [(o.owner, o.accepted) for o in owners])
        yield _counters("owner_seconds", "Work.", "owner", [(o.owner, o.seconds) for o in owners])
        yield _gauges("standing", "From 0 to 1.", "owner", [(o.owner, o.standing) for o in owners])


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"kikashi_grid_{name}", words, value=value)


def _gauges(name: str, words: str, label: str, rows: Rows) -> GaugeMetricFamily:
    made = GaugeMetricFamily(f"kikashi_grid_{name}", words, labels=[label])
    for text, value in rows:
        made.add_metric([text], value)
    return made


def _counter(name: str, words: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"kikashi_grid_{name}", words, value=value)


def _counters(name: str, words: str, label: str, rows: Rows) -> CounterMetricFamily:
    made = CounterMetricFamily(f"kikashi_grid_{name}", words, labels=[label])
    for text, value in rows:
        made.add_metric([text], value)
    return made
