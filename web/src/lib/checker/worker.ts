// The checker beside the page: a long replay must not hold up the board.

import { check, type Checked, type Demand, LimitMet, Refused } from "./index";

export interface Asked {
  data: Uint8Array;
  demand: Demand;
}
export type Answered =
  | { verdict: "checked"; checked: Checked }
  | { verdict: "refused" | "limit"; node: number | null; why: string };

self.onmessage = async ({ data: asked }: MessageEvent<Asked>) => {
  const answer = (said: Answered) => self.postMessage(said);
  try {
    answer({ verdict: "checked", checked: await check(asked.data, asked.demand) });
  } catch (why) {
    const node = why instanceof Refused ? why.node : null;
    answer({ verdict: why instanceof LimitMet ? "limit" : "refused", node, why: String(why) });
  }
};
