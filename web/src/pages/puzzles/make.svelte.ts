// Having the factory make a puzzle of a position, and the address that carries one.

import { api, follow } from "../../lib/client";
import { notices } from "../../lib/ui/notices.svelte";
import { puzzles as words } from "../../lib/words/puzzles";
import { toAddress } from "../analysis/address";

const MAKE = "/puzzles/make";

export interface BoardState {
  game: string;
  options: Record<string, string>;
  start: string;
  moves: readonly string[];
}

/** The address of the making page with a position: it is written as the analysis page writes its own. */
export function makeAddress({ game, options, start, moves }: BoardState): string {
  return toAddress({ game, options, start, moves: [...moves], at: moves.length }).replace("/analysis", MAKE);
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
      const { game, options, start, moves } = board;
      const body = { game, options, start, moves: [...moves] };
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
