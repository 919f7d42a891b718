import { expect, test } from "vitest";
import { blocks, spans } from "./prose";

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

test("a board of the rules is read with its options, moves and caption", () => {
  expect(blocks("One.\n\n```board\n-o size=9x9\ne5 a1\nLook here.\n```\n\nTwo.")[1]).toEqual({
    kind: "board",
    options: { size: "9x9" },
    start: "",
    moves: ["e5", "a1"],
    marked: [],
    caption: "Look here.",
  });
});

test("a tag in a text stays text", () => {
  expect(spans("<b>*x*</b>").map((s) => s.text)).toEqual(["<b>", "x", "</b>"]);
});

test("a board may start from a position and point at cells", () => {
  expect(blocks("```board\nfrom 4k4/9 w\nmark e5 c3\n\nThe horse.\n```")[0]).toMatchObject({
    start: "4k4/9 w",
    moves: [],
    marked: ["e5", "c3"],
    caption: "The horse.",
  });
});

test("a table of the rules is read as rows of cells", () => {
  const [table] = blocks("| option | what |\n|---|---|\n| `a=b` | *one* |\n| c | d |");
  expect(table?.kind === "table" && table.head.map((cell) => cell[0]?.text)).toEqual(["option", "what"]);
  expect(table?.kind === "table" && table.rows.map((row) => row.length)).toEqual([2, 2]);
});
