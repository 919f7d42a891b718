// What stands on a cell, in words.

import type { Stone } from "../client/shapes";
import { board } from "../words/board";

export function pieceName(stone: Stone): string {
  if (!stone.text) return board.of("stone", stone.colour);
  return board.of("piece", stone.colour, { piece: stone.text });
}
