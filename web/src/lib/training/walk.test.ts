import { expect, test } from "vitest";
import { childrenOf, pathTo, siblingOf } from "./walk.svelte";

const turns = [
  { parent: -1, moves: ["a1", "b1"] },
  { parent: 0, moves: ["c1", "d1"] },
  { parent: 0, moves: ["c2", "d2"] },
  { parent: 2, moves: ["e1", "f1"] },
];

test("a path leads from the position of the puzzle to the turn", () => {
  expect(pathTo(turns, 3)).toEqual([0, 2, 3]);
  expect(pathTo(turns, -1)).toEqual([]);
});

test("every defence is a way on", () => {
  expect(childrenOf(turns, -1)).toEqual([0]);
  expect(childrenOf(turns, 0)).toEqual([1, 2]);
  expect(childrenOf(turns, 3)).toEqual([]);
});

test("up and down go around the defences at one fork", () => {
  expect(siblingOf(turns, 1, 1)).toBe(2);
  expect(siblingOf(turns, 2, 1)).toBe(1);
  expect(siblingOf(turns, 1, -1)).toBe(2);
  expect(siblingOf(turns, 0, 1)).toBe(0);
});
