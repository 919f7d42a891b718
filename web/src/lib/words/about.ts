import { catalogue } from "./catalogue";

export const about = catalogue({
  title: ["About Kikashi", "關於 Kikashi"],
  lead: [
    "Kikashi (利かし) is a forcing move: the opponent must answer it. This studio is for games that such moves decide.",
    "Kikashi（利かし）是迫使對手回應的一著。本站專為以迫著決勝的棋而設。",
  ],
  threats: ["Threats and proofs", "迫著與證明"],
  threatsText: [
    "A threat is a winning set that one turn would fill; t counts the fewest stones that stop all of them. When the studio says that a side wins, it has a certificate that a small separate checker replays by the rules alone. What was not settled within its limits is called unknown, never no.",
    "迫著是一手便可占滿的勝形；t 是擋住全部迫著最少需要的子數。本站說某方必勝時，都附有證書，由只懂規則的獨立查驗程式重演。限度內未能判定的稱為未知，不會說成沒有。",
  ],
  games: ["The games", "這裡的棋"],
  rules: ["Rules of {game}", "{game}規則"],
  playIt: ["Play {game}", "下{game}"],
  papers: ["Published tables again", "論文的表，再做一次"],
  papersText: [
    "The tables of the papers behind this house, repeated: the published figure, ours, and the command.",
    "本站所依據論文的表，重新做過：論文的數字、我們的數字，以及所用的指令。",
  ],
  papersLink: ["Read the report", "閱讀報告"],
  keys: ["Keys", "按鍵"],
  keysText: ["Every page lists its keys under ?. The board is a grid: arrows walk, Enter places.", "每一頁按 ? 可看按鍵。棋盤是方格：方向鍵移動，Enter 落子。"],
  showKeys: ["Show the keys", "顯示按鍵"],
  privacy: ["Your data", "你的資料"],
  privacyText: [
    "The studio runs on this machine or on your host, and asks no other. A guest is kept by one cookie; an account is optional and can be deleted with all that belongs to it.",
    "本站只在本機或你的主機上執行，不連到其他地方。訪客以一個 cookie 保存；帳號可有可無，也可連同全部資料刪除。",
  ],
  source: ["For scripts", "給程式"],
  sourceText: ["Everything the page does goes through a documented API.", "頁面所做的一切都透過有文件的 API。"],
});
