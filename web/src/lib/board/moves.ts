// Moves as words: a cell, or the cell a piece leaves and the cell it goes to. No rules: which words
// are legal is what the server says.

import type { Point } from "../client/shapes";

export interface Way {
  word: string;
  from: string;
  to: string;
}

/** The two cells of a word, if it is made of two; what follows them (a promotion) is ignored. */
export function wayOf(word: string, cells: ReadonlySet<string>): Way | null {
  if (cells.has(word)) return null; // a stone on a cell
  for (let cut = 1; cut < word.length; cut++) {
    const from = word.slice(0, cut);
    if (!cells.has(from)) continue;
    for (let end = word.length; end > cut; end--) {
      const to = word.slice(cut, end);
      if (cells.has(to)) return { word, from, to };
    }
  }
  return null;
}

/** Legal moves by the cell they leave. */
export function waysFrom(legal: readonly string[], points: readonly Point[]): Map<string, Way[]> {
  const cells = new Set(points.map((p) => p.cell));
  const found = new Map<string, Way[]>();
  for (const word of legal) {
    const way = wayOf(word, cells);
    if (!way) continue;
    const ways = found.get(way.from);
    if (ways) ways.push(way);
    else found.set(way.from, [way]);
  }
  return found;
}

/** The moves that a person typed, or the first word that is none. */
export function typedMoves(
  text: string,
  points: readonly Point[],
  legal: readonly string[],
): { moves: string[]; wrong: string | null } {
  const moves = text.trim().toLowerCase().split(/[\s,;]+/).filter(Boolean);
  const known = legal.length
    ? new Set(legal)
    : new Set(points.filter((p) => p.playable).map((p) => p.cell));
  // Only the first can be checked here: what is legal after it, the server knows.
  const wrong = moves[0] !== undefined && !known.has(moves[0]) ? moves[0] : null;
  return { moves, wrong };
}
