import { expect, test } from "vitest";
import type { Point, Turn } from "./api";
import { fromHash, movesToTakeBack, seated, toHash } from "./link";
import { middle, neighbour, rowEnd, rows } from "./navigate";
import { blocks, spans } from "./prose";
import { keys, preferredLanguage, say, sayKey } from "./words";

const points: Point[] = [];
for (let row = 0; row < 3; row++)
  for (let column = 0; column < 3; column++)
    points.push({
      cell: `${"abc"[column]}${row + 1}`,
      x: 40 * column,
      y: 80 - 40 * row,
      panel: 0,
      column,
      row,
      playable: true,
    });
const at = (cell: string) => points.find((p) => p.cell === cell)!;

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

test("a game survives the address of the page", () => {
  const setup = {
    game: "sets",
    options: { size: "7x7", sets: '{"name":"a=b & c.d"}' },
    start: "setup black=a1 white=- move=white left=1",
    seats: ["human", "simple"],
    moves: ["a1", "b2"],
  };
  expect(fromHash(toHash(setup))).toEqual(setup);
  expect(fromHash("")).toBeNull();
  expect(fromHash("#nonsense")).toBeNull();
});

const turn = (player: number, moves: string[], complete = true): Turn => ({ player, moves, complete });

test("against a computer a take-back undoes its turn and one stone of the person", () => {
  const turns = [turn(0, ["j10"]), turn(1, ["k11", "i11"])];
  expect(movesToTakeBack(turns, ["human", "simple"])).toBe(3);
  expect(movesToTakeBack(turns, ["human", "human"])).toBe(1);
  expect(movesToTakeBack([...turns, turn(0, ["a1"], false)], ["human", "simple"])).toBe(1);
});

test("a computer's opening cannot be taken back by the person who waits for it", () => {
  expect(movesToTakeBack([turn(0, ["j10"])], ["simple", "human"])).toBe(0);
  expect(movesToTakeBack([], ["human", "human"])).toBe(0);
});

test("a side without a seat is played by a person", () => {
  expect(seated(["simple"], 3)).toEqual(["simple", "human", "human"]);
  expect(seated(["human", "simple", "human"], 2)).toEqual(["human", "simple"]);
});

test("every sentence has the same gaps in both languages", () => {
  const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
  for (const key of keys) expect(gaps(say("en", key)), key).toEqual(gaps(say("zh-Hant", key)));
});

test("gaps are filled, and what the catalogue lacks is said as it is", () => {
  expect(say("en", "wins", { side: "Black" })).toBe("Black wins");
  expect(say("zh-Hant", "wins", { side: "黑方" })).toBe("黑方獲勝");
  expect(sayKey("en", "colour", "north")).toBe("north");
});

test("the browser's first known language decides", () => {
  expect(preferredLanguage(["zh-TW", "en"])).toBe("zh-Hant");
  expect(preferredLanguage(["fr", "en-GB"])).toBe("en");
  expect(preferredLanguage([])).toBe("en");
});

test("rules are read as headings, paragraphs and lists", () => {
  const found = blocks("# Title\n\nOne line\nand another.\n\n- a **bold** word\n- `x`\n  goes on\n");
  expect(found.map((b) => b.kind)).toEqual(["heading", "paragraph", "list"]);
  expect(found[1]).toEqual({
    kind: "paragraph",
    spans: [{ kind: "plain", text: "One line and another." }],
  });
  expect(found[2]?.kind === "list" && found[2].items.length).toBe(2);
  expect(blocks("第一行\n第二行")[0]).toEqual({
    kind: "paragraph",
    spans: [{ kind: "plain", text: "第一行第二行" }],
  });
});

test("a tag in a text stays text", () => {
  expect(spans("<b>*x*</b>").map((s) => s.text)).toEqual(["<b>", "x", "</b>"]);
});
