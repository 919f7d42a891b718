// A line shown on the board without being played: numbered stones, or arrows where pieces move.

import type { Scene } from "../../lib/client/shapes";
import type { Arrow, Overlay, Preview } from "../../lib/board/shapes";
import type { Ways } from "./shapes";

const MOST_ARROWS = 3;

/** The same arrow is drawn once. */
function add(arrows: Arrow[], from: string, to: string): void {
  if (!arrows.some((arrow) => arrow.from === from && arrow.to === to)) arrows.push({ from, to });
}

export function previewOf(ways: Ways, scene: Scene, names: readonly string[], mover: number): Overlay {
  const cells = new Set(scene.points.map((point) => point.cell));
  const preview: Preview[] = [];
  const arrows: Arrow[] = [];
  ways.forEach((turn, n) => {
    const colour = names[(mover + n) % Math.max(1, names.length)] ?? "";
    for (const [from, to] of turn) {
      if (from && to) add(arrows, from, to);
      else if (from && cells.has(from)) preview.push({ cell: from, colour, text: String(n + 1) });
    }
  });
  return { preview, arrows: arrows.slice(0, MOST_ARROWS) };
}

const COLD = 0.4;
const OPEN = 0.1;

/** Only the warm cells: a map that colours everything shows nothing. */
export function warm(heat: Readonly<Record<string, number>>): Record<string, number> {
  const found = Object.entries(heat).filter(([, value]) => value > COLD);
  return Object.fromEntries(found.map(([cell, value]) => [cell, (value - COLD) / (1 - COLD)]));
}

/** Whose each point is, from a map whose 0 and 1 belong to two sides; what is open belongs to nobody. */
export function owned(heat: Readonly<Record<string, number>>, sides: readonly string[]): NonNullable<Overlay["owners"]> {
  const found = Object.entries(heat).map(([cell, value]) => {
    const share = Math.abs(2 * value - 1);
    return [cell, { colour: sides[value < 0.5 ? 0 : 1] ?? "", share }] as const;
  });
  return Object.fromEntries(found.filter(([, { share }]) => share > OPEN));
}

/**
 * The first turns of lines, the best first: marked cells, or arrows. Where a turn has several
 * stones only the best one is marked, or nobody could tell which stones go together.
 */
export function marksOf(firsts: readonly Ways[number][], scene: Scene): Overlay {
  const cells = new Set(scene.points.map((point) => point.cell));
  const best: string[] = [];
  const arrows: Arrow[] = [];
  const marked = firsts.some((turn) => turn.length > 1) ? firsts.slice(0, 1) : firsts;
  for (const [from, to] of marked.flat()) {
    if (from && to) add(arrows, from, to);
    else if (from && cells.has(from) && !best.includes(from)) best.push(from);
  }
  return { best, arrows };
}
