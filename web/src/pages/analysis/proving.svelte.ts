// Proving a win of the side to move, and showing what the other side threatens.

import { api } from "../../lib/client";
import type { Proof, Verdict } from "./shapes";
import type { Node } from "./tree";
import { Work } from "./work.svelte";

type Progress = { method: Record<string, string>; nodes: number; done: number };
type Place = Omit<Parameters<typeof api.post<"/api/analysis/proofs">>[1]["body"], "seconds">;

export class Proving {
  /** What was asked: a win of the side to move, or the opponent's after a pass. */
  what = $state<"proof" | "threat">("proof");
  /** Where it was asked. */
  node = $state.raw<Node | null>(null);
  mover = $state(0);
  seconds = $state(20);
  /** What only this game's searches take, by name; what is not here keeps its default. */
  flags = $state<Record<string, string>>({});
  progress = $state.raw<Progress | null>(null);
  checking = $state(0);
  verdicts = $state.raw<Verdict[]>([]);
  found = $state.raw<Proof | null>(null);
  readonly work = new Work<Proof>();
  /** Called when a win was found. */
  onwin: () => void = () => undefined;

  prove(node: Node, mover: number, place: Place): void {
    this.#start("proof", node, mover, () =>
      api.post("/api/analysis/proofs", { body: { ...place, seconds: this.seconds, flags: this.flags } }),
    );
  }

  threat(node: Node, mover: number, place: Place): void {
    this.#start("threat", node, mover, () => api.post("/api/analysis/threats", { body: place }));
  }

  #start(what: "proof" | "threat", node: Node, mover: number, begin: () => Promise<{ job: string }>): void {
    this.what = what;
    this.node = node;
    this.mover = mover;
    this.progress = null;
    this.checking = 0;
    this.verdicts = [];
    this.found = null;
    void this.work.start(begin, {
      told: {
        progress: (data: Progress) => (this.progress = data),
        verdict: (data: Verdict) => (this.verdicts = [...this.verdicts.filter((v) => v.by !== data.by), data]),
        checking: (data: { nodes: number }) => (this.checking = data.nodes),
      },
      done: ({ result }) => {
        this.found = result;
        this.verdicts = result.verdicts;
        if (result.win) this.onwin();
      },
    });
  }

  /** Nothing of it is about another game. */
  forget(): void {
    this.work.reset();
    this.node = null;
    this.found = null;
    this.verdicts = [];
    this.flags = {};
  }
}
