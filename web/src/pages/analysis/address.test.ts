import { expect, test } from "vitest";
import { fromAddress, toAddress, unusual } from "./address";

test("a place goes into the address and comes back", () => {
  const place = {
    game: "connect",
    options: { size: "9x9", sets: '{"a": [1, 2]}' },
    start: "setup black=a1 white=- move=white left=1",
    moves: ["b2", "c3"],
    at: 1,
  };
  expect(fromAddress(toAddress(place).replace("/analysis", ""))).toEqual(place);
});

test("an address without a game is none, and a wrong number means the end of the line", () => {
  expect(fromAddress("?moves=h8")).toBeNull();
  expect(fromAddress("?game=gomoku&moves=h8.i9&at=77")?.at).toBe(2);
  expect(fromAddress("?game=gomoku&moves=h8.i9&at=x")?.at).toBe(2);
  expect(fromAddress("?game=gomoku")).toEqual({ game: "gomoku", options: {}, start: "", moves: [], at: 0 });
});

test("only unusual options are named", () => {
  const usual = [
    { name: "size", default: "15x15" },
    { name: "k", default: "5" },
  ];
  expect(unusual({ size: "15x15", k: "4" }, usual)).toEqual({ k: "4" });
});
