// The numbers of the turns on the stones. Where pieces move away there is nothing to write them on.

import type { Mark, Scene, Turn } from "../client/shapes";

export function numbered(scene: Scene, turns: readonly Turn[]): Scene {
  const stones = new Map(scene.stones.filter((s) => !s.text && !s.face).map((s) => [s.cell, s]));
  const marks: Mark[] = [];
  for (const [n, turn] of turns.entries())
    for (const cell of turn.moves) {
      const stone = stones.get(cell);
      if (stone)
        marks.push({ kind: "number", cell, x: stone.x, y: stone.y, colour: stone.colour, text: String(n + 1) });
    }
  return marks.length ? { ...scene, marks: [...scene.marks, ...marks] } : scene;
}
