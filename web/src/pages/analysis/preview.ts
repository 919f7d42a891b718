// A line shown on the board without being played: numbered stones, or arrows where pieces move.

import type { Scene } from "../../lib/client/shapes";
import { wayOf } from "./ways";
import type { Arrow, Overlay, Preview } from "../../lib/board/shapes";
import type { Turns } from "./shapes";

const MOST_ARROWS = 3;

/** The same arrow is drawn once. */
function add(arrows: Arrow[], { from, to }: Arrow): void {
  if (!arrows.some((arrow) => arrow.from === from && arrow.to === to)) arrows.push({ from, to });
}

export function previewOf(turns: Turns, scene: Scene, names: readonly string[], mover: number): Overlay {
  const cells = new Set(scene.points.map((point) => point.cell));
  const preview: Preview[] = [];
  const arrows: Arrow[] = [];
  turns.forEach((turn, n) => {
    const colour = names[(mover + n) % Math.max(1, names.length)] ?? "";
    for (const move of turn) {
      const way = wayOf(move, scene);
      if (way) add(arrows, way);
      else if (cells.has(move)) preview.push({ cell: move, colour, text: String(n + 1) });
    }
  });
  return { preview, arrows: arrows.slice(0, MOST_ARROWS) };
}

const COLD = 0.4;

/** Only the warm cells: a map that colours everything shows nothing. */
export function warm(heat: Readonly<Record<string, number>>): Record<string, number> {
  const found = Object.entries(heat).filter(([, value]) => value > COLD);
  return Object.fromEntries(found.map(([cell, value]) => [cell, (value - COLD) / (1 - COLD)]));
}

/**
 * The first moves of lines, the best first: marked cells, or arrows. Where a turn has several
 * stones only the best one is marked, or nobody could tell which stones go together.
 */
export function marksOf(firsts: readonly (readonly string[])[], scene: Scene): Overlay {
  const cells = new Set(scene.points.map((point) => point.cell));
  const best: string[] = [];
  const arrows: Arrow[] = [];
  const marked = firsts.some((turn) => turn.length > 1) ? firsts.slice(0, 1) : firsts;
  for (const move of marked.flat()) {
    const way = wayOf(move, scene);
    if (way) add(arrows, way);
    else if (cells.has(move) && !best.includes(move)) best.push(move);
  }
  return { best, arrows };
}
