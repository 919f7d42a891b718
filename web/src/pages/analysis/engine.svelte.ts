// Engine lines for the position on the board, while the engine is on.

import { api } from "../../lib/client";
import type { Report } from "./shapes";
import type { Node } from "./tree";
import { Work } from "./work.svelte";

const MOST = 5;
/** Milliseconds: whoever runs through a game does not want a search for every board. */
const CALM = 250;
const REMEMBERED = 200;

type Place = Parameters<typeof api.post<"/api/analysis/lines">>[1]["body"];

export class Engine {
  on = $state(false);
  count = $state(3);
  report = $state.raw<Report | null>(null);
  readonly work = new Work<Report>();
  /** What was found before, by node: shown at once when somebody comes back. */
  #known = new Map<number, Report>();
  #looked = 0;
  #timer = 0;

  static readonly counts = Array.from({ length: MOST }, (_, n) => n + 1);

  /** Begins to search at a node; the server ends what this person had searched before. */
  look(node: Node, place: Omit<Place, "lines">): void {
    clearTimeout(this.#timer);
    this.work.stop();
    this.report = this.#known.get(node.id) ?? null;
    if (!this.on) return;
    const since = performance.now() - this.#looked;
    this.#looked = performance.now();
    const begin = () => void this.#begin(node, place);
    if (since < CALM) this.#timer = window.setTimeout(begin, CALM);
    else begin();
  }

  async #begin(node: Node, place: Omit<Place, "lines">): Promise<void> {
    const lines = this.count;
    const heard = (report: Report): void => {
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(node.id, report);
      this.report = report;
    };
    await this.work.start(() => api.post("/api/analysis/lines", { body: { ...place, lines } }), {
      told: { lines: heard },
      done: ({ result }) => heard(result),
    });
  }

  forget(): void {
    this.#known.clear();
  }

  /** Stops at once; what was found stays. */
  halt(): void {
    clearTimeout(this.#timer);
    this.work.stop();
  }
}
