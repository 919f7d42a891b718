"""The static page: the same rules as the library, both languages, nothing fetched from outside."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from kikashi.games.coins import CoinClass, CoinError, classes, derive, page_html
from kikashi.games.coins.words import asset, catalogue
from tests.needs import cannot_run

SCRIPT = """
const rules = [];
for (const [a, r, s] of CASES) {
  rules.push(deriveRules(a, r, s).map((rule) => [
    rule.x, rule.y, ...rule.low, ...rule.high,
    formula(rule, a, r, s), lineRules(rule, a, r, s),
  ]));
}
console.log(JSON.stringify(rules));
"""


def test_the_page_derives_the_same_rules_as_the_library() -> None:
    node = shutil.which("node")
    if node is None:
        cannot_run("node is not installed")
    cases = [CoinClass(a, r, s) for a in range(2, 25) for r, s in classes(a)]
    cases += [CoinClass(60, 7, 59), CoinClass(60, 12, 25), CoinClass(7, 5, 2)]
    text = asset("walk.js") + SCRIPT.replace("CASES", json.dumps(cases))
    done = subprocess.run([node, "-"], input=text, capture_output=True, text=True, check=True)
    for of, found in zip(cases, json.loads(done.stdout), strict=True):
        expected = [
            [
                *(rule.x, rule.y, *rule.low, *rule.high, printed(rule.formula(of))),
                [printed(str(line)) for line in rule.lines(of)],
            ]
            for rule in derive(*of)
        ]
        assert found == expected, of


def printed(text: str) -> str:
    """As the page writes it: with real minus and inequality signs."""
    return text.replace("<=", "≤").replace(">=", "≥").replace("-", "−")


def test_the_page_is_whole_and_asks_nothing_of_the_network() -> None:
    text = page_html(12, 1, 11, "zh-Hant")
    addresses = set(re.findall(r"https?://[^\"'\s]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in text
    assert not re.search(r"/\*[A-Z]+\*/", text)
    assert '"a":12,"r":1,"s":11,"language":"zh-Hant"' in text


def test_every_word_of_the_page_is_in_the_catalogue() -> None:
    words = catalogue("page")
    used = set(re.findall(r'data-word="([\w-]+)"', asset("page.html")))
    used |= set(re.findall(r'say\("([\w-]+)"', asset("page.js"))) | {"play", "stop"}
    assert used == set(words)


def test_what_the_page_cannot_show_gets_a_sentence() -> None:
    with pytest.raises(CoinError, match="up to 60"):
        page_html(61, 1, 2)
    with pytest.raises(CoinError, match="multiples of 2"):
        page_html(6, 2, 4)


@pytest.mark.browser
def test_the_page_in_a_browser(tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_html(), encoding="utf-8")
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    assert page.locator(".cone").count() == page.locator("#rules tr").count() == 6
    page.locator("#s").fill("6")
    assert page.locator(".cone").count() == 12
    page.locator("#s").fill("3")
    page.locator("#map").focus()
    page.keyboard.press("ArrowDown")
    assert "k = 3, m = 3" in page.locator("#readout").inner_text()
    assert "g = 61" in page.locator("#readout").inner_text()
    page.locator("#language").click()
    assert page.locator("h1").inner_text() == catalogue("page")["title"]["zh-Hant"]
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    page.evaluate("location.hash = 'a=6&r=2&s=4'")
    page.locator("#fault").wait_for(state="visible")
    assert faults == []
    assert requests == [path.as_uri()]
    page.close()
