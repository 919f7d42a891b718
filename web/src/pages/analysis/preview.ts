// A line shown on the board without being played: numbered stones, or arrows where pieces move.

import type { Scene } from "../../lib/client/shapes";
import { wayOf } from "../../lib/board/moves";
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
      const way = cells.has(move) ? null : wayOf(move, cells);
      if (way) add(arrows, way);
      else if (cells.has(move)) preview.push({ cell: move, colour, text: String(n + 1) });
    }
  });
  return { preview, arrows: arrows.slice(0, MOST_ARROWS) };
}

/** The first moves of lines: marked cells, or arrows. */
export function marksOf(firsts: readonly (readonly string[])[], scene: Scene): Overlay {
  const cells = new Set(scene.points.map((point) => point.cell));
  const best: string[] = [];
  const arrows: Arrow[] = [];
  for (const move of firsts.flat()) {
    const way = cells.has(move) ? null : wayOf(move, cells);
    if (way) add(arrows, way);
    else if (cells.has(move) && !best.includes(move)) best.push(move);
  }
  return { best, arrows };
}
