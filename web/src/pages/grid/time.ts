// Lengths of time for people: one unit, as coarse as the figure allows.

import { grid as words } from "../../lib/words/grid";

const STEPS = [
  { key: "days", seconds: 86_400 },
  { key: "hoursOf", seconds: 3_600 },
  { key: "minutes", seconds: 60 },
] as const;

/** Two digits that count: 0.02 s, 9.3 s, 42 s, 12 d. */
export function span(seconds: number): string {
  // A unit is taken from twice its length on: 90 s say more than 1.5 min.
  const step = STEPS.find((one) => seconds >= 2 * one.seconds);
  const count = seconds / (step?.seconds ?? 1);
  const digits = count >= 10 || count === 0 ? 0 : count < 1 ? 2 : 1;
  const text = count.toFixed(digits);
  return words(step?.key ?? "seconds", { count: text });
}

export const percent = (share: number): string => `${Math.round(100 * share)} %`;
