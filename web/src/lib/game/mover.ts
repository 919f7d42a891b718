// Whose move it is, by the glossary's word; empty where nobody may know.

import type { Position } from "../client/shapes";

export const moverOf = (position: Pick<Position, "player_names" | "to_move"> | null | undefined): string =>
  position && position.to_move !== null ? (position.player_names[position.to_move] ?? "") : "";
