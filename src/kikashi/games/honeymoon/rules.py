"""The room of honeymoon bridge: its options, and positions from texts."""

from __future__ import annotations

from dataclasses import replace

from kikashi.games.honeymoon.cards import (
    HAND,
    NO_TRUMP,
    SUITS,
    read_hand,
    sorted_hand,
    write_hand,
)
from kikashi.games.honeymoon.state import EMPTY, State
from kikashi.games.honeymoon.table import PLAYERS, Table
from kikashi.law import (
    BadTextError,
    Capabilities,
    ClaimKind,
    IllegalMoveError,
    Option,
    Options,
    Room,
)
from kikashi.law.contract import printable
from kikashi.law.values import one_of

LONGEST_TEXT = 2000


def _choice(name: str, values: tuple[str, ...], english: str, chinese: str) -> Option:
    return Option(name, values[0], one_of(*values), {"en": english, "zh-Hant": chinese})


class Honeymoon(Room):
    id = "honeymoon"
    names = {"en": "Honeymoon bridge", "zh-Hant": "蜜月橋牌"}
    options = (
        _choice(
            "form",
            ("contest", "classic"),
            "contest: bid, then exchange; classic: draw unseen cards, then bid",
            "contest：先喊牌再換牌；classic：先摸牌再喊牌",
        ),
        _choice("notrump", ("yes", "no"), "bids without trumps", "可喊無王"),
        _choice("ruff", ("yes", "no"), "trumps count in the exchange", "換牌時王牌有效"),
        _choice(
            "loser",
            ("hidden", "shown"),
            "whether both see the card that the loser of an exchange gets",
            "換牌輸方所得的牌是否公開",
        ),
        _choice(
            "lead",
            ("last", "defender", "declarer"),
            "who leads the play: the winner of the last exchange, or a side of the contract",
            "誰先出牌：最後一次換牌的贏家，或合約的一方",
        ),
        _choice(
            "score",
            ("made", "tricks"),
            "made: one point for the contract; tricks: by tricks over or under it",
            "made：合約成敗計一分；tricks：按超磴或欠磴計分",
        ),
    )
    claims = (
        ClaimKind(
            "tricks",
            {
                "en": "a side takes at least n of the tricks that are left",
                "zh-Hant": "一方至少取得剩餘各磴中的 n 磴",
            },
        ),
    )
    example = "first=Q976.98.Q9.T6532 second=T.QJT654.JT75.74 trump=S lead=first"

    def capabilities(self, options: Options) -> Capabilities:  # noqa: ARG002 - all forms alike
        return Capabilities(
            players=2,
            chance=True,
            hidden=True,
            twin=self.has_part("twin"),
            provers=("play",),
            levels=tuple(str(n) for n in range(1, 11)) if self.has_part("engine") else (),
            protocols=("events",) if self.has_part("protocols") else (),
            claims=("tricks",),
        )

    def start(self, options: Options | None = None) -> Table:
        return Table(tuple(self.normal_options(options).items()), "", (), EMPTY)

    def from_text(self, text: str, options: Options | None = None) -> Table:
        """Moves in record order, the cards that chance dealt among them; or two open hands."""
        if len(text) > LONGEST_TEXT:
            raise BadTextError(f"a deal is written in at most {LONGEST_TEXT} characters")
        table = self.start(options)
        words = text.replace(",", " ").split()
        if any("=" in word for word in words):
            fields = [word for word in words if "=" in word]
            table = _open_hands(table, fields)
            words = [word for word in words if "=" not in word]
        elif words == ["start"]:
            words = []
        try:
            return table.play_all(words)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def player_names(self, options: Options) -> tuple[str, ...]:  # noqa: ARG002 - always two
        return PLAYERS


def _open_hands(table: Table, fields: list[str]) -> Table:
    """Two hands that both see, a trump suit and who leads: the last phase on its own."""
    named = dict(field.split("=", 1) for field in fields)
    wanted = {"first", "second", "trump", "lead"}
    if set(named) != wanted or len(fields) != len(wanted):
        raise BadTextError(
            "two open hands are written first=... second=... trump=S lead=first, each field once"
        )
    hands = (frozenset(read_hand(named["first"])), frozenset(read_hand(named["second"])))
    if hands[0] & hands[1]:
        twice = sorted_hand(hands[0] & hands[1])[0]
        raise BadTextError(f"both hands hold {twice}")
    if len(hands[0]) != len(hands[1]) or not 1 <= len(hands[0]) <= HAND:
        raise BadTextError(
            f"the hands hold {len(hands[0])} and {len(hands[1])} cards; equally many are needed, "
            f"1 to {HAND}"
        )
    trump = named["trump"]
    if trump.upper() not in (*SUITS, NO_TRUMP, "NONE"):
        raise BadTextError(f"trump is S, H, D, C or none, not {printable(trump)!r}")
    suit = trump.upper() if trump.upper() in SUITS else NO_TRUMP
    if named["lead"] not in PLAYERS:
        raise BadTextError(f"lead is first or second, not {printable(named['lead'])!r}")
    leader = PLAYERS.index(named["lead"])
    text = (
        f"first={write_hand(hands[0])} second={write_hand(hands[1])} "
        f"trump={suit if suit != NO_TRUMP else 'none'} lead={PLAYERS[leader]}"
    )
    state = State("play", hands, to_move=leader, trump=suit, last=leader, exchanged=HAND)
    return replace(table, start=text, state=state)
