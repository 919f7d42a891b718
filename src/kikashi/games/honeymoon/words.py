"""The words of this room: WORDS for every front end, SAID for its verbs on the command line."""

WORDS = {
    "option.form": {"en": "form of the game", "zh-Hant": "玩法"},
    "option.form.contest": {"en": "bid, then exchange", "zh-Hant": "先喊牌再換牌"},
    "option.form.classic": {"en": "draw unseen cards, then bid", "zh-Hant": "先摸牌再喊牌"},
    "option.notrump.yes": {"en": "yes", "zh-Hant": "是"},
    "option.notrump.no": {"en": "no", "zh-Hant": "否"},
    "option.ruff.yes": {"en": "yes", "zh-Hant": "是"},
    "option.ruff.no": {"en": "no", "zh-Hant": "否"},
    "option.loser.hidden": {"en": "hidden", "zh-Hant": "不公開"},
    "option.loser.shown": {"en": "shown", "zh-Hant": "公開"},
    "option.lead": {"en": "who leads the play", "zh-Hant": "誰先出牌"},
    "option.lead.last": {"en": "the winner of the last exchange", "zh-Hant": "最後一次換牌的贏家"},
    "option.lead.defender": {"en": "the defender", "zh-Hant": "防守方"},
    "option.lead.declarer": {"en": "the declarer", "zh-Hant": "合約方"},
    "option.score": {"en": "scoring", "zh-Hant": "計分"},
    "option.score.made": {"en": "a point for the contract", "zh-Hant": "完成合約得一分"},
    "option.score.tricks": {"en": "by tricks", "zh-Hant": "依磴數"},
    "colour.first": {"en": "First", "zh-Hant": "先家"},
    "colour.second": {"en": "Second", "zh-Hant": "後家"},
    "result.passed-out": {"en": "both passed", "zh-Hant": "雙方派司"},
    "result.made": {"en": "the contract was made", "zh-Hant": "合約達成"},
    "result.beaten": {"en": "the contract was beaten", "zh-Hant": "合約未成"},
    "result.tricks": {"en": "all tricks are played", "zh-Hant": "各磴打完"},
    "by.play": {"en": "exact play of two open hands", "zh-Hant": "雙明手精確解"},
    "opinion.sampled": {"en": "by sampled deals", "zh-Hant": "依抽樣的牌局"},
    "opinion.exact": {"en": "exact", "zh-Hant": "精確解"},
    "opinion.rule": {"en": "by the values of cards", "zh-Hant": "依牌值"},
    "opinion.luck": {"en": "a guess", "zh-Hant": "隨意"},
}

SAID = {
    "puzzle": {
        "en": "{number}: first {first}, second {second}, {trump}.\n"
        "First leads and takes {tricks} of {left}: by which card?",
        "zh-Hant": "{number}：先家 {first}，後家 {second}，{trump}。\n"
        "先家先出，{left} 磴要取得 {tricks} 磴：該出哪一張？",
    },
    "trumps": {"en": "trumps {suit}", "zh-Hant": "王牌 {suit}"},
    "no-trumps": {"en": "no trumps", "zh-Hant": "無王"},
    "right": {
        "en": "Right: {card} takes {tricks}.",
        "zh-Hant": "答對了：{card} 取得 {tricks} 磴。",
    },
    "themes": {"en": " ({themes})", "zh-Hant": "（{themes}）"},
    "wrong": {
        "en": "{card} takes {takes}, not {tricks}.",
        "zh-Hant": "{card} 取得 {takes} 磴，不是 {tricks} 磴。",
    },
    "apart": {
        "en": "suits apart: the first hand takes {guess}; exact: {exact}",
        "zh-Hant": "花色分開計算：先家取得 {guess} 磴；精確值：{exact} 磴",
    },
}
