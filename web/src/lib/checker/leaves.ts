// Leaves of claims that are not wins: pairings, the sum of Erdos, Selfridge and Beck, and no two sets at once.

import type { Geometry } from "./geometry";
import type { Pairing } from "./nodes";
import { type Board, EMPTY, open } from "./position";

/** Why the pairing is none here, or nothing. */
export function wrongPairing(
  node: Pairing,
  rules: Geometry,
  board: Board,
  opponent: number,
  opponentMoves: boolean,
  left: number,
): string | null {
  if (rules.stones !== 1) return "pairs need turns of one stone";
  if (opponentMoves && left !== 1) return "pairs need an opponent with one stone left";
  const partner = new Map(node.pairs.flatMap(([a, b]) => [[a!, b!] as const, [b!, a!] as const]));
  for (const cell of partner.keys()) if (board[cell] !== EMPTY) return "a cell of a pair is not empty";
  for (const holes of open(rules, board, opponent, Infinity)) {
    const here = new Set(holes);
    if (!holes.some((cell) => here.has(partner.get(cell) ?? -1))) return "an open set of the opponent holds no pair";
  }
  return null;
}

/**
 * The empty cells of every two open sets that have at most `most` together, neither's within the other's.
 *
 * Beside a set of most - 1 cells the other adds one: its rest is looked up among the parts of the first.
 */
export function* joined(sets: readonly (readonly number[])[], most: number, step: () => void): Generator<readonly number[]> {
  const few = sets.filter((cells) => cells.length < most).map((cells) => [...cells].sort((a, b) => a - b));
  const different = [...new Map(few.map((cells) => [cells.join(), cells])).values()];
  const small = different.filter((cells) => cells.length < most - 1);
  for (const [n, one] of small.entries()) {
    for (const two of small.slice(0, n)) {
      step();
      const both = new Set([...one, ...two]);
      if (both.size <= most && both.size > one.length && both.size > two.length) yield [...both];
    }
  }
  const rests = new Map<string, number[]>();
  for (const cells of different) {
    for (const cell of cells) {
      step();
      const rest = cells.filter((one) => one !== cell).join();
      rests.set(rest, [...(rests.get(rest) ?? []), cell]);
    }
  }
  for (const large of different) {
    if (large.length !== most - 1) continue;
    for (let bits = 0; bits < 2 ** large.length; bits++) {
      step();
      const part = large.filter((_, n) => (bits >> n) & 1).join();
      for (const cell of rests.get(part) ?? []) if (!large.includes(cell)) yield [...large, cell];
    }
  }
}

/** Whether the sum is small enough; each weight is rounded up, so this can only be too strict. */
export function smallSum(rules: Geometry, board: Board, opponent: number, opponentMoves: boolean, left: number): boolean {
  const p = rules.stones;
  const missing = new Map<number, bigint>();
  for (const holes of open(rules, board, opponent, Infinity)) {
    missing.set(holes.length, (missing.get(holes.length) ?? 0n) + 1n);
  }
  if (!missing.size) return true;
  const base = BigInt(1 + p);
  const w = Math.ceil(Math.max(...missing.keys()) / p);
  const a = opponentMoves ? left : 0;
  let sum = 0n;
  for (const [m, count] of missing) {
    sum += count * rootUp((1n << BigInt(64 * p)) * base ** BigInt(w * p - m + a), p);
  }
  const one = (1n << 64n) * base ** BigInt(w);
  return opponentMoves ? sum < one : sum * base < one * BigInt(1 + Math.min(left, p));
}

/** The least whole number whose p-th power is at least `value`. */
function rootUp(value: bigint, p: number): bigint {
  const power = BigInt(p);
  let high = 1n << (BigInt(value.toString(2).length) / power + 1n);
  let low = 0n;
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (middle ** power >= value) high = middle;
    else low = middle + 1n;
  }
  return low;
}
