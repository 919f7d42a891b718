// Looking at a whole line: the evaluation graph, and the review of every turn.

import { api } from "../../lib/client";
import type { GraphPoint, ReviewedTurn } from "./shapes";
import type { Node } from "./tree";
import { Work } from "./work.svelte";

type Place = Omit<Parameters<typeof api.post<"/api/analysis/reviews">>[1]["body"], "seconds">;

interface Step {
  done: number;
  total: number;
  turns: ReviewedTurn[];
  point: GraphPoint;
}

const FAULTS = new Set(["missed", "delayed", "allowed"]);

export class Reviewing {
  what = $state<"review" | "graph">("review");
  seconds = $state(0.5);
  /** The line that was looked at, as it was then; the node after n moves is `line[n]`. */
  line = $state.raw<readonly Node[]>([]);
  points = $state.raw<GraphPoint[]>([]);
  turns = $state.raw<ReviewedTurn[]>([]);
  done = $state(0);
  total = $state(0);
  readonly work = new Work<{ turns?: ReviewedTurn[]; points: GraphPoint[]; total: number }>();

  get faults(): ReviewedTurn[] {
    return this.turns.filter((turn) => turn.findings.some((finding) => FAULTS.has(finding)));
  }

  get undecided(): number {
    return this.turns.filter((turn) => turn.undecided).length;
  }

  review(line: readonly Node[], place: Place): void {
    this.#start("review", line, () =>
      api.post("/api/analysis/reviews", { body: { ...place, seconds: this.seconds } }),
    );
  }

  graph(line: readonly Node[], place: Place): void {
    this.#start("graph", line, () => api.post("/api/analysis/graphs", { body: place }));
  }

  #start(what: "review" | "graph", line: readonly Node[], begin: () => Promise<{ job: string }>): void {
    this.what = what;
    this.line = line;
    this.points = [];
    this.turns = [];
    this.done = 0;
    this.total = 0;
    const count = ({ done, total }: { done: number; total: number }): void => {
      this.done = done;
      this.total = total;
    };
    void this.work.start(begin, {
      told: {
        point: (data: { point: GraphPoint; done: number; total: number }) => {
          count(data);
          this.points = [...this.points, data.point];
        },
        step: (data: Step) => {
          count(data);
          this.points = [...this.points, data.point];
          this.turns = [...this.turns, ...data.turns];
        },
      },
      done: ({ result }) => {
        this.points = result.points;
        this.turns = result.turns ?? [];
        this.done = result.points.length;
        this.total = result.total;
      },
    });
  }

  forget(): void {
    this.work.reset();
    this.line = [];
    this.points = [];
    this.turns = [];
  }
}
