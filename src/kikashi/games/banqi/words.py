"""The room's own words for people: pieces, ends of games, players, reasons."""

from __future__ import annotations

from collections.abc import Mapping

from kikashi.games.banqi.board import side_of

Words = Mapping[str, str]

NAMES: Mapping[str, Words] = {
    "title": {"en": "Chinese dark chess", "zh-Hant": "暗棋"},
    "K": {"en": "general", "zh-Hant": "帥將"},
    "G": {"en": "advisor", "zh-Hant": "仕士"},
    "M": {"en": "elephant", "zh-Hant": "相象"},
    "R": {"en": "rook", "zh-Hant": "俥車"},
    "N": {"en": "horse", "zh-Hant": "傌馬"},
    "C": {"en": "cannon", "zh-Hant": "炮包"},
    "P": {"en": "soldier", "zh-Hant": "兵卒"},
}
PLAYER: tuple[Words, Words] = (
    {"en": "First", "zh-Hant": "先手"},
    {"en": "Second", "zh-Hant": "後手"},
)
SAY: Mapping[str, Words] = {
    "stop": {"en": "Stop capturing", "zh-Hant": "停止連吃"},
    "flip": {"en": "Flip {cell}", "zh-Hant": "翻 {cell}"},
    "move": {"en": "{piece} to {cell}", "zh-Hant": "{piece} 走到 {cell}"},
    "take": {"en": "{piece} takes {taken} on {cell}", "zh-Hant": "{piece} 吃 {cell} 的{taken}"},
    "strike": {"en": "{piece} strikes at {cell}", "zh-Hant": "{piece} 暗吃 {cell}"},
    "captured": {"en": "Captured, {side}", "zh-Hant": "被吃：{side}"},
    "stock": {"en": "Face down, {side}", "zh-Hant": "未翻：{side}"},
    "turning": {"en": "{cell} is being flipped.", "zh-Hant": "正在翻開 {cell}。"},
    "down": {"en": "{count} pieces lie face down.", "zh-Hant": "還有 {count} 枚暗子。"},
}
SAID: Mapping[str, Words] = {
    "difference": {"en": "game {name}: {why}", "zh-Hant": "棋局 {name}：{why}"},
    "replayed": {
        "en": "{count:game}, {differences} with a difference",
        "zh-Hant": "共 {count} 局，其中 {differences} 局與規則不符",
    },
    "win": {"en": "win in {plies} plies", "zh-Hant": "{plies} 手內勝"},
    "loss": {"en": "loss in {plies} plies", "zh-Hant": "{plies} 手內負"},
    "draw": {"en": "draw", "zh-Hant": "和局"},
    "table": {
        "en": "{value}; the longest of this table: {longest} plies\n"
        "{missing} states worked out in {seconds:.1f} s",
        "zh-Hant": "{value}；此殘局庫最長 {longest} 手\n"
        "計算 {missing} 個局面，費時 {seconds:.1f} 秒",
    },
    "luck": {"en": "  luck {luck:+5.1f}", "zh-Hant": "  運氣 {luck:+5.1f}"},
    "lost": {
        "en": "  lost {lost:.1f} (better: {best})",
        "zh-Hant": "  損失 {lost:.1f}（較佳：{best}）",
    },
    "sums": {
        "en": "{player}: lost {lost:.0f} points by choices, luck of flips {luck:+.0f}",
        "zh-Hant": "{player}：選擇損失 {lost:.0f} 點，翻子運氣 {luck:+.0f}",
    },
    "first": {"en": "first", "zh-Hant": "先手"},
    "second": {"en": "second", "zh-Hant": "後手"},
    "hung-up": {
        "en": "the server has hung up; {acts} acts were ours",
        "zh-Hant": "伺服器已斷線；我方共走 {acts} 著",
    },
}
"""What the verbs of the command line say."""
WORDS: Mapping[str, Words] = {
    "option.preset": {"en": "rules of a draw", "zh-Hant": "和棋規則"},
    "option.preset.contest": {
        "en": "contest: third occurrence, 180 plies",
        "zh-Hant": "競賽：同形三現、180 手",
    },
    "option.preset.course": {
        "en": "course: a cycle three times, 60 plies",
        "zh-Hant": "課程：循環三次、60 手",
    },
    "option.preset.custom": {"en": "as chosen below", "zh-Hant": "自訂"},
    "option.chase": {"en": "a repetition by a long chase", "zh-Hant": "長捉造成的循環"},
    "option.chase.draws": {"en": "is a draw", "zh-Hant": "和棋"},
    "option.chase.loses": {"en": "loses for the chaser", "zh-Hant": "捉方負"},
    "option.chain.no": {"en": "no", "zh-Hant": "否"},
    "option.chain.yes": {"en": "yes", "zh-Hant": "是"},
    "option.blind.no": {"en": "no", "zh-Hant": "否"},
    "option.blind.yes": {"en": "yes", "zh-Hant": "是"},
    "option.rush": {
        "en": "house rule: rooks run straight over empty cells",
        "zh-Hant": "民間規則「車直衝」：俥車可直走任意空格",
    },
    "option.rush.no": {"en": "no", "zh-Hant": "否"},
    "option.rush.rank": {"en": "yes, taking by rank", "zh-Hant": "可，吃子依階級"},
    "option.rush.any": {"en": "yes, taking any piece", "zh-Hant": "可，吃子不限"},
    "colour.first": PLAYER[0],
    "colour.second": PLAYER[1],
    "result.no-pieces": {"en": "all pieces are captured", "zh-Hant": "棋子全被吃光"},
    "result.no-move": {"en": "no legal act is left", "zh-Hant": "無子可動"},
    "result.no-progress": {
        "en": "too long without capture or flip",
        "zh-Hant": "過久不吃不翻",
    },
    "result.repetition": {"en": "the game goes in circles", "zh-Hant": "局面循環"},
    "result.long-chase": {"en": "a long chase is lost", "zh-Hant": "長捉判負"},
    "opinion.table": {"en": "an endgame table knows the result", "zh-Hant": "殘局庫已知結果"},
    "by.win": {"en": "a win, whatever is flipped", "zh-Hant": "不論翻出什麼都勝"},
    "by.tables": {"en": "endgame tables", "zh-Hant": "殘局庫"},
    "by.value": {"en": "the exact value", "zh-Hant": "精確值"},
}


def piece_name(letter: str, language: str) -> str:
    """A piece by its name; in Chinese the character tells the side."""
    names = NAMES[letter.upper()][language]
    if language == "zh-Hant":
        return names[side_of(letter)]
    return f"{('red', 'black')[side_of(letter)]} {names}"
