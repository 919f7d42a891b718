// A second checker of certificates of the winning-set games, written from docs/reference/certificate-format.md
// alone. It shares nothing with the first one but that page.

import { linesOf } from "./bytes";
import { type Claim, claimOf } from "./claim";
import { geometryOf } from "./games";
import { type Fields, isFields, isList, isNumber, parse } from "./json";
import { Budget, type Caps, capsOf, LimitMet, Refused } from "./limits";
import { readNodes } from "./nodes";
import { startOf } from "./position";
import { Replay } from "./replay";

export { type Caps, LimitMet, Refused };

/** What somebody asks about: a file about anything else is refused before a law reads it. */
export interface Demand {
  game: string;
  options: Readonly<Record<string, string>>;
  start: string;
}

export interface Checked extends Demand {
  kind: Claim["kind"];
  side: string | null;
  /** The class that a refutation is about. */
  by: string | null;
  /** Whether the claim leaves out some first turns. */
  excepts: boolean;
  sentence: string;
  turns: number | null;
  nodes: number;
  seconds: number;
}

const HEADER = ["kikashi", "version", "game", "options", "start", "claim", "nodes"];

/** Replays a certificate; throws `Refused`, or `LimitMet` where nothing is known to be wrong. */
export async function check(data: Uint8Array, demand: Demand | null = null, caps: Partial<Caps> = {}): Promise<Checked> {
  const began = performance.now();
  const budget = new Budget({ ...capsOf(data.length), ...caps });
  const [first, ...rest] = await linesOf(data, budget);
  const header = parse(first ?? "");
  if (!isFields(header)) throw new Refused("the first line is no object");
  const about = aboutOf(header);
  if (demand) agree(about, demand);
  const rules = geometryOf(about.game, new Map(Object.entries(about.options)));
  const start = startOf(about.start, rules);
  const claim = claimOf(header.get("claim"), rules, start);
  const count = header.get("nodes");
  if (!isNumber(count) || count < 1) throw new Refused("the header must say how many nodes there are");
  if (count > budget.caps.nodes) throw new LimitMet(`more than ${budget.caps.nodes} nodes`);
  if (rest.length !== count) throw new Refused(`the header says ${count} nodes, and ${rest.length} lines follow`);
  const roots = rootsOf(header, claim, count);
  const nodes = readNodes(rest, rules, claim, budget);
  roots.forEach((root, n) => {
    if (claim.turns !== null && nodes[root]!.bound !== claim.turns) {
      throw new Refused("the root's bound is not the claim's number of turns", root);
    }
    new Replay(rules, claim, nodes, budget, claim.provers[n]!).run(root, start);
  });
  const { kind, side, by, sentence, turns } = claim;
  const excepts = claim.except.length > 0;
  return { ...about, kind, side, by, excepts, sentence, turns, nodes: count, seconds: (performance.now() - began) / 1000 };
}

function aboutOf(header: Fields): Demand {
  const names = [...HEADER, header.has("roots") ? "roots" : "root"];
  if (header.size !== names.length || names.some((name) => !header.has(name))) {
    throw new Refused(`the header has the fields ${names.join(", ")}`);
  }
  if (header.get("kikashi") !== "certificate") throw new Refused("this is no certificate");
  if (header.get("version") !== 1) throw new Refused("certificates of this version are not known here");
  const [game, start, given] = [header.get("game"), header.get("start"), header.get("options")];
  if (typeof game !== "string" || typeof start !== "string" || !isFields(given)) {
    throw new Refused("game and start are texts, options an object of texts");
  }
  const options: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of given) {
    if (typeof value !== "string") throw new Refused("game and start are texts, options an object of texts");
    options[name] = value;
  }
  return { game, options, start };
}

function agree(about: Demand, asked: Demand): void {
  const names = Object.keys(asked.options);
  const same =
    about.game === asked.game &&
    about.start === asked.start &&
    Object.keys(about.options).length === names.length &&
    names.every((name) => about.options[name] === asked.options[name]);
  if (!same) throw new Refused("the certificate is about another position");
}

function rootsOf(header: Fields, claim: Claim, count: number): number[] {
  const roots = header.get("roots") ?? [header.get("root") ?? null];
  const wanted = claim.provers.length;
  if (!isList(roots) || roots.length !== wanted) throw new Refused(`the claim has ${wanted} root(s)`);
  return roots.map((root) => {
    if (!isNumber(root) || root >= count) throw new Refused("a root is no node");
    return root;
  });
}
