// The study that was open last, kept in this browser: whoever comes back goes on with it.

import { games } from "../../lib/games.svelte";
import { unusual, type Place } from "./address";
import type { TreeModel } from "./tree";

const NAME = "analysis";

export interface Kept extends TreeModel {
  /** The moves to the place that was looked at. */
  at: string[];
}

export function keep(study: Kept): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(study));
  } catch {
    // Storage may be full or forbidden; the address still holds the line.
  }
}

export function recall(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "null") as Kept | null;
    return kept && games.get(kept.game) && kept.nodes.length ? kept : null;
  } catch {
    return null;
  }
}

/** Whether a study is one of the game, rules and start that an address names. */
export function isOf(kept: Kept, place: Place): boolean {
  const usual = games.get(place.game)?.options ?? [];
  const said = (options: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(unusual(options, usual)).sort());
  return kept.game === place.game && kept.start === place.start && said(kept.options ?? {}) === said(place.options);
}
