import { expect, test } from "vitest";
import type { Choice, Point, Scene, Tray } from "../client/shapes";
import { arranged, bestAcross } from "./arranged";
import { offerOf, typedMoves, writtenOf } from "./choices";
import { Choosing } from "./choosing.svelte";
import { middle, neighbour, rowEnd, rows } from "./navigate";
import { afterMove } from "./optimistic";
import { ringOf } from "./space";
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
    choices: [],
    faces: [],
    trays: [],
    seats: [],
    asked: "",
    pieces: "",
    faces_of: "",
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

test("choices are offered by their places: one, two, or none", () => {
  const offer = offerOf([
    { word: "b2", end: "b2" },
    { word: "a1a2", kind: "move", start: "a1", end: "a2" },
    { word: "a1a2+", label: "a1a2, promoting", kind: "promote", start: "a1", end: "a2" },
    { word: "P*b3", kind: "drop", start: "hand:P", end: "b3" },
    { word: "5m", kind: "card", start: "hand:3" },
    { word: "pass", kind: "pass" },
  ]);
  expect([...offer.direct.keys()]).toEqual(["b2", "hand:3"]);
  expect(offer.ways.get("a1")?.get("a2")?.map((c) => c.word)).toEqual(["a1a2", "a1a2+"]);
  expect([...(offer.ways.get("hand:P")?.keys() ?? [])]).toEqual(["b3"]);
  expect(offer.calls.map((c) => c.word)).toEqual(["pass"]);
});

test("typed moves are read in any case and by their labels, and the first that is none is named", () => {
  const places = points.map(({ cell }) => ({ word: cell, end: cell }));
  expect(typedMoves(" A1, b2 ", places)).toEqual({ moves: ["a1", "b2"], wrong: null });
  expect(typedMoves("z9", places).wrong).toBe("z9");
  const others: Choice[] = [{ word: "P*b3", kind: "drop", start: "hand:P", end: "b3" }, { word: "pass", label: "Pass the turn", kind: "pass" }];
  expect(typedMoves("p*B3", others)).toEqual({ moves: ["P*b3"], wrong: null });
  expect(typedMoves("pass the TURN", others)).toEqual({ moves: ["pass"], wrong: null });
});

test("the example in the field is written as the lists write moves", () => {
  const cannon: Choice = { word: "h2e2", names: ["C2=5", "炮二平五"] };
  expect(["en", "zh-Hant", "words"].map((notation) => writtenOf(cannon, notation))).toEqual(["C2=5", "炮二平五", "h2e2"]);
  expect(writtenOf({ word: "a1" }, "zh-Hant")).toBe("a1");
});

test("round a red stone the ring of the last one is not red", () => {
  const colours = { line: "grey", focus: "blue", last: "red", win: "green" };
  expect(["black", "white", "red"].map((colour) => ringOf({ colour }, colours))).toEqual(["red", "red", "green"]);
});

test("a person chooses by one place or two, is asked which of several, and confirms with a finger", () => {
  const played: string[] = [];
  const choices: Choice[] = [
    { word: "a1a2", kind: "move", start: "a1", end: "a2" },
    { word: "a1a3", kind: "move", start: "a1", end: "a3" },
    { word: "a1a3+", kind: "promote", start: "a1", end: "a3" },
    { word: "b2", end: "b2" },
  ];
  const choosing = new Choosing(() => choices, (word) => played.push(word));
  expect([choosing.usable("a1"), choosing.usable("a2"), choosing.usable("b2")]).toEqual([true, false, true]);
  choosing.act("a1", true);
  expect(choosing.usable("a2")).toBe(true);
  choosing.act("a2", true);
  expect([choosing.chosen?.word, played.length]).toEqual(["a1a2", 0]);
  choosing.act("a2", true);
  choosing.act("a1", false);
  choosing.act("a3", false);
  expect(choosing.asking.map((c) => c.word)).toEqual(["a1a3", "a1a3+"]);
  choosing.play(choosing.asking[1]!);
  choosing.act("b2", false);
  choosing.act("a1", false);
  choosing.act("a1", false);
  expect(choosing.taken).toBeNull();
  expect(played).toEqual(["a1a2", "a1a3+", "b2"]);
});

test("a stone is drawn before the server answers, a piece leaves its cell, a dropped one its tray", () => {
  const open = { ...scene(), choices: points.map(({ cell }) => ({ word: cell, end: cell })) };
  const placed = afterMove(open, "b2", "black");
  expect(placed.stones.map((s) => [s.cell, s.colour])).toEqual([["b2", "black"]]);
  expect(placed.choices.some((c) => c.word === "b2")).toBe(false);
  expect(placed.choices.length).toBe(8);
  expect(placed.marks.map((m) => m.kind)).toEqual(["pending"]);
  const piece = { cell: "a1", x: 40, y: 140, colour: "red", text: "R" };
  const other = { ...piece, cell: "a3", colour: "black" };
  const choices: Choice[] = [
    { word: "a1a3", kind: "move", start: "a1", end: "a3" },
    { word: "P*b2", kind: "drop", start: "own:P", end: "b2" },
    { word: "pass", kind: "pass" },
  ];
  const trays: Tray[] = [{ id: "own", kind: "reserve", player: 0, label: "", items: [{ place: "own:P", face: "P" }] }];
  const pieces = { ...scene(), stones: [piece, other], choices, trays };
  const moved = afterMove(pieces, "a1a3", "red");
  expect(moved.stones.map((s) => [s.cell, s.colour, s.text])).toEqual([["a3", "red", "R"]]);
  expect(moved.choices).toEqual([]);
  const dropped = afterMove(pieces, "P*b2", "red");
  expect(dropped.stones.at(-1)).toMatchObject({ cell: "b2", colour: "red", face: "P" });
  expect(dropped.trays[0]?.items).toEqual([]);
  expect(afterMove(pieces, "pass", "red")).toEqual({ ...pieces, choices: [] });
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
