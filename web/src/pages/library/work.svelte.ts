// Work of the server on a collection, followed until its end; it makes way for others and goes on.

import { api, follow } from "../../lib/client";
import { notices } from "../../lib/ui/notices.svelte";
import { told } from "../../lib/words/refusals";

export interface Told {
  stage?: string;
  done?: number;
  total?: number;
  games?: number;
  result?: { whole?: boolean; puzzles?: number };
  cut?: string | null;
  detail?: string;
}

export class Work {
  running = $state(false);
  paused = $state(false);
  told = $state.raw<Told>({});
  #job = "";
  #leave: (() => void) | null = null;

  /** `start` asks the server for the job; `ended` hears when all of it is over. */
  constructor(
    readonly start: () => Promise<{ job: string }>,
    readonly ended: () => void,
  ) {}

  async begin(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      this.join((await this.start()).job);
    } catch (refusal) {
      this.running = this.paused = false;
      notices.refused(refusal);
    }
  }

  /** Follows a job that runs already. */
  join(job: string): void {
    this.running = true;
    this.#job = job;
    this.#leave?.();
    this.#leave = follow<Told>(
      job,
      ["progress", "started"],
      ({ kind, data }) => this.#heard(kind, data),
      () => this.#over(),
    );
  }

  stop(): void {
    if (this.#job) api.delete("/api/jobs/{job}", { path: { job: this.#job } }).catch(notices.refused);
  }

  leave(): void {
    this.#leave?.();
    this.#leave = null;
  }

  #heard(kind: string, data: Told): void {
    if (kind === "started") this.paused = false;
    else if (kind === "progress") this.told = data;
    else if (kind === "done" && data.cut && data.result?.whole === false) {
      this.paused = true;
      this.running = false;
      void this.begin();
    } else {
      if (kind === "failed") notices.tell(told(data.detail ?? kind, "crashed"), "problem");
      this.#over();
    }
  }

  #over(): void {
    this.running = this.paused = false;
    this.ended();
  }
}
