"""The analysis page's bars: engine lines begin, and a search stops.

In the browser, on a studio of its own: from the key to the first line on the page, and from the
key to the server's word that the work has ended.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from bench_page import CHROMIUM, FLAGS, line, studio
from machine import describe
from playwright.sync_api import Page, sync_playwright

RUNS = 15
BEGIN, STOP = 200.0, 1000.0
"""Milliseconds."""
POSITIONS = (
    "game=connect6&moves=j10.k11.i11.l10.k9",
    "game=gomoku&moves=h8.i9.g9.j7",
    "game=goclub&moves=j10.k11.i12",
)
FIRST_LINE = """
() => new Promise((done) => {
  const begun = performance.now();
  const look = () => document.querySelector('ol.lines button') && done(performance.now() - begun);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  dispatchEvent(new KeyboardEvent('keydown', { key: 'l' }));
})
"""
STOPPED = """
async () => {
  const jobs = await fetch('/api/jobs').then((answer) => answer.json());
  const job = jobs.filter((one) => one.kind === 'analysis.lines').at(-1);
  const begun = performance.now();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'l' }));
  await fetch(`/api/jobs/${job.id}/events`).then((answer) => answer.text());
  return performance.now() - begun;
}
"""


def measure(page: Page, address: str, query: str) -> tuple[float, float]:
    """Milliseconds until the first line, and until a stopped search has ended."""
    page.goto(f"{address}/analysis?{query}")
    page.wait_for_selector("ol.lines")
    begun = float(page.evaluate(FIRST_LINE))
    page.wait_for_timeout(400)  # so that it is stopped in the middle of its work
    return begun, float(page.evaluate(STOPPED))


def main() -> None:
    """Prints the figures; exit 1 where a bar is missed."""
    describe()
    held = True
    with (
        tempfile.TemporaryDirectory() as folder,
        studio(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        measure(page, address, POSITIONS[0])  # the first job waits for a process to start
        for query in POSITIONS:
            found = [measure(page, address, query) for _ in range(RUNS)]
            game = query.partition("&")[0]
            for what, bar, times in (
                ("lines begin", BEGIN, [begin for begin, _ in found]),
                ("stopped", STOP, [stop for _, stop in found]),
            ):
                middle = statistics.median(times)
                held &= middle < bar
                line(f"{game}: {what}", f"{middle:.0f} ms", f"{bar:.0f} ms", middle < bar)
                print(f"  slowest of {RUNS}: {max(times):.0f} ms")
        browser.close()
    if not held:
        sys.exit(1)


if __name__ == "__main__":
    main()
