// A position as a board of cells, and the sets as they stand on it.

import type { Geometry } from "./geometry";
import { Refused } from "./limits";

export const SIDES = ["black", "white"] as const;
export type Side = (typeof SIDES)[number];
export const other = (side: Side): Side => (side === "black" ? "white" : "black");

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export type Board = Uint8Array<ArrayBuffer>;

export const colourOf = (side: Side): number => (side === "black" ? BLACK : WHITE);

export interface Start {
  board: Board;
  mover: Side;
  /** Stones that the mover has left in this turn. */
  left: number;
}

const LONGEST = 20_000;

/** Reads a setup text, in its normal form alone. */
export function startOf(text: string, rules: Geometry): Start {
  if (rules.players !== 2) throw new Refused("claims are for two players");
  if (text.length > LONGEST) throw new Refused("the start is too long");
  const match = /^setup black=([^ ]+) white=([^ ]+) move=(black|white) left=([1-9])$/.exec(text);
  if (!match) throw new Refused("the start is not a setup text in its normal form");
  const index = new Map(rules.cells.map((name, cell) => [name, cell]));
  const board: Board = new Uint8Array(rules.cells.length);
  [match[1]!, match[2]!].forEach((names, n) => {
    let last = -1;
    for (const name of names === "-" ? [] : names.split(",")) {
      const cell = index.get(name);
      if (cell === undefined) throw new Refused("the start names a cell that is not there");
      if (cell <= last) throw new Refused("the stones of the start do not stand in order of their numbers");
      if (board[cell]) throw new Refused("two stones lie on one cell");
      board[cell] = n + 1;
      last = cell;
    }
  });
  const left = Number(match[4]);
  if (left > Math.max(rules.stones, rules.first)) throw new Refused("more stones are left than a turn has");
  if (!board.includes(EMPTY)) throw new Refused("the board of the start is full");
  for (const colour of [BLACK, WHITE]) {
    if (rules.sets.some((set) => set.every((cell) => board[cell] === colour))) {
      throw new Refused("the game is over at the start");
    }
  }
  return { board, mover: match[3] as Side, left };
}

/** The empty cells of every set that is open to a colour and misses at most `most` stones. */
export function open(rules: Geometry, board: Board, colour: number, most: number): number[][] {
  const found: number[][] = [];
  next: for (const set of rules.sets) {
    let missing = 0;
    for (let n = 0; n < set.length; n++) {
      const stone = board[set[n]!]!;
      if (stone === EMPTY) {
        if (++missing > most) continue next;
      } else if (stone !== colour) continue next;
    }
    found.push(set.filter((cell) => board[cell] === EMPTY));
  }
  return found;
}

export function fills(rules: Geometry, board: Board, colour: number): boolean {
  return rules.sets.some((set) => set.every((cell) => board[cell] === colour));
}

/** Stones of one colour more, on a board of its own. */
export function withStones(board: Board, cells: Iterable<number>, colour: number): Board {
  const next = board.slice();
  for (const cell of cells) next[cell] = colour;
  return next;
}

export function mapped(board: Board, symmetry: readonly number[]): Board {
  const next: Board = new Uint8Array(board.length);
  board.forEach((stone, cell) => (next[symmetry[cell]!] = stone));
  return next;
}

/** A short text for a board: ten cells a sign. */
export function boardKey(board: Board): string {
  let key = "";
  for (let from = 0; from < board.length; from += 10) {
    let digits = 0;
    for (let cell = from; cell < from + 10 && cell < board.length; cell++) digits = digits * 3 + board[cell]!;
    key += String.fromCharCode(digits);
  }
  return key;
}

/** Whether at most `most` cells meet every one of the lists. */
export function stoppedBy(threats: readonly (readonly number[])[], most: number): boolean {
  if (!threats.length) return true;
  if (most <= 0) return false;
  const shortest = threats.reduce((a, b) => (b.length < a.length ? b : a));
  return shortest.some((cell) =>
    stoppedBy(
      threats.filter((threat) => !threat.includes(cell)),
      most - 1,
    ),
  );
}
