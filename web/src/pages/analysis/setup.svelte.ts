// Setting up a position by hand: pieces are put on cells; what the law says of it, the server says.

import { api } from "../../lib/client";
import type { Position, Scene, Stone } from "../../lib/client/shapes";
import { settings } from "../../lib/settings.svelte";
import { notices } from "../../lib/ui/notices.svelte";
import type { Abilities } from "./study.svelte";

export const ERASER = "";

type Face = Pick<Stone, "colour" | "text" | "face">;

export class Setup {
  on = $state(false);
  placed = $state.raw<Record<string, string>>({});
  mover = $state(0);
  /** The piece in hand. */
  chosen = $state(ERASER);
  faces = $state.raw<Record<string, Face>>({});
  #board: Scene | null = null;
  #rules: { game: string; options: Record<string, string> } = { game: "", options: {} };

  async begin(position: Position, moves: string[], abilities: Abilities): Promise<void> {
    const { game, options } = position;
    this.#rules = { game, options };
    try {
      const [here, first, answer] = await Promise.all([
        api.post("/api/analysis/placed", { body: { game, options, start: position.start, moves } }),
        api.post("/api/analysis/placed", { body: { game, options } }),
        api.post("/api/positions", { body: { game, options, language: settings.language } }),
      ]);
      const start = answer;
      this.faces = this.#facesOf(abilities, first.placed, start);
      this.#board = start.scene;
      this.placed = here.placed;
      this.mover = here.to_move;
      this.chosen = abilities.pieces[0]?.key ?? ERASER;
      this.on = true;
    } catch (refusal) {
      notices.refused(refusal);
    }
  }

  /** How each piece looks: as it looks on the first board; a stone has only its colour. */
  #facesOf(abilities: Abilities, placed: Record<string, string>, start: Position): Record<string, Face> {
    const stones = new Map(start.scene.stones.map((stone) => [stone.cell, stone]));
    const faces: Record<string, Face> = {};
    for (const { key, colour } of abilities.pieces) faces[key] = { colour };
    for (const [cell, key] of Object.entries(placed)) {
      const stone = stones.get(cell);
      if (stone) faces[key] = { colour: stone.colour, text: stone.text ?? "", face: stone.face ?? "" };
    }
    return faces;
  }

  get scene(): Scene | null {
    const board = this.#board;
    if (!board) return null;
    const points = new Map(board.points.map((point) => [point.cell, point]));
    const stones = Object.entries(this.placed).flatMap(([cell, key]) => {
      const point = points.get(cell);
      const face = this.faces[key];
      return point && face ? [{ cell, x: point.x, y: point.y, ...face }] : [];
    });
    return {
      ...board,
      choices: board.points.map(({ cell }) => ({ word: cell, end: cell })),
      stones,
      marks: [],
      trails: [],
    };
  }

  put(cell: string): void {
    const { [cell]: before, ...rest } = this.placed;
    this.placed = this.chosen === ERASER || before === this.chosen ? rest : { ...rest, [cell]: this.chosen };
  }

  clear(): void {
    this.placed = {};
  }

  /** The text of the position, or null where the law refuses it. */
  async text(): Promise<string | null> {
    try {
      const body = { ...this.#rules, placed: this.placed, to_move: this.mover };
      return (await api.post("/api/analysis/setups", { body })).start;
    } catch (refusal) {
      notices.refused(refusal);
      return null;
    }
  }
}
