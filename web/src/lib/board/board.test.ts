import { expect, test } from "vitest";
import type { Point, Scene } from "../client/shapes";
import { arranged, bestAcross } from "./arranged";
import { typedMoves, wayOf, waysFrom } from "./moves";
import { middle, neighbour, rowEnd, rows } from "./navigate";
import { afterMove } from "./optimistic";
import { turnedScene } from "./turned";

const UNIT = 40;

/** Panels of three by three cells, one beside the other. */
function scene(panels = 1): Scene {
  const points: Point[] = [];
  for (let panel = 0; panel < panels; panel++)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        points.push({
          cell: `${"abc"[column]}${row + 1}${panels > 1 ? "xyz"[panel] : ""}`,
          x: panel * 200 + 40 + UNIT * column,
          y: 60 + 80 - UNIT * row,
          panel,
          column,
          row,
          playable: true,
        });
  return {
    width: 200 * panels,
    height: 200,
    title: "a board",
    description: "",
    unit: UNIT,
    panels: Array.from({ length: panels }, (_, n) => ({ x: n * 200, y: 20, width: 160, height: 160, caption: "" })),
    lines: [{ x1: 40, y1: 60, x2: 120, y2: 60, kind: "edge" }],
    discs: [],
    points,
    stones: [],
    labels: Array.from({ length: panels }, (_, n) => ({ x: n * 200 + 80, y: 8, text: `layer ${n}`, kind: "caption" })),
    trails: [{ kind: "win", places: [[40, 60], [120, 140]], colour: "black" }],
    marks: [],
    language: "en",
  };
}
const { points } = scene();
const at = (cell: string, among = points) => among.find((p) => p.cell === cell)!;

test("arrows go to the neighbour and stop at the rim", () => {
  expect(neighbour(points, at("b2"), "left")?.cell).toBe("a2");
  expect(neighbour(points, at("b2"), "right")?.cell).toBe("c2");
  expect(neighbour(points, at("b2"), "up")?.cell).toBe("b3");
  expect(neighbour(points, at("b2"), "down")?.cell).toBe("b1");
  expect(neighbour(points, at("c2"), "right")).toBeNull();
});

test("home and end go to the ends of the row, and the cursor starts in the middle", () => {
  expect(rowEnd(points, at("b2"), false).cell).toBe("a2");
  expect(rowEnd(points, at("b2"), true).cell).toBe("c2");
  expect(middle(points)?.cell).toBe("b2");
  expect(middle([])).toBeNull();
});

test("a screen reader meets the top row first, from left to right", () => {
  expect(rows(points).map((row) => row.map((p) => p.cell))).toEqual([
    ["a3", "b3", "c3"],
    ["a2", "b2", "c2"],
    ["a1", "b1", "c1"],
  ]);
});

test("a word of two cells is a way, a cell is none, and what follows a way is kept in its word", () => {
  const cells = new Set(["a1", "a10", "b1", "b"]);
  expect(wayOf("a1b1", cells)).toEqual({ word: "a1b1", from: "a1", to: "b1" });
  expect(wayOf("a10b1", cells)).toEqual({ word: "a10b1", from: "a10", to: "b1" });
  expect(wayOf("a1b1+", cells)?.to).toBe("b1");
  expect(wayOf("a1", cells)).toBeNull();
  expect(wayOf("pass", cells)).toBeNull();
  expect([...waysFrom(["a1a2", "a1b1", "c3"], points).keys()]).toEqual(["a1"]);
});

test("typed moves are read in any case, and the first that is none is named", () => {
  expect(typedMoves(" A1, b2 ", points, [])).toEqual({ moves: ["a1", "b2"], wrong: null });
  expect(typedMoves("z9", points, []).wrong).toBe("z9");
  expect(typedMoves("a1a2", points, ["a1a2"]).wrong).toBeNull();
});

test("a stone is drawn before the server answers, and a piece leaves its cell and takes another", () => {
  const placed = afterMove(scene(), "b2", "black");
  expect(placed.stones.map((s) => [s.cell, s.colour])).toEqual([["b2", "black"]]);
  expect(at("b2", placed.points).playable).toBe(false);
  expect(placed.marks.map((m) => m.kind)).toEqual(["pending"]);
  const piece = { cell: "a1", x: 40, y: 140, colour: "red", text: "R", forms: {} };
  const other = { ...piece, cell: "a3", colour: "black" };
  const moved = afterMove({ ...scene(), stones: [piece, other] }, "a1a3", "red");
  expect(moved.stones.map((s) => [s.cell, s.colour, s.text])).toEqual([["a3", "red", "R"]]);
  expect(afterMove(scene(), "nowhere", "black")).toEqual(scene());
});

test("turned twice a board is as it was, and turned once its corners have changed places", () => {
  const once = turnedScene(scene());
  expect([at("a1", once.points).x, at("a1", once.points).y]).toEqual([at("c3").x, at("c3").y]);
  expect(turnedScene(once)).toEqual(scene());
});

test("layers are laid out so that cells are largest, and everything moves with its layer", () => {
  expect(bestAcross(scene(3), 900, 250)).toBe(3);
  expect(bestAcross(scene(3), 250, 900)).toBe(1);
  expect(bestAcross(scene(1), 250, 900)).toBe(1);
  const one = arranged(scene(3), 1);
  const below = (cell: string) => at(cell, one.points);
  expect(below("a1y").x).toBe(below("a1x").x);
  expect(below("a1y").y).toBeGreaterThan(below("a1x").y + 100);
  const step = (one.panels[1]?.y ?? 0) - (one.panels[0]?.y ?? 0);
  expect((one.labels[1]?.y ?? 0) - (one.labels[0]?.y ?? 0)).toBe(step);
  expect(arranged(scene(1), 1)).toEqual(scene(1));
});
