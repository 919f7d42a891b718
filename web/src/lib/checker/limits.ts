// Refusals, and what a certificate may cost. Everything is counted from the first byte on.

/** The certificate proves nothing; `node` is the number of the node that failed, if one did. */
export class Refused extends Error {
  override name = "Refused";
  constructor(
    why: string,
    readonly node: number | null = null,
  ) {
    super(node === null ? why : `node ${node}: ${why}`);
  }
}

/** A limit was met: nothing is known to be wrong, and nothing is proved. */
export class LimitMet extends Refused {
  override name = "LimitMet";
}

export interface Caps {
  /** Of the file as it comes, packed or not. */
  bytes: number;
  /** Of the text, unpacked. */
  text: number;
  header: number;
  line: number;
  nodes: number;
  /** Replies, zone entries and pairs of all nodes. */
  entries: number;
  /** Nodes of a path from the root. */
  depth: number;
  /** Questions (a node at a position) that are remembered. */
  questions: number;
  seconds: number;
}

const MIB = 1 << 20;

/** Files up to the first size have the least limits, those of the second the most. */
const [SMALL, LARGE] = [MIB, 64 * MIB];
const [MOST_SECONDS, MOST_TEXT] = [900, 1024 * MIB];

/** Those of the reference for files up to 1 MiB. */
export const CAPS: Caps = {
  bytes: LARGE,
  text: 128 * MIB,
  header: 4 * MIB,
  line: 8 * MIB,
  nodes: 1_000_000,
  entries: 2_000_000,
  depth: 2_000,
  questions: 2_000_000,
  seconds: 60,
};

/** The limits of a file of so many bytes, as it comes: larger ones may cost more, in proportion. */
export function capsOf(size: number): Caps {
  const share = Math.min(1, Math.max(0, (size - SMALL) / (LARGE - SMALL)));
  const more = 1 + share * (MOST_SECONDS / CAPS.seconds - 1);
  return {
    ...CAPS,
    text: Math.floor(CAPS.text * (1 + share * (MOST_TEXT / CAPS.text - 1))),
    nodes: Math.floor(CAPS.nodes * more),
    entries: Math.floor(CAPS.entries * more),
    questions: Math.floor(CAPS.questions * more),
    seconds: CAPS.seconds * more,
  };
}

/** The clock and the counts of one check. */
export class Budget {
  private readonly end: number;
  private steps = 0;
  private entries = 0;
  private questions = 0;

  constructor(readonly caps: Caps) {
    this.end = performance.now() + caps.seconds * 1000;
  }

  /** One small piece of work; the clock is looked at now and then. */
  step(): void {
    if ((++this.steps & 63) === 0) this.look();
  }

  look(): void {
    if (performance.now() > this.end) throw new LimitMet(`the check took more than ${this.caps.seconds} seconds`);
  }

  entry(): void {
    if (++this.entries > this.caps.entries) throw new LimitMet(`more than ${this.caps.entries} entries of nodes`);
  }

  question(): void {
    if (++this.questions > this.caps.questions) {
      throw new LimitMet(`nodes are met at more than ${this.caps.questions} positions`);
    }
  }
}
