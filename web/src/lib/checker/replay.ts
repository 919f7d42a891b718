// The replay: every node verified at every position where it is met, with the free stones of its path.

import type { Claim } from "./claim";
import { covered } from "./cover";
import type { Geometry } from "./geometry";
import { joined, smallSum, wrongPairing } from "./leaves";
import { type Budget, LimitMet, Refused } from "./limits";
import type { Edge, Node, Reply, Turn } from "./nodes";
import { type Board, boardKey, colourOf, EMPTY, fills, mapped, open, other, type Side, type Start, withStones } from "./position";

/** The empty cells that a sub-proof relies on. */
export type Zone = ReadonlySet<number>;

/** Is this node true here? `free` are the opponent's stones that may lie anywhere outside its zone. */
export interface Question {
  node: number;
  board: Board;
  proverMoves: boolean;
  left: number;
  free: number;
}

/** Asks for sub-proofs one by one and ends with its own zone: nothing recurses on input. */
export type Replaying = Generator<Question, Zone, Zone>;

const NOTHING: Zone = new Set();

export class Replay {
  readonly prover: number;
  readonly opponent: number;
  private readonly known = new Map<string, Zone>();
  private readonly inverse: (readonly number[])[] = [];

  constructor(
    readonly rules: Geometry,
    readonly claim: Claim,
    readonly nodes: readonly Node[],
    readonly budget: Budget,
    private readonly side: Side,
  ) {
    this.prover = colourOf(side);
    this.opponent = colourOf(other(side));
  }

  /** Verifies the root at the start; sub-proofs wait on a list. */
  run(root: number, start: Start): void {
    const first = { node: root, board: start.board, proverMoves: start.mover === this.side, left: start.left, free: 0 };
    const path: { question: Question; key: string; replaying: Replaying }[] = [];
    const begin = (question: Question, key: string) => {
      if (path.length >= this.budget.caps.depth) throw new LimitMet(`a path has more than ${this.budget.caps.depth} nodes`);
      this.budget.question();
      path.push({ question, key, replaying: this.verify(question, !path.length) });
    };
    begin(first, this.key(first));
    let answer: Zone | undefined;
    for (let top = path.at(-1); top; top = path.at(-1)) {
      this.budget.step();
      // The first `next` takes no answer; a generator that waits always gets one.
      const said = top.replaying.next(answer ?? NOTHING);
      answer = undefined;
      if (said.done) {
        this.known.set(top.key, said.value);
        path.pop();
        answer = said.value;
      } else {
        const key = this.key(said.value);
        answer = this.known.get(key);
        if (!answer) begin(said.value, key);
      }
    }
  }

  private key({ node, board, proverMoves, left, free }: Question): string {
    return `${node} ${proverMoves ? 1 : 0} ${left} ${free} ${boardKey(board)}`;
  }

  private *verify(asked: Question, first: boolean): Replaying {
    const node = this.nodes[asked.node]!;
    const { board, proverMoves, left, free } = asked;
    if (node.kind === "t" || node.kind === "r") {
      if ((node.kind === "t") !== proverMoves) throw new Refused("a node for the side that is not to move", asked.node);
      if (this.counts && node.bound === 0) return NOTHING;
      return node.kind === "t" ? yield* this.turn(node, asked) : yield* this.reply(node, asked, first);
    }
    if (node.kind === "d") return this.noDouble(node.bound, asked);
    if (free) throw new Refused("a leaf among free stones", asked.node);
    if (node.kind === "p") {
      const why = wrongPairing(node, this.rules, board, this.opponent, !proverMoves, left);
      if (why) throw new Refused(why, asked.node);
    } else {
      if (proverMoves && this.limitsFirst(board)) throw new Refused("a sum where the first stone is limited", asked.node);
      if (!smallSum(this.rules, board, this.opponent, !proverMoves, left)) {
        throw new Refused("the sum is too large", asked.node);
      }
    }
    return NOTHING;
  }

