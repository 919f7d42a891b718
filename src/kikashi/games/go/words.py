"""Words of this room, in both languages: how games end, what a scene says, what reading found."""

from __future__ import annotations

WORDS = {
    "option.placement": {"en": "where handicap stones lie", "zh-Hant": "讓子的位置"},
    "option.placement.fixed": {"en": "on fixed points", "zh-Hant": "固定星位"},
    "option.placement.free": {"en": "placed by Black", "zh-Hant": "由黑方自由擺放"},
    "option.rules": {"en": "rules", "zh-Hant": "規則"},
    "option.rules.chinese": {"en": "Chinese", "zh-Hant": "中國規則"},
    "option.rules.tromp-taylor": {"en": "Tromp-Taylor", "zh-Hant": "Tromp-Taylor 規則"},
    "option.rules.aga": {"en": "AGA", "zh-Hant": "美國（AGA）規則"},
    "option.rules.japanese": {"en": "Japanese", "zh-Hant": "日本規則"},
    "option.ko": {"en": "what may not come back", "zh-Hant": "打劫"},
    "option.ko.rules": {"en": "as the rules say", "zh-Hant": "依規則"},
    "option.ko.simple": {"en": "simple ko", "zh-Hant": "基本劫"},
    "option.ko.positional": {"en": "positional superko", "zh-Hant": "禁全局同形（只看盤面）"},
    "option.ko.situational": {"en": "situational superko", "zh-Hant": "禁全局同形（兼看輪到誰）"},
    "option.suicide": {"en": "a move that takes one's own stones off", "zh-Hant": "自殺"},
    "option.suicide.rules": {"en": "as the rules say", "zh-Hant": "依規則"},
    "option.suicide.yes": {"en": "allowed", "zh-Hant": "允許"},
    "option.suicide.no": {"en": "forbidden", "zh-Hant": "禁止"},
    "option.score": {"en": "counting", "zh-Hant": "計算勝負"},
    "option.score.rules": {"en": "as the rules say", "zh-Hant": "依規則"},
    "option.score.area": {"en": "area", "zh-Hant": "數子"},
    "option.score.territory": {"en": "territory", "zh-Hant": "數目"},
    "option.dead": {"en": "dead stones at the end", "zh-Hant": "終局的死子"},
    "option.dead.rules": {"en": "as the rules say", "zh-Hant": "依規則"},
    "option.dead.agreed": {"en": "agreed by the players", "zh-Hant": "由雙方同意"},
    "option.dead.none": {"en": "all stones count as alive", "zh-Hant": "盤上之子皆算活"},
    "result.counted": {"en": "by count", "zh-Hant": "計算勝負"},
    "result.too-long": {
        "en": "the game grew too long and has no result",
        "zh-Hant": "手數過多，無勝負",
    },
    "opinion.searched": {"en": "liked best by the search", "zh-Hant": "搜尋最看好"},
    "opinion.passes": {
        "en": "nothing is left to play for",
        "zh-Hant": "已無可下之處",
    },
    "opinion.agrees": {"en": "says which stones are dead", "zh-Hant": "認定死子"},
    "result.repetition": {
        "en": "the same board came for the third time",
        "zh-Hant": "同一盤面第三次出現",
    },
    "choice.pass": {"en": "Pass", "zh-Hant": "虛手"},
    "choice.agree": {"en": "Accept the dead stones", "zh-Hant": "同意死子"},
    "choice.resume": {"en": "Play on", "zh-Hant": "繼續對局"},
    "choice.dead": {"en": "the string on {cell} is dead", "zh-Hant": "{cell} 之棋已死"},
    "choice.living": {"en": "the string on {cell} is alive", "zh-Hant": "{cell} 之棋為活"},
    "move.pass": {"en": "pass", "zh-Hant": "虛手"},
    "move.agree": {"en": "agree", "zh-Hant": "同意"},
    "move.resume": {"en": "play on", "zh-Hant": "續弈"},
    "move.mark": {"en": "marks {cell}", "zh-Hant": "標示 {cell}"},
    "ending.counted": {"en": "by {points} points", "zh-Hant": "差 {points} 目"},
    "ending.counted.one": {"en": "by 1 point", "zh-Hant": "差 1 目"},
    "ending.counted.even": {"en": "equal counts", "zh-Hant": "雙方目數相同"},
    "prisoners": {"en": "prisoners", "zh-Hant": "提子"},
    "handicap": {
        "en": "{side} places {count} more handicap stones.",
        "zh-Hant": "{side}還要擺 {count} 個讓子。",
    },
    "handicap.last": {
        "en": "{side} places 1 more handicap stone.",
        "zh-Hant": "{side}還要擺 1 個讓子。",
    },
    "agreeing": {
        "en": "Both have passed. {side} marks dead stones, accepts them or plays on.",
        "zh-Hant": "雙方虛手。{side}標示死子、同意，或繼續對局。",
    },
    "proposed": {
        "en": "{other} has said which stones are dead. {side} accepts, changes marks or plays on.",
        "zh-Hant": "{other}已標示死子。{side}同意、更改標示，或繼續對局。",
    },
    "taken": {
        "en": "Prisoners: Black {black}, White {white}.",
        "zh-Hant": "提子：黑 {black}，白 {white}。",
    },
    "count": {
        "en": "Count: {side} is ahead by {points} points.",
        "zh-Hant": "計算：{side}多 {points} 目。",
    },
    "count.one": {
        "en": "Count: {side} is ahead by 1 point.",
        "zh-Hant": "計算：{side}多 1 目。",
    },
    "count.even": {"en": "Count: equal.", "zh-Hant": "計算：雙方目數相同。"},
    "by.capture": {"en": "capture of a string", "zh-Hant": "吃子"},
    "by.save": {"en": "rescue of a string", "zh-Hant": "救子"},
    "by.ko-dag": {
        "en": "life and death by the published search",
        "zh-Hant": "死活（論文的搜尋）",
    },
    "by.life": {"en": "life and death of a group", "zh-Hant": "死活"},
    "by.race": {"en": "race of two strings", "zh-Hant": "對殺"},
    "by.connect": {"en": "link of two strings", "zh-Hant": "連接"},
    "by.cut": {"en": "cut of two strings", "zh-Hant": "切斷"},
    "side.black": {"en": "Black", "zh-Hant": "黑"},
    "side.white": {"en": "White", "zh-Hant": "白"},
    "read.unasked": {
        "en": "Reading is about one stone: name it, as in --target d4.",
        "zh-Hant": "請指定所問的棋子，例如 --target d4。",
    },
    "read.untold": {
        "en": "A race, a link or a cut is about two stones: name the second, as in --other f4.",
        "zh-Hant": "對殺、連接與切斷須指定兩子，第二子如 --other f4。",
    },
    "read.unchecked": {"en": "Found, not yet checked.", "zh-Hant": "已找到，尚未查驗。"},
    "read.opinion": {
        "en": "An opinion: what surrounds the group is estimated, and nothing is checked.",
        "zh-Hant": "僅供參考：周圍的棋是估計的，尚未查驗。",
    },
    "read.many": {"en": "more than 3", "zh-Hant": "超過 3"},
    "read.capture.win": {
        "en": "{side} captures {target} with {move}.",
        "zh-Hant": "{side}下 {move} 可吃 {target}。",
    },
    "read.capture.ko.opponent": {
        "en": "{side} captures {target} by ko with {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move} 打劫吃 {target}；對方先找劫材，需多 {threats} 個。",
    },
    "read.capture.ko.mover": {
        "en": "{side} captures {target} by ko with {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move} 打劫吃 {target}，須先找劫材，需多 {threats} 個。",
    },
    "read.capture.no": {
        "en": "{side} cannot capture {target}.",
        "zh-Hant": "{side}吃不掉 {target}。",
    },
    "read.capture.unknown": {
        "en": "Whether {side} captures {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}能否吃 {target} 未知：搜尋已達限制。",
    },
    "read.save.win": {
        "en": "{side} saves {target} with {move}.",
        "zh-Hant": "{side}下 {move} 可救 {target}。",
    },
    "read.save.ko.opponent": {
        "en": "{side} saves {target} by ko with {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move} 打劫救 {target}；對方先找劫材，需多 {threats} 個。",
    },
    "read.save.ko.mover": {
        "en": "{side} saves {target} by ko with {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move} 打劫救 {target}，須先找劫材，需多 {threats} 個。",
    },
    "read.save.no": {
        "en": "{side} cannot save {target}.",
        "zh-Hant": "{side}救不了 {target}。",
    },
    "read.save.unknown": {
        "en": "Whether {side} saves {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}能否救 {target} 未知：搜尋已達限制。",
    },
    "read.seki": {"en": "It is seki.", "zh-Hant": "結果為雙活。"},
    "read.cycle": {
        "en": "A cycle: it stands only because moves go round ({line}), and neither side may "
        "leave off.",
        "zh-Hant": "循環：僅因著手循環不止而不被吃（{line}），雙方都不能罷手。",
    },
    "read.live.win": {
        "en": "{side} lives with {target}: {move}.",
        "zh-Hant": "{side}下 {move}，{target} 活。",
    },
    "read.live.ko.opponent": {
        "en": "{side} lives with {target} by ko: {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move}，{target} 打劫活；對方先找劫材，需多 {threats} 個。",
    },
    "read.live.ko.mover": {
        "en": "{side} lives with {target} by ko: {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move}，{target} 打劫活，須先找劫材，需多 {threats} 個。",
    },
    "read.live.no": {
        "en": "{side} cannot live with {target}.",
        "zh-Hant": "{side}的 {target} 活不了。",
    },
    "read.live.unknown": {
        "en": "Whether {side} lives with {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}的 {target} 能否活未知：搜尋已達限制。",
    },
    "read.kill.win": {
        "en": "{side} kills {target} with {move}.",
        "zh-Hant": "{side}下 {move} 可殺 {target}。",
    },
    "read.kill.ko.opponent": {
        "en": "{side} kills {target} by ko with {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move} 打劫殺 {target}；對方先找劫材，需多 {threats} 個。",
    },
    "read.kill.ko.mover": {
        "en": "{side} kills {target} by ko with {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move} 打劫殺 {target}，須先找劫材，需多 {threats} 個。",
    },
    "read.kill.no": {
        "en": "{side} cannot kill {target}.",
        "zh-Hant": "{side}殺不了 {target}。",
    },
    "read.kill.unknown": {
        "en": "Whether {side} kills {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}能否殺 {target} 未知：搜尋已達限制。",
    },
    "read.connect.win": {
        "en": "{side} joins {target} with {move}.",
        "zh-Hant": "{side}下 {move}，{target} 相連。",
    },
    "read.connect.ko.opponent": {
        "en": "{side} joins {target} by ko with {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move}，{target} 打劫相連；對方先找劫材，需多 {threats} 個。",
    },
    "read.connect.ko.mover": {
        "en": "{side} joins {target} by ko with {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move}，{target} 打劫相連，須先找劫材，需多 {threats} 個。",
    },
    "read.connect.no": {
        "en": "{side} cannot join {target}.",
        "zh-Hant": "{side}的 {target} 連不起來。",
    },
    "read.connect.unknown": {
        "en": "Whether {side} joins {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}的 {target} 能否相連未知：搜尋已達限制。",
    },
    "read.cut.win": {
        "en": "{side} cuts {target} with {move}.",
        "zh-Hant": "{side}下 {move} 可切斷 {target}。",
    },
    "read.cut.ko.opponent": {
        "en": "{side} cuts {target} by ko with {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move} 打劫切斷 {target}；對方先找劫材，需多 {threats} 個。",
    },
    "read.cut.ko.mover": {
        "en": "{side} cuts {target} by ko with {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move} 打劫切斷 {target}，須先找劫材，需多 {threats} 個。",
    },
    "read.cut.no": {
        "en": "{side} cannot cut {target}.",
        "zh-Hant": "{side}切不斷 {target}。",
    },
    "read.cut.unknown": {
        "en": "Whether {side} cuts {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}能否切斷 {target} 未知：搜尋已達限制。",
    },
    "read.race.win": {
        "en": "{side} wins the race {target} with {move}.",
        "zh-Hant": "{side}下 {move}，{target} 對殺勝。",
    },
    "read.race.ko.opponent": {
        "en": "{side} wins the race {target} by ko with {move}; the other side must make the first "
        "threat and needs {threats} more.",
        "zh-Hant": "{side}下 {move}，{target} 對殺打劫勝；對方先找劫材，需多 {threats} 個。",
    },
    "read.race.ko.mover": {
        "en": "{side} wins the race {target} by ko with {move}, and must make the first threat: "
        "{threats} more are needed.",
        "zh-Hant": "{side}下 {move}，{target} 對殺打劫勝，須先找劫材，需多 {threats} 個。",
    },
    "read.race.no": {
        "en": "{side} cannot win the race {target}.",
        "zh-Hant": "{side}的 {target} 對殺不能勝。",
    },
    "read.race.unknown": {
        "en": "Whether {side} wins the race {target} is not known: the limits ended the search.",
        "zh-Hant": "{side}的 {target} 對殺結果未知：搜尋已達限制。",
    },
}


def said(key: str, language: str) -> str:
    """A text of this room."""
    return WORDS[key][language]
