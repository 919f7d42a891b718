"""A view in its native form: what native players are handed, and nothing more."""

from __future__ import annotations

from kikashi import _native
from kikashi.games.mahjong.native_rules import native_rules
from kikashi.games.mahjong.seen import SeenTable, seen_table
from kikashi.games.mahjong.tiles import counts_of
from kikashi.law import View

_KINDS = ("chow", "pong", "kong", "added", "hidden")
_READY = ("", "yes", "early")
_REPLACED = ("", "kong", "flower")


def native_view(view: View) -> _native.MahjongView:
    """For the player whose view it is."""
    return native_table(seen_table(view))


def native_table(table: SeenTable) -> _native.MahjongView:
    giver, target = table.target if table.target is not None else (-1, -1)
    phase = "turn" if table.phase == "turn" else "rob" if table.robbing else "claims"
    return _native.MahjongView(
        native_rules(table.rules, table.dealer, table.streak, table.round),
        seat=table.viewer,
        hand=list(counts_of(table.players[table.viewer].hand)),
        drawn=-1 if table.drawn is None else table.drawn,
        replaced=_REPLACED.index(table.replaced),
        left=table.left,
        turn=table.turn,
        phase={"turn": 1, "claims": 2, "rob": 3}[phase],
        giver=giver,
        target=target,
        calls=table.calls,
        tiles=[player.tiles for player in table.players],
        flowers=[sum(1 << (t - 34) for t in player.flowers) for player in table.players],
        ready=[_READY.index(player.ready) for player in table.players],
        melds=[
            [
                (
                    _KINDS.index(meld.kind),
                    meld.tile,
                    -1 if meld.taken is None else meld.taken,
                    -1 if meld.giver is None else meld.giver,
                )
                for meld in player.melds
            ]
            for player in table.players
        ],
        discards=table.discards,
        taken=[player.taken for player in table.players],
    )
