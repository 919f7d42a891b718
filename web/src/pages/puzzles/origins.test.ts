import { expect, test } from "vitest";
import { originName } from "./origins";

test("nobody is told how a program was called", () => {
  expect(originName("python -m kikashi.games.mahjong.trainer, 162")).toBe("Made by a program: number 162");
  expect(originName("own game 14 of seed 25, move 74")).toBe("From a game of our own players: 14, move 74");
  expect(originName("a, b.txt, game 93, turn 31")).toBe("From a, b.txt, game 93, turn 31");
  expect(originName("a book")).toBe("From a book");
});
