"""What the checker says in English, in the language of who reads it.

The checker stands alone and knows no catalogue: its sentence is read again by its form.
"""

from __future__ import annotations

import re

from kikashi.games.coins.words import Language, catalogue, say

_CLAIMS = ("claim-class", "claim-coins", "claim-coin")
_VERDICTS = ("verdict", "verdict-one")


def told(verdict: str, language: Language) -> str:
    """A verdict in a language; one of an unknown form as it is."""
    if language == "en":
        return verdict
    for key in _VERDICTS:
        gaps = _gaps(key, verdict)
        if gaps is not None:
            return say(key, language, **{**gaps, "claim": _claim(gaps["claim"], language)})
    return verdict


def _claim(claim: str, language: Language) -> str:
    for key in _CLAIMS:
        gaps = _gaps(key, claim)
        if gaps is not None:
            return say(key, language, **gaps)
    return claim


def _gaps(key: str, english: str) -> dict[str, str] | None:
    """What fills the gaps of a sentence of the catalogue, if it is that one: a claim, numbers."""
    form = ""
    for number, part in enumerate(re.split(r"\{(\w+)\}", catalogue("text")[key]["en"])):
        inside = ".+" if part == "claim" else "[0-9]+"
        form += f"(?P<{part}>{inside})" if number % 2 else re.escape(part)
    found = re.fullmatch(form, english)
    return None if found is None else found.groupdict()
