// The board as it will be: a stone is drawn at once, and the server's answer replaces the picture.

import type { Mark, Scene, Stone } from "../client/shapes";
import { wayOf } from "./moves";

const WHILE_WAITING = new Set(["best", "heat", "threat"]);

/** The scene after a move, as far as it can be drawn without rules. */
export function afterMove(scene: Scene, word: string, colour: string): Scene {
  const cells = new Set(scene.points.map((p) => p.cell));
  const way = wayOf(word, cells);
  const target = scene.points.find((p) => p.cell === (way?.to ?? word));
  if (!target) return scene;
  const mover = way ? scene.stones.find((s) => s.cell === way.from) : undefined;
  if (way && !mover) return scene;
  const { cell, x, y } = target;
  const stone: Stone = mover ? { ...mover, cell, x, y } : { cell, x, y, colour, text: "", forms: {} };
  const mark: Mark = { kind: "pending", cell, x, y, colour: stone.colour, text: "", value: 0 };
  return {
    ...scene,
    points: scene.points.map((p) => (p.cell === cell ? { ...p, playable: false } : p)),
    stones: [...scene.stones.filter((s) => s.cell !== cell && s.cell !== way?.from), stone],
    marks: [...scene.marks.filter((m) => !WHILE_WAITING.has(m.kind)), mark],
    trails: scene.trails.filter((t) => t.kind === "win"),
  };
}
