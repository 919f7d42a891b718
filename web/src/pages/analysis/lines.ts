// What the list of engine lines shows: rows that stay, one point of view, and percentages that claim nothing.

import type { EngineLine, Report } from "./shapes";

/** The lines of a report in as many rows as there will be, so that nothing below jumps while they come in. */
export function rowsOf(report: Report | null, count: number, over: boolean): (EngineLine | null)[] {
  const lines = over ? [] : (report?.lines ?? []);
  return Array.from({ length: Math.max(count, lines.length) }, (_, n) => lines[n] ?? null);
}

/** Under the pointer nothing moves: what is pressed is what was seen. */
export const shownReport = (held: Report | null, now: Report | null): Report | null => held ?? now;

/** The side whose chances the whole page tells: the one that begins, as in the graph. */
export const viewOf = (names: readonly string[], side: string): string =>
  names.length === 2 ? (names[0] ?? side) : side;

/** A chance of the side to move, as the page's side sees it. Only a proof is certain: no opinion is rounded to it. */
export function percentOf(chance: number, side: string, view: string): string {
  const rounded = Math.round(100 * (side === view ? chance : 1 - chance));
  return rounded > 99 ? ">99%" : rounded < 1 ? "<1%" : `${rounded}%`;
}
