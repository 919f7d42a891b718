"""After a game: what our player would have done at each decision, and why.

It is given the view that the player had; what it says is an opinion in points a deal.
"""

from __future__ import annotations

from kikashi.games.mahjong.counsel import leaves
from kikashi.games.mahjong.drawing import choice_label
from kikashi.games.mahjong.engine import Manner, think
from kikashi.games.mahjong.native_view import native_view
from kikashi.law import Move, View
from kikashi.law.puzzle_parts import Decision
from kikashi.search.playing import Budget

OURS = Manner(kind="expected")
"""Level 7: by expected payment, danger taken off."""
SAME = {"en": "We would have done the same", "zh-Hant": "我們也會這樣"}
OTHER = {"en": "We would have chosen: {ours}", "zh-Hant": "我們會選：{ours}"}
WORTH = {
    "en": "worth {ours:+.2f} points by our estimate, {move}: {theirs:+.2f}",
    "zh-Hant": "估計值 {ours:+.2f} 分，{move}：{theirs:+.2f} 分",
}
ESTIMATE = {"en": "worth {ours:+.2f} points by our estimate", "zh-Hant": "估計值 {ours:+.2f} 分"}


def decision(seen: View, move: Move) -> Decision | None:
    """What the viewer's word cost; None where nothing else could be said."""
    words = seen.legal_moves
    if len(words) < 2 or move not in words:
        return None
    values = dict(native_view(seen).values(list(words)))
    ours = think(seen, OURS, Budget()).moves[0]
    if values[move] >= values[ours]:
        ours = move
    left = {one.move: one.said for one in leaves(seen)}
    said = {}
    for language in ("en", "zh-Hant"):
        named = OTHER[language].format(ours=choice_label(ours, language))
        template = ESTIMATE if ours == move else WORTH
        worth = template[language].format(
            ours=values[ours], theirs=values[move], move=choice_label(move, language)
        )
        why = [left[word][language] for word in dict.fromkeys((ours, move)) if word in left]
        joint, end = ("；", "。") if language == "zh-Hant" else ("; ", ".")
        head = f"{SAME[language] if ours == move else named}{joint}{worth}{end}"
        said[language] = " ".join((head, *why))
    return Decision(ours, max(0.0, values[ours] - values[move]), exact=False, said=said)


__all__ = ["decision"]
