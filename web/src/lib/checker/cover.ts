// Whether every reply has an answer. Replies are never listed: partial ones grow, in the steps of the
// reference (their numbers stand here), each once.

import { Refused } from "./limits";
import { type Entry, keyOf, type Reply } from "./nodes";
import { type Board, BLACK, EMPTY, open, stoppedBy, WHITE, withStones } from "./position";
import type { Question, Replay, Zone } from "./replay";

export interface Met {
  node: Reply;
  number: number;
  board: Board;
  /** R: the stones of the opponent's turn. */
  due: number;
  free: number;
  /** The empty cells of the prover's threats. */
  threats: readonly (readonly number[])[];
  /** Turns about which nothing is said, at the first node alone. */
  exceptions: readonly (readonly number[])[];
  /** Grows by the zones that are relied on. */
  zone: Set<number>;
}

export function* covered(replay: Replay, met: Met): Generator<Question, void, Zone> {
  const { node, board, due, free, exceptions, zone } = met;
  const { rules, claim, budget } = replay;
  const p = rules.stones;
  const threats = [...met.threats].sort(byNumber);
  const zones = new Map<Entry, Zone>();
  const seen = new Set<string>([""]);
  const waiting: (readonly number[])[] = [[]];
  let spread: readonly number[] | null = null;
  for (let q = waiting.pop(); q; q = waiting.pop()) {
    budget.step();
    const partial = q;
    const whole = partial.length === due;
    const grow = (cells: Iterable<number>) => {
      for (const cell of cells) {
        const longer = [...partial, cell].sort((a, b) => a - b);
        const key = longer.join();
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(longer);
        budget.step();
      }
    };
    // 1. Nothing is said about exceptions.
    if (exceptions.some((cells) => cells.every((cell) => partial.includes(cell)))) continue;
    // 2. A threat that is left open is an answer.
    const missed = threats.find((holes) => !holes.some((cell) => partial.includes(cell)));
    if (missed) {
      if (!whole) grow(missed);
      continue;
    }
    // 3. Only turns of the class count.
    let wanted: Set<number> | null = null;
    if (claim.level) {
      const after = withStones(board, partial, replay.opponent);
      if (stoppedBy(open(rules, after, replay.opponent, p), claim.level - 1)) {
        if (whole) continue;
        wanted = new Set(open(rules, after, replay.opponent, p + due - partial.length).flat());
        if (!wanted.size) continue;
      }
    }
    // 4. Listed replies.
    const listed = whole ? node.replies.get(keyOf(partial)) : undefined;
    if (listed) {
      const after = withStones(board, partial, replay.opponent);
      add(zone, yield* replay.below(listed, { board: after, proverMoves: true, left: p, free }));
      continue;
    }
    // 5. Zone entries.
    let used: Zone | null = null;
    for (const entry of node.zones) {
      if (!entry.cells.every((cell) => partial.includes(cell))) continue;
      let below = zones.get(entry);
      if (!below) {
        const after = withStones(board, entry.cells, replay.opponent);
        const freed = free + due - entry.cells.length;
        below = yield* replay.below(entry, { board: after, proverMoves: true, left: p, free: freed });
        zones.set(entry, below);
      }
      const relied = below;
      const fits = partial.every((cell) => entry.cells.includes(cell) || !relied.has(cell));
      if (fits && (!used || relied.size < used.size)) used = relied;
    }
    if (used) add(zone, used);
    // 6. A whole reply without an answer.
    if (whole) {
      if (used) continue;
      const names = partial.map((cell) => rules.cells[cell]).join("+");
      throw new Refused(`the reply ${names} has no answer`, met.number);
    }
    // 7. What an unanswered reply must hold besides.
    if (used && wanted) {
      const common: Zone = used;
      if (due - partial.length === 1) grow([...wanted].filter((cell) => common.has(cell)));
      else grow(used.size < wanted.size ? used : wanted);
    } else if (used ?? wanted) grow((used ?? wanted)!);
    else {
      spread ??= emptyCells(board);
      grow(free || exceptions.length ? outside(spread, partial) : alive(replay, board, spread, partial));
    }
  }
}

const add = (zone: Set<number>, more: Zone): void => more.forEach((cell) => zone.add(cell));

const emptyCells = (board: Board): number[] => [...board.keys()].filter((cell) => board[cell] === EMPTY);

const outside = (cells: readonly number[], partial: readonly number[]): number[] =>
  cells.filter((cell) => !partial.includes(cell));

/** Empty cells less the dead ones; if all that are left are dead, the lowest stands for all. */
function alive(replay: Replay, board: Board, empty: readonly number[], partial: readonly number[]): number[] {
  const { rules } = replay;
  const live = new Set([BLACK, WHITE].flatMap((colour) => open(rules, board, colour, Infinity).flat()));
  const rest = outside(empty, partial);
  const found = rest.filter((cell) => live.has(cell));
  return found.length ? found : rest.slice(0, 1);
}

/** Fewest cells first; of several the smaller as a number in base 2, cell 0 being the lowest digit. */
function byNumber(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const [x, y] = [a, b].map((cells) => [...cells].sort((m, n) => n - m)) as [number[], number[]];
  for (let n = 0; n < x.length; n++) if (x[n] !== y[n]) return x[n]! - y[n]!;
  return 0;
}
