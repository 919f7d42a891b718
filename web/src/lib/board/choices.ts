// What may be done, as the scene says it. No rules and no words of a game: a choice has places, or it
// is a button.

import type { Choice } from "../client/shapes";

export const labelOf = (choice: Choice): string => choice.label || choice.word;

/** A choice as lists write it, by the person's notation: a language, or `words`. */
export const writtenOf = (choice: Choice, notation: string): string =>
  (notation === "words" ? null : choice.names?.[notation === "zh-Hant" ? 1 : 0]) || choice.word;

export interface Offer {
  /** What a place alone decides: a stone on a cell, a card of a hand. */
  direct: ReadonlyMap<string, readonly Choice[]>;
  /** What is taken up at a place and put down at another. */
  ways: ReadonlyMap<string, ReadonlyMap<string, readonly Choice[]>>;
  /** What has no place: passing, bids, calls. */
  calls: readonly Choice[];
}

export function offerOf(choices: readonly Choice[]): Offer {
  const direct = new Map<string, Choice[]>();
  const ways = new Map<string, Map<string, Choice[]>>();
  const calls: Choice[] = [];
  for (const choice of choices) {
    const { start, end } = choice;
    if (start && end && start !== end) {
      const goals = ways.get(start) ?? new Map<string, Choice[]>();
      ways.set(start, goals.set(end, [...(goals.get(end) ?? []), choice]));
    } else if (start || end) {
      const place = start || end || "";
      direct.set(place, [...(direct.get(place) ?? []), choice]);
    } else calls.push(choice);
  }
  return { direct, ways, calls };
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The moves that a person typed, or the first word that is none. */
export function typedMoves(text: string, choices: readonly Choice[]): { moves: string[]; wrong: string | null } {
  const whole = text.trim();
  const called = (c: Choice, text: string) => same(c.word, text) || same(labelOf(c), text) || (c.names ?? []).some((n) => same(n, text));
  const named = choices.find((c) => called(c, whole));
  if (named) return { moves: [named.word], wrong: null };
  const written = choices.some((c) => c.word !== c.word.toLowerCase());
  const typed = whole.split(/[\s,;]+/).filter(Boolean);
  const exact = new Set(choices.map((c) => c.word));
  const found = typed.map((word) => (exact.has(word) ? word : choices.find((c) => called(c, word))?.word));
  // Only the first can be checked here: what is legal after it, the server knows.
  const wrong = typed[0] !== undefined && found[0] === undefined ? typed[0] : null;
  return { moves: typed.map((word, n) => found[n] ?? (written ? word : word.toLowerCase())), wrong };
}
