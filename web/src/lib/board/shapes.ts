// What a page may want drawn on a board beside the scene; cells are named as the scene names them.

export interface Arrow {
  from: string;
  to: string;
}

export interface Preview {
  cell: string;
  colour: string;
  text: string;
}

export interface Overlay {
  /** 0 is cold, 1 is hot; nothing is drawn for what was hardly searched. */
  heat?: Readonly<Record<string, number>>;
  /** Whose a point is, and how surely, from 0 to 1. */
  owners?: Readonly<Record<string, { colour: string; share: number }>>;
  /** Suggested cells, the best first. */
  best?: readonly string[];
  arrows?: readonly Arrow[];
  /** Stones of a line that is only shown, with their numbers. */
  preview?: readonly Preview[];
}

/** Everything a board takes, flat or in space. */
export interface BoardProps {
  scene: import("../client/shapes").Scene;
  /** The colour of the stone that a person may place now; null where nobody may do anything. */
  colour?: string | null;
  overlay?: Overlay;
  /** Seen from the other side. */
  turned?: boolean;
  /** A finger places at once: the page asks for the whole turn afterwards. */
  direct?: boolean;
  onmove?: (word: string) => void;
  /** The wheel over the board: forwards or back through the moves. */
  onstep?: (by: 1 | -1) => void;
}
