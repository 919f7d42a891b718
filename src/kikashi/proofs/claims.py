"""Claims: what a certificate says, as fields, as a sentence, and as something demanded of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

from kikashi.proofs.refusal import RefusedError

WINS = ("win", "mate")
"""The kinds of claim that are about a win; a mate is one of a named class."""
REFUTATIONS = ("no-forcing-win", "no-mate", "no-win")
"""Those that say that there is none: within their turns, and not without that number."""


@dataclass(frozen=True)
class Win:
    """Demands that a side wins: by whatever class, within so many turns, without exceptions."""

    side: str
    turns: int | None = None
    """None: any number."""


class Claim(Protocol):
    """What the generic part of the checker asks of a claim, whatever the game."""

    @property
    def fields(self) -> Mapping[str, object]:
        """As in the header."""

    def sentence(self, language: str = "en") -> str:
        """For people."""

    def loose_sentence(self) -> str:
        """The English sentence without its number of turns."""


Demand: TypeAlias = str | Mapping[str, object] | Win


def matches(claim: Claim, demand: Demand) -> bool:
    """Whether a claim is the one demanded: a win, a sentence, JSON text, or fields.

    The number of turns of a win may be left out: then any will do. Nothing else may; so a claim
    with exceptions is never taken for one without, and 'none within a turn' never for 'none'.
    """
    if isinstance(demand, str) and demand.lstrip().startswith("{"):
        try:
            parsed = json.loads(demand)
        except (ValueError, RecursionError):
            raise RefusedError(f"the demanded claim is not JSON: {demand:.200}") from None
        demand = parsed if isinstance(parsed, dict) else {}
    fields = dict(claim.fields)
    if isinstance(demand, Win):
        wins = fields.get("kind") in WINS and "except" not in fields
        return wins and demand == Win(
            str(fields["side"]), demand.turns and cast(int, fields["turns"])
        )
    if not isinstance(demand, str):
        if fields.get("kind") in WINS and "turns" not in demand:
            del fields["turns"]
        return fields == dict(demand)
    text = " ".join(demand.split()).lower()
    if fields.get("kind") in REFUTATIONS and fields.get("turns") is not None:
        return text == claim.sentence().lower()
    return text in (claim.sentence().lower(), claim.loose_sentence().lower())
