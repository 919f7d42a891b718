// What the server's work tells, as it comes over the stream of events.

export type Turns = readonly (readonly string[])[];
/** By turn and move, the cells that a move touches: where it goes, or where it comes from and goes. */
export type Ways = readonly (readonly (readonly string[])[])[];

export interface Verdict {
  verdict: "win" | "no" | "unknown";
  by: string;
  /** What the game calls it, by language. */
  method: Record<string, string>;
  side: string;
  turns: number | null;
  /** Answers to checks are among the turns; false for a win by the rule against perpetual check. */
  counts_all: boolean;
  line: string[][];
  ways: Ways;
  nodes: number;
  seconds: number;
  /** Replayed by the rules alone. */
  checked: boolean;
}

export interface EngineLine {
  turns: string[][];
  ways: Ways;
  /** From 0 to 1, of the side to move: an opinion. */
  chance: number | null;
  depth: number;
  win: Verdict | null;
  loss: Verdict | null;
}

export interface Report {
  lines: EngineLine[];
  verdicts: Verdict[];
  round: number;
  nodes: number;
  seconds: number;
}

export interface Proof {
  start: string;
  verdicts: Verdict[];
  win: Verdict | null;
  claim?: Record<string, string>;
  proof?: { nodes: number; steps: number; bytes: number; playable: boolean };
}

export interface GraphPoint {
  /** Moves played. */
  place: number;
  /** Of the first player: an opinion, unless `proved` names who wins or the game is over. */
  chance: number | null;
  proved: string | null;
  over: boolean;
}

export interface ReviewedTurn {
  number: number;
  player: string;
  moves: string[];
  /** Moves played before it. */
  place: number;
  findings: string[];
  undecided: boolean;
  /** By language, and by language and notation (`en/words`) where moves have other names. */
  sentences: Record<string, string[]>;
  had: Verdict | null;
  gave: Verdict | null;
}

/** What is said of a turn, with moves in the person's own notation. */
export const saidOf = (turn: Pick<ReviewedTurn, "sentences">, language: string, notation: string): string[] =>
  turn.sentences[`${language}/${notation}`] ?? turn.sentences[language] ?? [];
