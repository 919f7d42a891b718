"""What axe-core has to say against a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.needs import cannot_run

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


SERIOUS = {"serious", "critical"}


def problems(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe complains about, with the element it means; by some rules alone, or by all."""
    if not AXE.is_file():
        cannot_run("axe-core is not installed; `make setup` installs it")
    # Through the debugger, which the page's own policy does not bind.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found: dict[str, Any] = page.evaluate("(options) => axe.run(options)", options)
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