  private noDouble(bound: number, { node, board, proverMoves, left, free }: Question): Zone {
    const { rules, opponent, budget } = this;
    if (rules.stones !== 1 || left !== 1) throw new Refused("sets are stopped one stone at a time", node);
    if (!bound) return NOTHING;
    if (proverMoves && this.limitsFirst(board)) throw new Refused("a leaf where the first stone is limited", node);
    const zone = new Set<number>();
    if (!proverMoves) {
      if (open(rules, board, opponent, 1).length) throw new Refused("the opponent can fill a set", node);
      if (free) for (const holes of open(rules, board, opponent, 1 + free)) for (const cell of holes) zone.add(cell);
    }
    for (const cells of joined(open(rules, board, opponent, bound + free), bound + 1 + free, () => budget.step())) {
      if (cells.length <= bound + 1) throw new Refused("there is time for two sets at once", node);
      for (const cell of cells) zone.add(cell);
    }
    return zone;
  }

  /** Whether turns of `no-forcing-win` are counted. */
  get counts(): boolean {
    return this.claim.kind === "no-forcing-win" && this.claim.turns !== null;
  }

  private limitsFirst(board: Board): boolean {
    return this.rules.firstCells !== null && board.every((stone) => stone === EMPTY);
  }

  private *turn(node: Turn, { node: number, board, left, free }: Question): Replaying {
    const { cells, next } = node;
    if (cells.some((cell) => board[cell] !== EMPTY)) throw new Refused("a stone on a stone", number);
    const empty = board.reduce((count, stone) => count + (stone === EMPTY ? 1 : 0), 0);
    const due = Math.min(left, empty);
    const after = withStones(board, cells, this.prover);
    const wins = fills(this.rules, after, this.prover);
    if (cells.length > due || (cells.length < due && !(wins && !next))) {
      throw new Refused(`${cells.length} stones where ${due} are due`, number);
    }
    if (this.limitsFirst(board) && !cells.some((cell) => this.rules.firstCells?.has(cell))) {
      throw new Refused("the first stone of the game may not lie there", number);
    }
    if (!next) {
      if (!wins && (this.claim.kind === "win" || cells.length < empty)) {
        throw new Refused("a branch ends, but not the game", number);
      }
      return new Set(cells);
    }
    if (wins) throw new Refused("the game is over, but the branch goes on", number);
    const below = yield* this.below(next, { board: after, proverMoves: false, left: this.rules.stones, free });
    return new Set([...cells, ...below]);
  }

  private *reply(node: Reply, { node: number, board, left, free }: Question, first: boolean): Replaying {
    const { rules, claim } = this;
    const p = rules.stones;
    const win = claim.kind === "win";
    const empty = board.reduce((count, stone) => count + (stone === EMPTY ? 1 : 0), 0);
    const due = Math.min(left, empty);
    if (!due) {
      if (win) throw new Refused("the board is full", number);
      return NOTHING;
    }
    if (open(rules, board, this.opponent, due).length) throw new Refused("the opponent can fill a set", number);
    const last = this.counts && node.bound === 1;
    const zone = new Set<number>();
    if (free) {
      const reach = claim.level && !last ? due + p + free : due + free;
      for (const holes of open(rules, board, this.opponent, reach)) for (const cell of holes) zone.add(cell);
    }
    if (last || (!win && due === empty)) return zone;
    const threats = open(rules, board, this.prover, p);
    if (free) for (const holes of threats) for (const cell of holes) zone.add(cell);
    const exceptions = first ? claim.except : [];
    yield* covered(this, { node, number, board, due, free, threats, exceptions, zone });
    return zone;
  }

  /** The zone of a child, met at the image of the position and mapped back. */
  *below({ child, symmetry }: Edge, asked: Omit<Question, "node">): Replaying {
    if (!symmetry) return yield { node: child, ...asked };
    const zone = yield { node: child, ...asked, board: mapped(asked.board, this.rules.symmetries[symmetry]!) };
    const back = (this.inverse[symmetry] ??= inverted(this.rules.symmetries[symmetry]!));
    return new Set([...zone].map((cell) => back[cell]!));
  }
}

function inverted(map: readonly number[]): number[] {
  const back: number[] = [];
  map.forEach((image, cell) => (back[image] = cell));
  return back;
}
