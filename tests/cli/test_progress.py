"""Progress where nobody watches a bar: soon a line, then one now and then, in both languages."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kikashi.cli import _progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    seen = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("kikashi.cli._progress.time", seen)
    return now


def test_what_takes_over_a_second_is_told_of_and_guesses_by_the_last_while(
    clock: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIKASHI_LANGUAGE", "en")
    with _progress.stage_progress() as tell:
        tell("games", 0, 112)
        assert capsys.readouterr().err == ""
        clock[0] += 1
        tell("games", 56, 112)  # half of it took no time, and says nothing of the rest
        assert capsys.readouterr().err == "games: 56/112\n"
        clock[0] += _progress.QUIET_SECONDS
        tell("games", 59, 112)
        assert capsys.readouterr().err == "games: 59/112, 265 s left\n"
        monkeypatch.setenv("KIKASHI_LANGUAGE", "zh-Hant")
        clock[0] += _progress.QUIET_SECONDS
        tell("games", 62, 112)
        assert capsys.readouterr().err == "games: 62/112，還要 250 秒\n"
