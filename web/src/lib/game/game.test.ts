import { expect, test } from "vitest";
import type { GameInfo, Position, Scene } from "../client/shapes";
import { control, shown, time } from "./clock";
import { beginners } from "./draft.svelte";
import { numbered } from "./numbers";
import { answerName, computerName, resultName, turnName, yourTurnName } from "./sayings";

const game = (id: string, computers: number, options: number): GameInfo => ({
  id,
  names: {},
  player_names: ["black", "white"],
  sides: {},
  provers: [],
  completing: 0,
  threats: false,
  named: false,
  computers: Array.from({ length: computers }, (_, n) => ({ id: `level:${n}`, names: {}, book: false })),
  options: Array.from({ length: options }, (_, n) => ({ name: `o${n}`, default: "", help: {}, choices: [] })),
});
const position = (left: number, made: string[]) =>
  ({
    player_names: ["black", "white"],
    to_move: 1,
    moves_left: left,
    moves: ["j10", ...made],
    turns: [{ player: 0, moves: ["j10"], names: ["j10"], complete: true }, ...(made.length ? [{ player: 1, moves: made, names: made, complete: false }] : [])],
  }) as unknown as Position;

test("a clock shows minutes, hours where there are some, and tenths at the end", () => {
  expect(time(300)).toBe("5:00");
  expect(time(59.2)).toBe("1:00");
  expect(time(58.9)).toBe("0:59");
  expect(time(9.96)).toBe("0:09.9");
  expect(time(3725)).toBe("1:02:05");
  expect(shown(300, "300+5")).toBe("5:00");
  expect(shown(390, "300+3x30")).toBe("5:00 + 3×30");
  expect(shown(85, "300+3x30")).toBe("0:25 × 3");
  expect(shown(30, "300+3x30")).toBe("0:30 × 1");
  expect(control("600+3x30")).toEqual({ main: 600, increment: 0, periods: 3, period: 30 });
  expect(time(-3)).toBe("0:00.0");
});

test("what the other side did is told across what chance turned up", () => {
  const turn = (player: number, ...names: string[]) => ({ player, moves: names, names, complete: true });
  const flipped = {
    player_names: ["first", "second"],
    turns: [turn(0, "a1"), turn(-1, "R"), turn(1, "b8"), turn(-1, "k")],
  } as unknown as Position;
  expect(answerName(flipped, [0])).toContain("b8");
  expect(answerName(flipped, [0])).not.toContain("a1");
});

test("who acts several times in a row is named once", () => {
  const turn = (player: number, ...names: string[]) => ({ player, moves: names, names, complete: true });
  const marked = {
    player_names: ["black", "white"],
    turns: [turn(0, "pass"), turn(1, "marks d4"), turn(1, "marks j5"), turn(1, "accepts")],
  } as unknown as Position;
  expect(answerName(marked, [0])).toBe("White: marks d4, marks j5, accepts");
});

test("a newcomer meets the game with most opponents and fewest options", () => {
  expect(beginners([game("b", 11, 3), game("c", 11, 1), game("a", 1, 0)])).toBe("c");
  expect(beginners([])).toBe("");
});

test("a computer that plays without its book is named so", () => {
  expect(computerName("level:10/no-book", "")).toBe(`${computerName("level:10", "")}, without a book`);
});

test("a turn of two stones says which of them comes next", () => {
  expect(turnName(position(2, []))).toBe("White to move: stone 1 of 2");
  expect(turnName(position(1, ["k11"]))).toBe("White to move: stone 2 of 2");
  expect(turnName(position(2, []), 1)).toBe("White to move: stone 2 of 2");
  expect(turnName(position(1, []))).toBe("White to move");
  expect(yourTurnName(position(1, []))).toBe("Your turn");
});

test("a result is said to whoever sits there, and of both sides to whoever has both", () => {
  const here = { ...position(1, []), ending: "a winning set is full" };
  const won = { reason: "set-filled", payoffs: [1, -1], winner: 0 };
  expect(resultName(here, won, [0])).toBe("You win: a winning set is full.");
  expect(resultName(here, won, [1])).toBe("You lose: a winning set is full.");
  expect(resultName(here, won, [0, 1])).toBe("Black wins: a winning set is full.");
  expect(resultName({ ...here, ending: "the board is full" }, { ...won, winner: null }, [0])).toBe("A draw: the board is full.");
  expect(resultName(here, { ...won, reason: "resigned" }, [0])).toBe("You win: by resignation.");
});

test("stones carry the numbers of their turns, pieces none", () => {
  const stone = (cell: string, text: string) => ({ cell, x: 0, y: 0, colour: "black", text, forms: {} });
  const scene = { stones: [stone("j10", ""), stone("k11", "R")], marks: [] } as unknown as Scene;
  const turns = [
    { player: 0, moves: ["j10"], names: ["j10"], complete: true },
    { player: 1, moves: ["k11", "z1"], names: ["k11", "z1"], complete: true },
  ];
  expect(numbered(scene, turns).marks.map((m) => [m.cell, m.text])).toEqual([["j10", "1"]]);
});
