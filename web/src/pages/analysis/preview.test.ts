import { expect, test } from "vitest";
import type { Scene } from "../../lib/client/shapes";
import { marksOf, owned, previewOf, warm } from "./preview";

const scene = {
  points: ["h8", "i9", "g9", "e5"].map((cell) => ({ cell })),
  choices: [],
} as unknown as Scene;

test("stones of a line carry the number of their turn and the colour of their side", () => {
  const { preview } = previewOf([[["h8"], ["i9"]], [["g9"]]], scene, ["black", "white"], 1);
  expect(preview).toEqual([
    { cell: "h8", colour: "white", text: "1" },
    { cell: "i9", colour: "white", text: "1" },
    { cell: "g9", colour: "black", text: "2" },
  ]);
});

test("moves of pieces are arrows, and only the first few", () => {
  const ways = [[["h8", "i9"]], [["g9", "e5"]], [["i9", "h8"]], [["e5", "g9"]]];
  expect(previewOf(ways, scene, ["red", "black"], 0).arrows).toEqual([
    { from: "h8", to: "i9" },
    { from: "g9", to: "e5" },
    { from: "i9", to: "h8" },
  ]);
  expect(marksOf([[["h8", "i9"]]], scene)).toEqual({ best: [], arrows: [{ from: "h8", to: "i9" }] });
});

test("a pass touches nothing and is not drawn", () => {
  expect(previewOf([[[]]], scene, ["black", "white"], 0)).toEqual({ preview: [], arrows: [] });
});

test("the first moves of several lines are marked once each", () => {
  expect(marksOf([[["h8"]], [["i9"]], [["h8"]]], scene).best).toEqual(["h8", "i9"]);
});

test("of turns with several stones only the best is marked", () => {
  expect(marksOf([[["h8"], ["i9"]], [["i9"], ["g9"]]], scene).best).toEqual(["h8", "i9"]);
});

test("only warm cells are shown on the heat map", () => {
  expect(warm({ h8: 1, i9: 0.4, g9: 0.1 })).toEqual({ h8: 1 });
});

test("a map of owners says whose a point is, and leaves open points out", () => {
  const found = owned({ a1: 1, b1: 0, c1: 0.52, d1: 0.8 }, ["white", "black"]);
  expect(Object.keys(found)).toEqual(["a1", "b1", "d1"]);
  expect(found["a1"]).toEqual({ colour: "black", share: 1 });
  expect(found["b1"]).toEqual({ colour: "white", share: 1 });
  expect(found["d1"]?.share).toBeCloseTo(0.6);
});
