// Walking through a solution: a tree of whole turns, and the board after those that were walked.

import { api } from "../client";
import type { components } from "../client/schema";
import type { Position } from "../client/shapes";
import { settings } from "../settings.svelte";
import { notices } from "../ui/notices.svelte";

export type SolutionTurn = components["schemas"]["SolutionTurn"];
export type SolutionProof = components["schemas"]["SolutionProof"];
type Solution = components["schemas"]["SolutionAnswer"];

/** The turns from the first to this one; -1 is the position of the puzzle. */
export function pathTo(turns: readonly SolutionTurn[], at: number): number[] {
  const path: number[] = [];
  for (let here = at; here >= 0; here = turns[here]?.parent ?? -1) path.unshift(here);
  return path;
}

export function childrenOf(turns: readonly SolutionTurn[], at: number): number[] {
  return turns.flatMap((turn, n) => (turn.parent === at ? [n] : []));
}

/** The next one at the same fork, in the order the server gives: the longest defence first. */
export function siblingOf(turns: readonly SolutionTurn[], at: number, by: number): number {
  const all = childrenOf(turns, turns[at]?.parent ?? -1);
  return all[(all.indexOf(at) + by + all.length) % all.length] ?? at;
}

export class Walk {
  at = $state(-1);
  position = $state.raw<Position | null>(null);
  #asked = 0;

  constructor(
    readonly board: { game: string; options: Record<string, string> },
    readonly solution: Solution,
  ) {
    void this.go(-1);
  }

  get path(): number[] {
    return pathTo(this.solution.turns, this.at);
  }

  get next(): number[] {
    return childrenOf(this.solution.turns, this.at);
  }

  async go(at: number): Promise<void> {
    const asked = ++this.#asked;
    this.at = at;
    const moves = this.path.flatMap((n) => this.solution.turns[n]?.moves ?? []);
    const { game, options } = this.board;
    const body = {
      game,
      options,
      start: this.solution.start,
      moves,
      language: settings.language,
      threats: true,
      numbers: true,
    };
    try {
      const position = await api.post("/api/positions", { body });
      if (asked === this.#asked) this.position = position;
    } catch (refusal) {
      notices.refused(refusal);
    }
  }

  forwards(): void {
    const first = this.next[0];
    if (first !== undefined) void this.go(first);
  }

  back(): void {
    if (this.at >= 0) void this.go(this.solution.turns[this.at]?.parent ?? -1);
  }

  beside(by: number): void {
    if (this.at >= 0) void this.go(siblingOf(this.solution.turns, this.at, by));
  }
}
