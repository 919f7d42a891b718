// Work of the server as the page sees it: it begins, tells how it goes, ends, or is stopped.

import { api, follow, Refusal } from "../../lib/client";
import { sentence } from "../../lib/ui/notices.svelte";

export type Status = "idle" | "queued" | "running" | "done" | "failed" | "stopped";

interface Ended<Result> {
  result: Result;
  /** Why it ended early: its time was up, or others waited. */
  cut: "time" | "others" | null;
}

interface Hearing<Result> {
  /** What the kind of work tells while it runs, by event. */
  told?: Record<string, (data: never) => void>;
  done?: (ended: Ended<Result>) => void;
}

export class Work<Result> {
  status = $state<Status>("idle");
  ahead = $state(0);
  cut = $state<"time" | "others" | null>(null);
  problem = $state("");
  /** The id of the last job; proofs are named by it. */
  job = $state("");
  #leave: () => void = () => undefined;
  #turn = 0;

  get busy(): boolean {
    return this.status === "queued" || this.status === "running";
  }

  async start(begin: () => Promise<{ job: string }>, { told = {}, done }: Hearing<Result>): Promise<void> {
    const turn = ++this.#turn;
    this.#leave();
    this.status = "queued";
    this.ahead = 0;
    this.cut = null;
    this.problem = "";
    this.job = "";
    try {
      const { job } = await begin();
      if (turn !== this.#turn) {
        void this.#cancel(job);
        return;
      }
      this.job = job;
      this.#follow(job, told, done);
    } catch (refusal) {
      if (turn === this.#turn) this.#fail(sentence(refusal));
    }
  }

  #follow(job: string, told: Record<string, (data: never) => void>, done?: (ended: Ended<Result>) => void): void {
    this.#leave = follow<never>(
      job,
      ["queued", "started", ...Object.keys(told)],
      ({ kind, data }) => {
        if (kind === "queued") this.ahead = (data as { ahead: number }).ahead;
        else if (kind === "started") this.status = "running";
        else if (kind === "done") {
          const ended = data as Ended<Result>;
          this.status = "done";
          this.cut = ended.cut;
          done?.(ended);
        } else if (kind === "failed") this.#fail((data as { detail: string }).detail);
        else if (kind === "cancelled") this.status = "stopped";
        else {
          this.status = "running";
          told[kind]?.(data);
        }
      },
      () => this.#fail(sentence(new Refusal("offline", ""))),
    );
  }

  #fail(why: string): void {
    this.status = "failed";
    this.problem = why;
  }

  /** Nothing is shown of it from now on; the server ends it within a second. */
  stop(): void {
    if (!this.busy) return;
    this.#turn++;
    this.#leave();
    this.status = "stopped";
    if (this.job) void this.#cancel(this.job);
  }

  reset(): void {
    this.stop();
    this.status = "idle";
    this.problem = "";
  }

  async #cancel(job: string): Promise<void> {
    // A job that has ended meanwhile needs no stopping.
    await api.delete("/api/jobs/{job}", { path: { job } }).catch(() => undefined);
  }
}
