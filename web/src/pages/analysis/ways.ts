// The way of a move of a line that is only shown: its choice says it, where the move can be made now;
// of moves further on, the names of two cells in its word tell.

import type { Scene } from "../../lib/client/shapes";

export interface Way {
  from: string;
  to: string;
}

export function wayOf(word: string, scene: Pick<Scene, "choices" | "points">): Way | null {
  const choice = scene.choices.find((c) => c.word === word);
  if (choice) return choice.start && choice.end ? { from: choice.start, to: choice.end } : null;
  const cells = new Set(scene.points.map((p) => p.cell));
  if (cells.has(word)) return null; // a stone on a cell
  for (let cut = 1; cut < word.length; cut++) {
    const from = word.slice(0, cut);
    if (!cells.has(from)) continue;
    for (let end = word.length; end > cut; end--) {
      const to = word.slice(cut, end);
      if (cells.has(to)) return { from, to };
    }
  }
  return null;
}
