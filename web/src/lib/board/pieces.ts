// How what stands on a cell is called.

import type { Face, Stone } from "../client/shapes";
import { faceName } from "../faces.svelte";
import { board } from "../words/board";

export function pieceName(stone: Pick<Stone, "colour" | "text">, face: Face | undefined): string {
  if (face) return faceName(face);
  return stone.text ? board.of("piece", stone.colour, { piece: stone.text }) : board.of("stone", stone.colour);
}
