import { expect, test } from "vitest";
import * as tree from "./tree";

/** h8 (i9 (j10) g9) k11: two branches after h8, one more after i9. */
function sample() {
  const root = tree.newNode(null);
  const h8 = tree.newNode(root, "h8", 0, 1);
  const i9 = tree.newNode(h8, "i9", 1, 2, "a comment");
  const j10 = tree.newNode(i9, "j10", 0, 3);
  const k11 = tree.newNode(h8, "k11", 1, 2);
  const l12 = tree.newNode(k11, "l12", 0, 3);
  return { root, h8, i9, j10, k11, l12 };
}

test("forwards follows the branch that was chosen last", () => {
  const { root, h8, i9, k11, l12 } = sample();
  expect(tree.lineFrom(root).map((n) => n.move)).toEqual(["h8", "i9", "j10"]);
  tree.choose(l12);
  expect(tree.lineFrom(root)).toEqual([h8, k11, l12]);
  expect(tree.movesTo(l12)).toEqual(["h8", "k11", "l12"]);
  expect(tree.forwards(i9)?.move).toBe("j10");
});

test("up and down go to the neighbouring branch, as deep as it goes", () => {
  const { h8, i9, j10, k11, l12 } = sample();
  expect(tree.otherBranch(j10, 1)).toBe(l12);
  expect(tree.otherBranch(i9, -1)).toBe(k11);
  expect(tree.otherBranch(h8, 1)).toBeNull();
  tree.remove(l12);
  expect(tree.otherBranch(j10, 1)).toBe(k11);
});

test("a branch can be made the main line or taken out", () => {
  const { root, h8, i9, k11, l12 } = sample();
  expect(tree.promote(l12)).toBe(true);
  expect(h8.children).toEqual([k11, i9]);
  expect(tree.promote(l12)).toBe(false);
  expect(tree.remove(k11)).toBe(h8);
  expect(tree.lineFrom(root).map((n) => n.move)).toEqual(["h8", "i9", "j10"]);
  expect(tree.remove(root)).toBe(root);
});

test("a tree goes through its model and comes back", () => {
  const { root } = sample();
  const model = tree.toModel(root);
  expect(model.map((n) => n.parent)).toEqual([-1, 0, 1, 2, 1, 4]);
  expect(tree.toModel(tree.fromModel(model))).toEqual(model);
});

test("moves are followed as far as they are there, remarks passed on the way", () => {
  const { root, h8, i9 } = sample();
  const remark = tree.newNode(i9, "", 0, 2, "only words");
  const m13 = tree.newNode(remark, "m13", 0, 3);
  expect(tree.follow(root, ["h8", "i9", "m13"])).toEqual({ node: m13, left: [] });
  expect(tree.follow(root, ["h8", "a1", "a2"])).toEqual({ node: h8, left: ["a1", "a2"] });
});

test("variations stand between the move they replace and what follows it", () => {
  const { root } = sample();
  const shown = tree.blocks(root).map((b) => [b.depth, b.steps.map((s) => s.nodes.map((n) => n.move).join("+")).join(" ")]);
  expect(shown).toEqual([
    [0, "h8 i9"],
    [1, "k11 l12"],
    [0, "j10"],
  ]);
});

test("a tree as deep as a game is long is walked without falling over", () => {
  const root = tree.newNode(null);
  let at = root;
  for (let n = 0; n < 4000; n++) at = tree.newNode(at, `m${n}`);
  expect([...tree.walk(root)].length).toBe(4001);
  expect(tree.blocks(root)).toHaveLength(1);
  expect(tree.toModel(root)).toHaveLength(4001);
});

/** Turns of two stones, as in Connect6; the second turn has two forms that share a stone. */
function pairs() {
  const root = tree.newNode(null);
  const j10 = tree.newNode(root, "j10", 0, 1);
  const k11 = tree.newNode(j10, "k11", 1, 2);
  const i11 = tree.newNode(k11, "i11", 1, 2);
  const l12 = tree.newNode(i11, "l12", 0, 3);
  const h8 = tree.newNode(l12, "h8", 0, 3);
  const k9 = tree.newNode(k11, "k9", 1, 2);
  const m13 = tree.newNode(k9, "m13", 0, 3);
  return { root, j10, k11, i11, l12, h8, k9, m13 };
}

test("a turn of two stones is listed as one, and a variation never splits it", () => {
  const { root } = pairs();
  const shown = tree.blocks(root).map((b) => [b.depth, b.steps.map((s) => s.nodes.map((n) => n.move).join("+")).join(" ")]);
  expect(shown).toEqual([
    [0, "j10 k11+i11"],
    [1, "k11+k9 m13"],
    [0, "l12+h8"],
  ]);
});

test("forwards and backwards go by whole turns", () => {
  const { root, j10, k11, i11, h8, k9, m13 } = pairs();
  expect(tree.nextTurn(root)).toBe(j10);
  expect(tree.nextTurn(j10)).toBe(i11);
  expect(tree.nextTurn(k11)).toBe(i11);
  expect(tree.nextTurn(i11)).toBe(h8);
  expect(tree.nextTurn(h8)).toBeUndefined();
  expect(tree.lastTurn(h8)).toBe(i11);
  expect(tree.lastTurn(k11)).toBe(j10);
  expect(tree.lastTurn(j10)).toBe(root);
  tree.choose(m13);
  expect(tree.nextTurn(j10)).toBe(k9);
});

test("a removed turn goes with all its stones but those of another branch", () => {
  const { h8, l12, k9 } = pairs();
  expect(tree.ownTurn(h8)).toBe(l12);
  expect(tree.ownTurn(k9)).toBe(k9);
});

test("a record that breaks off says why, and one with a comment alone does not", () => {
  const root = tree.newNode(null);
  const word = tree.newNode(root, "", 0, 0, "a word alone");
  expect(tree.unread(root)).toBe("");
  tree.newNode(word, "", 0, 0, "", { KI: ["B zz"], KW: ["move 1: no point"] });
  expect(tree.unread(root)).toBe("move 1: no point");
});
