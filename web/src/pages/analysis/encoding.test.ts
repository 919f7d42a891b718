import { expect, test } from "vitest";
import { textOf } from "./encoding";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

test("UTF-8 is read as such, with or without a mark at its beginning", () => {
  expect(textOf(bytes("先手：林"), "a.kif")).toBe("先手：林");
  expect(textOf(bytes([0xef, 0xbb, 0xbf], "先手"), "a.sgf")).toBe("先手");
});

test("shogi records are read in Shift-JIS, other files are not", () => {
  const first = bytes([0x90, 0xe6, 0x8e, 0xe8], "\n"); // 先手
  expect(textOf(first, "GAME.KIF")).toBe("先手\n");
  expect(textOf(first, "game.csa")).toBe("先手\n");
  expect(textOf(first, "game.txt")).not.toContain("先手");
});

test("SGF is read in the character set that it names", () => {
  const name = [0xaa, 0x4c]; // 林 in Big5
  expect(textOf(bytes("(;CA[Big5]PB[", name, "])"), "a.sgf")).toBe("(;CA[Big5]PB[林])");
  expect(textOf(bytes("(;CA[UTF-8]PB[林])"), "a.sgf")).toContain("林");
});

test("wide characters are known by the mark at their beginning", () => {
  expect(textOf(bytes([0xff, 0xfe, 0x97, 0x67]), "a.sgf")).toBe("林");
  expect(textOf(bytes([0xfe, 0xff, 0x67, 0x97]), "a.sgf")).toBe("林");
});

test("a set that nobody knows, or a wrong one, loses no move", () => {
  for (const set of ["klingon", "UTF-8", "Shift_JIS"]) {
    expect(textOf(bytes(`(;CA[${set}]PB[`, [0xff, 0xff], "];B[aa])"), "a.sgf")).toContain(";B[aa]");
  }
});
