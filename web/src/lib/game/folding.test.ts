import { expect, test } from "vitest";
import { folded } from "./folding";

const turns = (...players: number[]) => players.map((player) => ({ player }));

test("a deal is one entry, and a single throw of chance stays what it is", () => {
  const dealt = turns(...Array<number>(69).fill(-1), 0, -1, 1, -1, -1, 0);
  expect(folded(dealt).slice(0, 3)).toEqual([
    { from: 0, count: 69 },
    { from: 69, count: 1 },
    { from: 70, count: 1 },
  ]);
  expect(folded(dealt).reduce((sum, run) => sum + run.count, 0)).toBe(dealt.length);
});

test("every turn is there once, and players are never folded", () => {
  expect(folded(turns(0, 1, 0, 1, 0, 1))).toHaveLength(6);
  expect(folded(turns())).toEqual([]);
  expect(folded(turns(0, -1, -1, -1, -1))).toEqual([
    { from: 0, count: 1 },
    { from: 1, count: 4 },
  ]);
});
