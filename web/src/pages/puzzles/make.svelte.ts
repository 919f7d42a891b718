// Having the factory make a puzzle of a position, and the addresses that carry one.

import { api, follow } from "../../lib/client";
import type { Position } from "../../lib/client/shapes";
import { notices } from "../../lib/ui/notices.svelte";
import { puzzles as words } from "../../lib/words/puzzles";

export interface BoardState {
  game: string;
  options: Record<string, string>;
  start: string;
  moves: readonly string[];
}

/** A page with a position in its address. */
export function boardAddress(page: string, board: BoardState | Position): string {
  const query = new URLSearchParams({ game: board.game });
  const options = Object.entries(board.options).map(([name, value]) => `${name}=${value}`);
  if (options.length) query.set("options", options.join(";"));
  if (board.start) query.set("start", board.start);
  if (board.moves.length) query.set("moves", board.moves.join(" "));
  return `${page}?${query}`;
}

export function boardFrom(search: string): BoardState | null {
  const query = new URLSearchParams(search);
  const game = query.get("game");
  if (!game) return null;
  const options = (query.get("options") ?? "").split(";").filter((part) => part.includes("="));
  return {
    game,
    options: Object.fromEntries(
      options.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
    ),
    start: query.get("start") ?? "",
    moves: (query.get("moves") ?? "").split(" ").filter(Boolean),
  };
}

interface Made {
  puzzle: string | null;
  length?: number;
  code?: string;
  detail?: string;
}

interface Told {
  stage?: string;
  result?: Made;
  detail?: string;
}

export class Maker {
  stage = $state<string | null>(null);
  made = $state.raw<Made | null>(null);
  #job = "";

  async make(board: BoardState): Promise<void> {
    if (this.stage !== null) return;
    this.stage = "find";
    this.made = null;
    try {
      const body = { ...board, moves: [...board.moves] };
      this.#job = (await api.post("/api/puzzles/making", { body })).job;
      follow<Told>(this.#job, ["progress"], ({ kind, data }) => this.#heard(kind, data), () => (this.stage = null));
    } catch (refusal) {
      this.stage = null;
      notices.refused(refusal);
    }
  }

  stop(): void {
    if (this.#job) api.delete("/api/jobs/{job}", { path: { job: this.#job } }).catch(notices.refused);
  }

  get sentence(): string {
    const { code = "", detail = "" } = this.made ?? {};
    const said = words.of("refused", code);
    return said === code ? detail : said;
  }

  #heard(kind: string, data: Told): void {
    if (kind === "progress") {
      this.stage = data.stage ?? "find";
      return;
    }
    this.stage = null;
    if (kind === "done" && data.result) this.made = data.result;
    else if (kind === "cancelled") this.made = { puzzle: null, code: "stopped" };
    else if (kind === "failed") notices.tell(data.detail ?? kind, "problem");
  }
}
