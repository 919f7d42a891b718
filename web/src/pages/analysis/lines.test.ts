import { expect, test } from "vitest";
import { percentOf, rowsOf, shownReport, viewOf } from "./lines";
import { type Report, saidOf } from "./shapes";

const report = (...moves: string[]): Report =>
  ({ lines: moves.map((move) => ({ turns: [[move]], ways: [[[move]]] })), verdicts: [] }) as unknown as Report;
const moves = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row?.turns[0]?.[0] ?? null);

test("every line has its row from the start, and an ended game has none to show", () => {
  expect(moves(rowsOf(null, 3, false))).toEqual([null, null, null]);
  expect(moves(rowsOf(report("h8"), 3, false))).toEqual(["h8", null, null]);
  expect(moves(rowsOf(report("h8", "i9"), 1, false))).toEqual(["h8", "i9"]);
  expect(moves(rowsOf(report("h8"), 2, true))).toEqual([null, null]);
});

test("rows do not re-sort under the pointer: what is hovered is what was seen", () => {
  const seen = report("h8", "i9");
  const newer = report("i9", "h8");
  expect(moves(rowsOf(shownReport(seen, newer), 2, false))).toEqual(["h8", "i9"]);
  expect(shownReport(seen, newer)?.lines[0]?.ways).toEqual([[["h8"]]]);
  expect(moves(rowsOf(shownReport(null, newer), 2, false))).toEqual(["i9", "h8"]);
});

test("percentages have one point of view, whoever is to move", () => {
  const view = viewOf(["black", "white"], "white");
  expect(view).toBe("black");
  expect(percentOf(0.7, "black", view)).toBe("70%");
  expect(percentOf(0.3, "white", view)).toBe("70%");
  expect(viewOf(["black", "white", "red"], "red")).toBe("red");
});

test("an opinion is never certain", () => {
  expect(percentOf(1, "black", "black")).toBe(">99%");
  expect(percentOf(1, "white", "black")).toBe("<1%");
});

test("a review writes moves in the person's notation, and in the language's where there is one only", () => {
  const xiangqi = { sentences: { en: ["R1=2"], "en/en": ["R1=2"], "en/zh-Hant": ["車一平二"], "en/words": ["a2b2"] } };
  expect(["", "en", "zh-Hant", "words"].map((notation) => saidOf(xiangqi, "en", notation))).toEqual([
    ["R1=2"],
    ["R1=2"],
    ["車一平二"],
    ["a2b2"],
  ]);
  expect(saidOf({ sentences: { en: ["h8"] } }, "en", "words")).toEqual(["h8"]);
  expect(saidOf({ sentences: {} }, "en", "")).toEqual([]);
});
