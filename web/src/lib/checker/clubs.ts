// The clubs of GoClub, from the definition in the reference.

import { cellAt, type Point, points } from "./geometry";

export function planeClubs(size: Point): number[][] {
  const reach = Math.max(...size);
  const found: number[][] = [];
  for (const [x, y] of points(size) as [number, number][]) {
    for (let a = 1; a < reach; a++) {
      for (let b = 0; b < reach; b++) {
        const club = [[x, y], [x + a, y + b], [x - b, y + a], [x - a, y - b], [x + b, y - a]];
        const cells = club.map((point) => cellAt(size, point));
        if (!cells.includes(-1)) found.push(cells);
      }
    }
  }
  return found;
}

/** A centre with the ends of three arms of one whole length at right angles, or with their eight sums. */
export function spaceClubs(size: Point, kind: "axis" | "cube"): number[][] {
  const found = new Map<string, number[]>();
  const offsets = petals(kind, Math.floor((Math.max(...size) - 1) / 2));
  for (const centre of points(size)) {
    for (const around of offsets) {
      const petal = around.map((by) => cellAt(size, centre.map((c, axis) => c + by[axis]!)));
      if (petal.includes(-1)) continue;
      const cells = [cellAt(size, centre), ...petal];
      // Different arms may have the same eight sums: a set stands once.
      const key = [...cells].sort((a, b) => a - b).join();
      if (!found.has(key)) found.set(key, cells);
    }
  }
  return [...found.values()];
}

const dot = (u: Point, v: Point): number => u.reduce((sum, a, axis) => sum + a * v[axis]!, 0);

function petals(kind: "axis" | "cube", reach: number): Point[][] {
  // An arm and its opposite belong to one club: of the two the later one in lexical order is taken.
  const span = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach);
  const arms = span
    .flatMap((a) => span.flatMap((b) => span.map((c) => [a, b, c])))
    .filter(([a, b, c]) => a! > 0 || (a === 0 && (b! > 0 || (b === 0 && c! > 0))));
  const found: Point[][] = [];
  arms.forEach((u, i) => {
    const square = dot(u, u);
    if (!Number.isInteger(Math.sqrt(square))) return;
    for (let j = i + 1; j < arms.length; j++) {
      const v = arms[j]!;
      if (dot(v, v) !== square || dot(u, v)) continue;
      for (let k = j + 1; k < arms.length; k++) {
        const w = arms[k]!;
        if (dot(w, w) !== square || dot(u, w) || dot(v, w)) continue;
        found.push(kind === "axis" ? ends([u, v, w]) : sums(u, v, w));
      }
    }
  });
  return found.filter((club) => club.every((petal) => petal.every((a) => Math.abs(a) <= reach)));
}

const ends = (arms: Point[]): Point[] => arms.flatMap((arm) => [arm, arm.map((a) => -a)]);

const sums = (u: Point, v: Point, w: Point): Point[] =>
  [1, -1].flatMap((a) => [1, -1].flatMap((b) => [1, -1].map((c) => u.map((x, n) => a * x + b * v[n]! + c * w[n]!))));
