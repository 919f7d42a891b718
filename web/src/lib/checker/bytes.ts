// From bytes to lines: perhaps gzipped, UTF-8, no line empty.

import { type Budget, LimitMet, Refused } from "./limits";

export async function linesOf(data: Uint8Array, budget: Budget): Promise<string[]> {
  const { caps } = budget;
  if (data.length > caps.bytes) throw new LimitMet(`the file has more than ${caps.bytes} bytes`);
  const packed = data[0] === 0x1f && data[1] === 0x8b;
  const plain = packed ? await unpacked(data, budget) : data;
  if (plain.length > caps.text) throw new LimitMet(`the text has more than ${caps.text} bytes`);
  const lines: string[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let from = 0; from < plain.length; ) {
    const found = plain.indexOf(10, from);
    const to = found < 0 ? plain.length : found;
    if (to === from) throw new Refused("a line is empty");
    if (to - from > (lines.length ? caps.line : caps.header)) throw new LimitMet("a line is too long");
    if (lines.length > caps.nodes) throw new LimitMet(`more than ${caps.nodes} nodes`);
    budget.step();
    try {
      lines.push(decoder.decode(plain.subarray(from, to)));
    } catch {
      throw new Refused(`line ${lines.length + 1} is not UTF-8`);
    }
    from = to + 1;
  }
  if (!lines.length) throw new Refused("the file is empty");
  return lines;
}

/** Unpacks piece by piece, so that a small file cannot fill the memory. */
async function unpacked(data: Uint8Array, budget: Budget): Promise<Uint8Array> {
  const source = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = source.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > budget.caps.text) throw new LimitMet(`the text has more than ${budget.caps.text} bytes`);
      budget.look();
      pieces.push(value);
    }
  } catch (why) {
    void reader.cancel().catch(() => undefined);
    if (why instanceof Refused) throw why;
    throw new Refused("the file is packed, but not by gzip, or not whole");
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
