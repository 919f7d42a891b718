// What the server refuses, in Chinese. In English its own sentence is shown, which says more.

import { settings } from "../settings.svelte";
import { catalogue } from "./catalogue";

export const refusals = catalogue({
  "code.cancelled": ["It was stopped.", "已停止。"],
  "code.changed": ["This changed meanwhile; look again.", "內容已有變動，請重新整理後再試。"],
  "code.crashed": ["The work broke off; try again.", "運算中斷，請再試一次。"],
  "code.empty-file": ["The file is empty.", "檔案是空的，請選擇有棋譜的檔案。"],
  "code.guests-may-not": ["This needs an account.", "這項功能需要帳號，請先登入。"],
  "code.has-account": ["You are logged in already.", "你已經登入帳號。"],
  "code.hidden": ["Something is hidden until the end of the game.", "此棋有隱藏資訊，終局後才能取得棋譜。"],
  "code.illegal-move": ["This move is not legal here.", "這一著不合規則。"],
  "code.in-exam": ["An exam asks this puzzle now.", "檢定正在考這一題，檢定結束後才能看解答。"],
  "code.internal": ["The server failed; its log says why.", "伺服器發生錯誤，原因記在伺服器的紀錄中。"],
  "code.library-full": ["Your library is full.", "棋譜庫已滿，請先刪除一些檔案。"],
  "code.log-in-first": ["Log in first.", "請先登入帳號。"],
  "code.malformed": ["The request was malformed.", "輸入的內容格式不對。"],
  "code.moved-on": ["The game has moved on; look again.", "棋局已有新的著手，請再看一次。"],
  "code.name-taken": ["This login name is taken.", "這個登入名稱已有人使用，請換一個。"],
  "code.no-failures": ["There is nothing to repeat.", "沒有需要重做的題目。"],
  "code.no-games": ["No game of this collection was read.", "這個棋譜集還沒有讀到任何棋局。"],
  "code.no-proposal": ["There is nothing to agree about here.", "此時沒有要同意的事。"],
  "code.no-claim": ["There is nothing to claim here.", "此時不能宣告。"],
  "code.claim-refused": ["It is not proved that all the rest is yours; play on.", "未能證明其餘全部歸你，請繼續出牌。"],
  "code.no-hints": ["Hints are for games against the computer.", "與真人對局時不能使用提示。"],
  "code.none-fit": ["No puzzle fits.", "沒有符合的題目，請放寬條件。"],
  "code.none-left": ["You have met all of these.", "這類題目你都做過了，可以重做舊題。"],
  "code.none-met": ["You have met none of these yet.", "你還沒做過這類題目。"],
  "code.not-ended": ["It has not ended yet.", "尚未完成。"],
  "code.not-found": ["It is not here.", "找不到，或不屬於你。"],
  "code.not-kept": ["The answer could not be kept.", "結果無法保存，請再試一次。"],
  "code.not-over": ["It is not over yet.", "尚未結束，結束後才能看。"],
  "code.not-your-game": ["You are watching.", "你只是觀戰。"],
  "code.not-your-turn": ["It is not your turn.", "還沒輪到你。"],
  "code.not-yours-alone": ["Somebody else plays in it.", "與他人的對局不能由一方刪除。"],
  "code.out-of-memory": ["There was not enough memory.", "記憶體不足，無法完成。"],
  "code.over": ["It is over.", "已經結束了。"],
  "code.read": ["It has been read to its end.", "這個棋譜集已經讀完。"],
  "code.refused": ["It cannot be done here.", "這裡不能這樣做。"],
  "code.too-large": ["It is too large.", "檔案或內容太大。"],
  "code.too-long": ["It took too long.", "時間太長，已中止。"],
  "code.too-many": ["Too often; wait a moment.", "太頻繁了，請稍候再試。"],
  "code.too-many-games": ["You have too many games going.", "進行中的棋局太多，請先結束一些。"],
  "code.too-many-mixes": ["You keep too many mixes.", "保存的組合太多，請先刪除一個。"],
  "code.wrong-host": ["The server does not answer for this address.", "伺服器不接受這個網址。"],
  "code.wrong-origin": ["The server does not answer this page.", "伺服器不接受這個來源。"],
  "code.wrong-password": ["No account has that name and password.", "帳號或密碼不正確。"],
  "code.wrong-token": ["The session has changed; load the page again.", "登入狀態已變動，請重新載入頁面。"],
  other: ["It could not be done.", "無法完成。"],
  line: ["line {number}", "第 {number} 行"],
  game: ["game {number}", "第 {number} 局"],
  move: ["move {number}", "第 {number} 著"],
  where: ["{places}: {why}", "{places}：{why}"],
  unfit: ["it does not fit the rules", "不合規則或格式"],
});

const SENTENCE = /[A-Za-z]{2,}(?:[ ,;:'’-]+[A-Za-z]{1,}){2,}/;

/** A sentence of the server, for people: of an English one a Chinese page says the places alone. */
export function told(detail: string, code = ""): string {
  if (settings.language === "en" || !SENTENCE.test(detail)) return detail;
  const places = (["line", "game", "move"] as const).flatMap((what) => {
    const number = new RegExp(`\\b${what} (\\d+)`).exec(detail)?.[1];
    return number ? [refusals(what, { number })] : [];
  });
  const known = refusals.of("code", code);
  const why = code && known !== code ? known : refusals(places.length ? "unfit" : "other");
  return places.length ? refusals("where", { places: places.join("、"), why }) : why;
}
