// Whether what was checked is what a page says: a certificate of something else is none for it.

import type { Checked } from "./index";

/** A win, or that the class `by` has none: within the turns, or at all where none are named. */
export interface Said {
  kind: string;
  side: string | null;
  turns: number | null;
  by?: string | null;
}

export function answers(checked: Pick<Checked, "kind" | "side" | "by" | "turns" | "excepts">, said: Said): boolean {
  if (checked.kind !== said.kind || checked.side !== said.side || checked.excepts) return false;
  if (checked.kind === "win") return checked.turns !== null && checked.turns <= (said.turns ?? 0);
  // A count says less than none: 'not within one turn' is no answer to 'not at all'.
  return checked.kind === "no-forcing-win" && checked.by === said.by && (checked.turns ?? Infinity) >= (said.turns ?? Infinity);
}
