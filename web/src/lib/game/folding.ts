// Long runs of chance, as the deal of a hundred tiles, are one entry of a list of turns.

import type { Turn } from "../client/shapes";

export interface Run {
  /** The number of its first turn, from 0. */
  from: number;
  count: number;
}

const LONG = 4;

/** Turns one by one, except that chance in a row is one run where it is long. */
export function folded(turns: readonly Pick<Turn, "player">[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  while (from < turns.length) {
    let end = from;
    while (end < turns.length && turns[end]!.player < 0) end++;
    if (end - from >= LONG) runs.push({ from, count: end - from });
    else for (let n = from; n < Math.max(end, from + 1); n++) runs.push({ from: n, count: 1 });
    from = Math.max(end, from + 1);
  }
  return runs;
}
