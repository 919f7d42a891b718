// Where the cursor goes. It knows places in the picture, not the game.

import type { Point } from "../client/shapes";

export type Direction = "left" | "right" | "up" | "down";

const STEPS: Record<Direction, [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** The nearest point in a direction; straying sideways costs double. Null at the rim. */
export function neighbour(points: readonly Point[], from: Point, to: Direction): Point | null {
  const [stepX, stepY] = STEPS[to];
  let best: Point | null = null;
  let least = Infinity;
  for (const point of points) {
    const dx = point.x - from.x;
    const dy = point.y - from.y;
    const along = dx * stepX + dy * stepY;
    const aside = Math.abs(dx * stepY) + Math.abs(dy * stepX);
    if (along <= 0 || aside > along) continue;
    const cost = along + 2 * aside;
    if (cost < least) {
      least = cost;
      best = point;
    }
  }
  return best;
}

/** The first or last point of the row that a point lies in. */
export function rowEnd(points: readonly Point[], from: Point, last: boolean): Point {
  const row = rowOf(points, from);
  return row[last ? row.length - 1 : 0] ?? from;
}

function rowOf(points: readonly Point[], from: Point): Point[] {
  return points
    .filter((p) => p.panel === from.panel && p.row === from.row)
    .sort((a, b) => a.column - b.column);
}

/** All points as rows, top row first, panel after panel: what a screen reader walks. */
export function rows(points: readonly Point[]): Point[][] {
  const found = new Map<string, Point[]>();
  const ordered = [...points].sort(
    (a, b) => a.panel - b.panel || b.row - a.row || a.column - b.column,
  );
  for (const point of ordered) {
    const key = `${point.panel} ${point.row}`;
    const row = found.get(key);
    if (row) row.push(point);
    else found.set(key, [point]);
  }
  return [...found.values()];
}

/** The point nearest to the middle: where the cursor starts. */
export function middle(points: readonly Point[]): Point | null {
  const first = points.filter((p) => p.panel === 0);
  if (first.length === 0) return null;
  const x = first.reduce((sum, p) => sum + p.x, 0) / first.length;
  const y = first.reduce((sum, p) => sum + p.y, 0) / first.length;
  return first.reduce((a, b) => (Math.hypot(b.x - x, b.y - y) < Math.hypot(a.x - x, a.y - y) ? b : a));
}

/** Arrow keys walk the buttons of a row; what stands around it does not hear of them. */
export function walkRow(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not([disabled])")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at < 0) return;
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
  event.preventDefault();
}
