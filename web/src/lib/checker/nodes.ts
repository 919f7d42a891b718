// The nodes of a certificate: their form, and the bounds along every edge of the file, met or not.

import type { Claim } from "./claim";
import type { Geometry } from "./geometry";
import { isList, isNumber, parse, type Value } from "./json";
import { type Budget, Refused } from "./limits";

export interface Edge {
  child: number;
  /** A symmetry's number; 0 is the identity. */
  symmetry: number;
}
export interface Entry extends Edge {
  cells: readonly number[];
}
export interface Turn {
  kind: "t";
  bound: number;
  cells: readonly number[];
  next: Edge | null;
}
export interface Reply {
  kind: "r";
  bound: number;
  /** By `keyOf` their cells. */
  replies: ReadonlyMap<string, Entry>;
  zones: readonly Entry[];
}
export interface Pairing {
  kind: "p";
  bound: number;
  pairs: readonly (readonly number[])[];
}
export interface Sum {
  kind: "e";
  bound: number;
}
/** No two sets at once. */
export interface NoDouble {
  kind: "d";
  bound: number;
}
export type Node = Turn | Reply | Pairing | Sum | NoDouble;

const MOST_BOUND = 2 ** 31 - 1;

export const keyOf = (cells: readonly number[]): string => [...cells].sort((a, b) => a - b).join();

export function readNodes(lines: readonly string[], rules: Geometry, claim: Claim, budget: Budget): Node[] {
  const nodes: Node[] = [];
  for (const line of lines) {
    budget.step();
    try {
      nodes.push(new Form(nodes, rules, claim, budget).read(parse(line)));
    } catch (why) {
      if (why instanceof Refused && why.node === null && why.name === "Refused") {
        throw new Refused(why.message, nodes.length);
      }
      throw why;
    }
  }
  return nodes;
}

class Form {
  constructor(
    private readonly before: readonly Node[],
    private readonly rules: Geometry,
    private readonly claim: Claim,
    private readonly budget: Budget,
  ) {}

  read(value: Value): Node {
    if (!isList(value)) throw new Refused("a node is a list");
    const [kind, bound] = value;
    if (!isNumber(bound) || bound > MOST_BOUND) throw new Refused("a bound is a number from 0 to 2^31 - 1");
    if (this.claim.kind === "win" && bound < 1) throw new Refused("where a win is claimed, a bound is at least 1");
    if (kind === "t") return this.turn(value, bound);
    if (kind === "r") return this.reply(value, bound);
    if (kind !== "p" && kind !== "e" && kind !== "d") throw new Refused("a node is of kind t, r, p, e or d");
    if (this.claim.kind === "win") throw new Refused("a win has no leaves of kind p, e and d");
    if (kind === "p") return this.pairing(value, bound);
    if (value.length !== 2) throw new Refused("a leaf of this kind has a bound and nothing more");
    if (kind === "d" && this.claim.turns === null) throw new Refused("a leaf of kind d where no turns are counted");
    return { kind, bound };
  }

  private turn(value: readonly Value[], bound: number): Turn {
    if (value.length !== 4 && value.length !== 5) throw new Refused("a turn has cells, a child and perhaps a symmetry");
    const cells = this.cells(value[2], 1);
    if (value[3] === null) {
      if (value.length === 5) throw new Refused("a symmetry needs a child");
      return { kind: "t", bound, cells, next: null };
    }
    const next = this.edge(value.slice(3), "r");
    const below = this.before[next.child]!;
    if (this.claim.kind === "win") {
      if (below.bound >= bound) throw new Refused("the bound does not fall below a turn");
    } else this.falls(below, bound);
    return { kind: "t", bound, cells, next };
  }

  private reply(value: readonly Value[], bound: number): Reply {
    const [, , listed, zoned] = value;
    if (value.length !== 4 || !isList(listed) || !isList(zoned)) throw new Refused("a reply node has two lists");
    const replies = new Map<string, Entry>();
    for (const one of listed) {
      const entry = this.entry(one, bound, 1);
      const key = keyOf(entry.cells);
      if (replies.has(key)) throw new Refused("a reply stands twice");
      replies.set(key, entry);
    }
    return { kind: "r", bound, replies, zones: zoned.map((one) => this.entry(one, bound, 0)) };
  }

  private entry(value: Value, bound: number, least: number): Entry {
    this.budget.entry();
    if (!isList(value) || (value.length !== 2 && value.length !== 3)) {
      throw new Refused("an entry has cells, a child and perhaps a symmetry");
    }
    const cells = this.cells(value[0], least);
    const next = this.edge(value.slice(1), "t");
    const below = this.before[next.child]!;
    if (this.claim.kind !== "win") this.falls(below, bound - 1);
    else if (below.bound > bound) throw new Refused("the bound rises below a reply");
    return { cells, ...next };
  }

  /** Where no win is claimed: at most `bound`, or exactly where turns are counted. */
  private falls(below: Node, bound: number): void {
    const exact = this.claim.turns !== null && below.kind !== "p" && below.kind !== "e";
    if (below.bound > bound || (exact && below.bound !== bound)) throw new Refused("the bound of a child is wrong");
  }

  private pairing(value: readonly Value[], bound: number): Pairing {
    const pairs = value[2];
    if (value.length !== 3 || !isList(pairs)) throw new Refused("a pairing has a list of pairs");
    const seen = new Set<number>();
    const read = pairs.map((pair) => {
      this.budget.entry();
      const cells = this.cells(pair, 2);
      if (cells.length !== 2) throw new Refused("a pair has two cells");
      for (const cell of cells) {
        if (seen.has(cell)) throw new Refused("two pairs share a cell");
        seen.add(cell);
      }
      return cells;
    });
    return { kind: "p", bound, pairs: read };
  }

  private cells(value: Value | undefined, least: number): number[] {
    const count = this.rules.cells.length;
    if (!isList(value) || value.length < least || value.length > count) throw new Refused("a list of cells is wrong");
    const cells = value.map((cell) => {
      if (!isNumber(cell) || cell >= count) throw new Refused("there is no such cell");
      return cell;
    });
    if (new Set(cells).size !== cells.length) throw new Refused("a cell stands twice in a list");
    return cells;
  }

  private edge(value: readonly Value[], kind: "t" | "r"): Edge {
    const [child, symmetry = 0] = value;
    if (!isNumber(child) || child >= this.before.length) throw new Refused("a child is not an earlier node");
    if (!isNumber(symmetry) || symmetry >= this.rules.symmetries.length) throw new Refused("there is no such symmetry");
    const below = this.before[child]!.kind;
    if (below !== kind && (below === "t" || below === "r")) throw new Refused("a child is of the wrong kind");
    return { child, symmetry };
  }
}
