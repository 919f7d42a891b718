"""The page's bars: bytes of the first load, time until it can be played, time to draw a stone.

Needs the built page (`make setup`) and Debian's chromium. Every figure is taken in the browser, on
a studio of its own with an empty database.
"""

from __future__ import annotations

import gzip
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machine import describe
from playwright.sync_api import Browser, Page, Response, sync_playwright

LOADS = 7
STONES = 20
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--no-first-run"]
BARS = {"first load": 150_000, "interactive": 1000.0, "stone": 50.0}
"""Bytes of gzip; milliseconds."""

WATCH = """
new MutationObserver(() => {
  if (!window.playable && document.querySelector('[role=gridcell].playable'))
    requestAnimationFrame(() => { window.playable ??= performance.now(); });
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
PLACE = """
(name) => new Promise((done) => {
  const target = document.querySelector(`[data-cell="${name}"]`);
  const board = target.closest('svg');
  const before = board.querySelectorAll('circle.shadow').length;
  const begun = performance.now();
  new MutationObserver((_, watch) => {
    if (board.querySelectorAll('circle.shadow').length === before) return;
    watch.disconnect();
    // After the frame that draws it has been handed over.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now() - begun);
      channel.port2.postMessage(0);
    });
  }).observe(board, { childList: true, subtree: true });
  target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
})
"""


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """A studio in a process of its own; gives its address."""
    kikashi = Path(sys.executable).with_name("kikashi")
    command = [str(kikashi), "studio", "--database", str(folder / "page.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "http://" in line:
                break
        else:
            sys.exit("the studio did not start")
        try:
            yield line[line.index("http://") :].split()[0]
        finally:
            process.terminate()


class Effort:
    """What the page's main thread has worked: it tells more than a clock on a busy machine."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds(self) -> float:
        """Of processor time so far."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def first_load(
    browser: Browser, address: str, locale: str = "en-US"
) -> tuple[float, float, Counter[str]]:
    """Milliseconds until a stone can be placed, of work until then, bytes loaded by their kind."""
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        effort = Effort(page)
        answers: list[Response] = []

        def keep(answer: Response) -> None:
            answers.append(answer)

        page.on("response", keep)
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_selector("[role=gridcell].playable")
        page.wait_for_load_state("networkidle")
        playable, work = float(page.evaluate("window.playable")), effort.milliseconds()
        loaded = Counter[str]()
        for answer in answers:
            kind = answer.request.resource_type
            if kind != "eventsource":
                loaded[kind] += len(gzip.compress(answer.body(), 6))
        return playable, work, loaded


def stones(page: Page, address: str) -> tuple[list[float], float]:
    """Milliseconds from a click to a drawn stone, and of work a move, in one game alone."""
    effort = Effort(page)
    page.goto(f"{address}/?game=gomoku")
    page.get_by_label("Both sides").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    found = []
    begun = effort.milliseconds()
    for number in range(STONES):
        # Never two side by side: the game goes on to the end of the measurement.
        row, column = divmod(2 * number, 15)
        name = f"{'abcdefghijklmno'[column]}{1 + 3 * row}"
        page.wait_for_selector(f'[data-cell="{name}"].playable')
        found.append(float(page.evaluate(PLACE, name)))
    return found, (effort.milliseconds() - begun) / STONES


def line(what: str, figure: str, bar: str, held: bool) -> None:
    """One figure with its bar."""
    print(f"{what:<48} {figure:>12}   bar {bar:>10}   {'held' if held else 'MISSED'}")


def main() -> None:
    """Prints the figures; exit 1 where a bar is missed."""
    describe()
    with (
        tempfile.TemporaryDirectory() as folder,
        studio(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        loads = [first_load(browser, address) for _ in range(LOADS)]
        waits = sorted(wait for wait, _, _ in loads)
        work = statistics.median(effort for _, effort, _ in loads)
        loaded = max((kinds for _, _, kinds in loads), key=Counter.total)
        _, _, chinese = first_load(browser, address, "zh-TW")
        with browser.new_context() as context:
            times, move = stones(context.new_page(), address)
        drawn = sorted(times)
        browser.close()
    median = statistics.median(waits)
    late = drawn[int(0.95 * (len(drawn) - 1))]
    held = {
        "first load": loaded.total() - loaded["fetch"] < BARS["first load"],
        "interactive": median < BARS["interactive"],
        "stone": late < BARS["stone"],
    }
    page = f"{(loaded.total() - loaded['fetch']) / 1000:.1f} kB"
    line("page, script, style and fonts of the first load", page, "150 kB", held["first load"])
    for language, kinds in (("English", loaded), ("Chinese", chinese)):
        sizes = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in kinds.most_common())
        print(f"  {language}, with what is fetched then: {kinds.total() / 1000:.1f} kB ({sizes})")
    line(
        f"interactive, median of {LOADS} first visits",
        f"{median:.0f} ms",
        "1000 ms",
        held["interactive"],
    )
    print(
        f"  all: {', '.join(f'{wait:.0f}' for wait in waits)} ms; {work:.0f} ms of main thread work"
    )
    line(f"a placed stone is drawn, 95% of {STONES}", f"{late:.1f} ms", "50 ms", held["stone"])
    middle = statistics.median(drawn)
    print(f"  median {middle:.1f} ms, slowest {drawn[-1]:.1f} ms; {move:.1f} ms of work a move")
    if not all(held.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
