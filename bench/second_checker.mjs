// The second checker as a program: a line in is the text of a certificate as a JSON string, a line out its verdict.

import { createInterface } from "node:readline";
import { check, LimitMet, Refused } from "../web/src/lib/checker/index.ts";

const encoder = new TextEncoder();
for await (const line of createInterface({ input: process.stdin })) {
  let verdict;
  try {
    await check(encoder.encode(JSON.parse(line)));
    verdict = ["checked", null];
  } catch (why) {
    if (!(why instanceof Refused)) throw why;
    verdict = [why instanceof LimitMet ? "limit" : "refused", why.node];
  }
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
}
