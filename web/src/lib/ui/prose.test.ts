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
    moves: ["e5", "a1"],
    caption: "Look here.",
  });
});

test("a tag in a text stays text", () => {
  expect(spans("<b>*x*</b>").map((s) => s.text)).toEqual(["<b>", "x", "</b>"]);
});
