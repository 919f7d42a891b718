"""The words of this room: WORDS for every front end, SAID for its verbs on the command line."""

WORDS = {
    "option.flowers.yes": {"en": "with flowers (144)", "zh-Hant": "含花牌（144 張）"},
    "option.flowers.no": {"en": "without flowers (136)", "zh-Hant": "不含花牌（136 張）"},
    "option.winners": {
        "en": "when several can win on a discard",
        "zh-Hant": "多家可胡同一張捨牌時",
    },
    "option.winners.all": {"en": "all who can", "zh-Hant": "一炮多響"},
    "option.winners.first": {"en": "the first in turn order", "zh-Hant": "截胡"},
    "option.passed.off": {"en": "no", "zh-Hant": "否"},
    "option.passed.on": {"en": "yes", "zh-Hant": "是"},
    "option.ready.off": {"en": "no", "zh-Hant": "否"},
    "option.ready.on": {"en": "yes", "zh-Hant": "是"},
    "option.tai.common": {"en": "common", "zh-Hant": "通行"},
    "option.tai.modest": {"en": "modest", "zh-Hant": "簡式"},
    "option.tai.bare": {"en": "none but base", "zh-Hant": "無台數"},
    "colour.east": {"en": "East", "zh-Hant": "東家"},
    "colour.south": {"en": "South", "zh-Hant": "南家"},
    "colour.west": {"en": "West", "zh-Hant": "西家"},
    "colour.north": {"en": "North", "zh-Hant": "北家"},
    "result.self-drawn": {"en": "won by a drawn tile", "zh-Hant": "自摸"},
    "result.won-on-discard": {"en": "won on a discard", "zh-Hant": "胡牌"},
    "result.wall-empty": {"en": "the wall ran out", "zh-Hant": "流局"},
    "opinion.win": {"en": "it wins", "zh-Hant": "胡牌"},
    "opinion.fastest": {"en": "the fastest hand", "zh-Hant": "最快聽牌"},
    "opinion.paper": {"en": "by the published rules", "zh-Hant": "依論文規則"},
    "opinion.expected": {
        "en": "by expected payment, danger taken off",
        "zh-Hant": "依期望得分，扣除放槍風險",
    },
    "opinion.sampled": {"en": "by deals imagined and played out", "zh-Hant": "依模擬牌局"},
    "opinion.luck": {"en": "a guess", "zh-Hant": "隨意"},
    "opinion.only": {"en": "nothing else may be done", "zh-Hant": "別無選擇"},
}

SAID = {
    "complete": {"en": "distance -1: complete", "zh-Hant": "向聽數 -1：胡牌"},
    "ready": {"en": "distance 0: ready", "zh-Hant": "向聽數 0：聽牌"},
    "distance": {"en": "distance {distance}", "zh-Hant": "向聽數 {distance}"},
    "useful": {"en": "useful: {tiles}", "zh-Hant": "有效牌：{tiles}"},
    "one": {"en": "{tile}({left} {need})", "zh-Hant": "{tile}（{left} 張，{need}）"},
    "chow": {"en": "chow", "zh-Hant": "成順"},
    "pong": {"en": "pong", "zh-Hant": "成刻"},
    "pair": {"en": "pair", "zh-Hant": "成對"},
    "indirect": {"en": "indirect", "zh-Hant": "間接"},
    "discard": {
        "en": "discard {tile}: distance {distance}, {left} copies: {tiles}",
        "zh-Hant": "打 {tile}：向聽數 {distance}，有效牌 {left} 張：{tiles}",
    },
    "match": {
        "en": "{a} against {b}, {walls} walls, {deals} deals\n"
        "points a deal {mean:+.3f} (95% within {interval:.3f})\n"
        "wins {wins:.3f} (self-drawn {self_drawn:.3f}), deal-ins {deal_ins:.3f},"
        " wall empty {empty:.3f}, tai a win {tai:.2f}",
        "zh-Hant": "{a} 對 {b}，{walls} 副牌牆，{deals} 局\n"
        "每局得分 {mean:+.3f}（95% 信賴區間 ±{interval:.3f}）\n"
        "胡牌 {wins:.3f}（自摸 {self_drawn:.3f}），放槍 {deal_ins:.3f}，"
        "流局 {empty:.3f}，每次胡牌 {tai:.2f} 台",
    },
    "puzzle": {
        "en": "{number}: {hand}. Which discard is fastest?",
        "zh-Hant": "{number}：{hand}。打哪張最快？",
    },
    "right": {
        "en": "Right: {tile} leaves distance {distance} and {left} useful copies.",
        "zh-Hant": "答對了：打 {tile} 後向聽數 {distance}，有效牌 {left} 張。",
    },
    "wrong": {
        "en": "{tile} leaves distance {distance} and {left} useful copies; "
        "the best leaves {best_distance} and {best_left}.",
        "zh-Hant": "打 {tile} 後向聽數 {distance}，有效牌 {left} 張；"
        "最佳打法向聽數 {best_distance}，有效牌 {best_left} 張。",
    },
}
