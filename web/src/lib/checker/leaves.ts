// Leaves of claims that are not wins: pairings and the sum of Erdos, Selfridge and Beck.

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
