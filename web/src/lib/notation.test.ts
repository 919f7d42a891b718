import { expect, test } from "vitest";
import { longest } from "./notation.svelte";

test("a line is asked for once, and its beginnings with it", () => {
  const lines = [["a"], ["a", "b"], ["a", "b", "c"], ["a", "d"], ["a", "b"]];
  expect(longest(lines)).toEqual([["a", "b", "c"], ["a", "d"]]);
  expect(longest([])).toEqual([]);
});
