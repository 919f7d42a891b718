// The words of the page, both languages side by side so that neither can lack one.

import type { Language } from "./api";

const catalogue = {
  tagline: ["Games decided by forcing moves", "以迫著決勝的棋"],
  skip: ["Skip to the board", "跳到棋盤"],
  games: ["Games", "棋種"],
  players: ["Players", "對局者"],
  human: ["Person", "真人"],
  simple: ["Simple player", "簡易電腦"],
  "colour.black": ["Black", "黑方"],
  "colour.white": ["White", "白方"],
  "colour.red": ["Red", "紅方"],
  "stone.black": ["black stone", "黑子"],
  "stone.white": ["white stone", "白子"],
  "stone.red": ["red stone", "紅子"],
  empty: ["empty", "空"],
  "mark.last": ["last turn", "上一手"],
  "mark.pending": ["this turn, can be taken back", "本手，可取回"],
  "mark.threat": ["threat", "迫著"],
  "mark.best": ["suggested", "建議"],
  "turn.one": ["{side} to move", "輪到{side}"],
  "turn.left": ["{side} to move: stone {number} of {count}", "輪到{side}：本手第 {number}／{count} 子"],
  thinking: ["{side} is thinking", "{side}思考中"],
  wins: ["{side} wins", "{side}獲勝"],
  draw: ["A draw", "和局"],
  "reason.set-filled": ["a winning set is full", "占滿一組勝形"],
  "reason.board-full": ["the board is full", "棋盤已滿"],
  "opinion.completes-set": ["It completed a winning set.", "它占滿了一組勝形。"],
  "opinion.stops-threats": ["It stopped your threats.", "它擋住了你的迫著。"],
  "opinion.living-sets": ["It took a cell with many open winning sets.", "它占了許多勝形經過的點。"],
  "opinion.random": ["It made a random move.", "它隨意下了一手。"],
  takeBack: ["Take back", "悔棋"],
  newGame: ["New game", "新局"],
  place: ["Place on {cell}", "下在 {cell}"],
  copyLink: ["Copy link", "複製連結"],
  copied: ["Copied", "已複製"],
  showThreats: ["Show threats", "顯示迫著"],
  showNumbers: ["Show numbers", "顯示手數"],
  "threats.one": ["{side}: 1 winning set one turn from full", "{side}：1 組勝形一手可成"],
  "threats.some": ["{side}: {count} winning sets one turn from full", "{side}：{count} 組勝形一手可成"],
  "threats.level": ["t\u00a0=\u00a0{level}", "t\u00a0=\u00a0{level}"],
  "threats.none": ["No threats on the board.", "盤上沒有迫著。"],
  moves: ["Moves", "著手"],
  noMoves: ["No moves yet. Place the first stone.", "尚未落子，請下第一子。"],
  ruleOptions: ["Rule options", "規則選項"],
  startWith: ["Start with these rules", "以此規則開局"],
  rules: ["Rules", "規則"],
  loading: ["Loading …", "載入中⋯⋯"],
  offline: ["The studio does not answer. Is it still running?", "伺服器沒有回應，是否仍在執行？"],
  retry: ["Try again", "再試一次"],
  close: ["Close", "關閉"],
  language: ["中文", "English"],
  languageLabel: ["切換為中文", "Switch to English"],
  theme: ["Theme: {theme}", "主題：{theme}"],
  "theme.auto": ["automatic", "自動"],
  "theme.light": ["light", "淺色"],
  "theme.dark": ["dark", "深色"],
  keys: ["Keys", "按鍵"],
  "keys.arrows": ["move the cursor on the board", "移動棋盤游標"],
  "keys.enter": ["place a stone", "落子"],
  "keys.u": ["take back", "悔棋"],
  "keys.n": ["new game", "新局"],
  "keys.t": ["show or hide threats", "顯示或隱藏迫著"],
  "keys.m": ["show or hide numbers", "顯示或隱藏手數"],
  "keys.help": ["this list", "顯示本清單"],
  board: ["Board", "棋盤"],
} satisfies Record<string, [string, string]>;

export type Key = keyof typeof catalogue;

export const keys = Object.keys(catalogue) as Key[];

/** The words of a key, with the gaps in braces filled. */
export function say(
  language: Language,
  key: Key,
  gaps: Record<string, string | number> = {},
): string {
  const words = catalogue[key][language === "en" ? 0 : 1] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, gap: string) => String(gaps[gap] ?? whole));
}

/** Words of a key that the server chose; what the catalogue lacks is said as it is. */
export function sayKey(language: Language, prefix: string, name: string): string {
  const key = `${prefix}.${name}`;
  return key in catalogue ? say(language, key as Key) : name;
}

export function preferredLanguage(languages: readonly string[]): Language {
  const first = languages.find((l) => /^(zh|en)\b/i.test(l));
  return first?.toLowerCase().startsWith("zh") ? "zh-Hant" : "en";
}
