// A variation tree: moves with comments, the first child of each being the main line. No rules.

import type { components } from "../../lib/client/schema";

export type TreeModel = components["schemas"]["TreeModel"];

export interface Node {
  readonly id: number;
  readonly parent: Node | null;
  readonly move: string;
  /** Who made the move, and the number of its turn. */
  readonly player: number;
  readonly turn: number;
  comment: string;
  properties: Readonly<Record<string, readonly string[]>>;
  children: Node[];
  /** The child that was looked at last: where "forwards" leads. */
  chosen: Node | null;
}

let next = 1;

export function newNode(
  parent: Node | null,
  move = "",
  player = 0,
  turn = 0,
  comment = "",
  properties: Node["properties"] = {},
): Node {
  const node: Node = { id: next++, parent, move, player, turn, comment, properties, children: [], chosen: null };
  parent?.children.push(node);
  return node;
}

/** From the root to a node, the root left out. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

/** The moves that lead to a node; remarks between moves have none. */
export const movesTo = (node: Node): string[] =>
  pathTo(node)
    .map((n) => n.move)
    .filter(Boolean);

/** Why a record could not be read to its end: a node that kept a move without playing it says it. */
export function unread(root: Node): string {
  for (const node of walk(root)) {
    const [why] = (!node.move && node.parent && node.properties["KW"]) || [];
    if (why) return why;
  }
  return "";
}

/** The node and what follows it along the branches that were chosen, or along the main line. */
export function lineFrom(node: Node): Node[] {
  const line: Node[] = [];
  for (let at: Node | undefined = forwards(node); at; at = forwards(at)) line.push(at);
  return line;
}

export const forwards = (node: Node): Node | undefined => node.chosen ?? node.children[0];

/** Makes every node on the way the one that "forwards" leads to. */
export function choose(node: Node): void {
  for (let at = node; at.parent; at = at.parent) at.parent.chosen = at;
}

export const depthOf = (node: Node): number => pathTo(node).length;

/**
 * The neighbouring branch at the nearest fork at or above a node, as deep in as the node is, or as
 * deep as the branch goes.
 */
export function otherBranch(node: Node, by: 1 | -1): Node | null {
  let depth = 0;
  for (let at = node; at.parent; at = at.parent, depth++) {
    const siblings = at.parent.children;
    if (siblings.length < 2) continue;
    const place = (siblings.indexOf(at) + by + siblings.length) % siblings.length;
    let found = siblings[place] ?? at;
    for (let left = depth; left > 0; left--) found = forwards(found) ?? found;
    return found;
  }
  return null;
}

/** Takes a branch out; what stood before it is where to go on. */
export function remove(node: Node): Node {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  if (parent.chosen === node) parent.chosen = null;
  return parent;
}

/** Makes the branch of a node the first at the nearest fork above it. */
export function promote(node: Node): boolean {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    if (children[0] === at) continue;
    at.parent.children = [at, ...children.filter((child) => child !== at)];
    return true;
  }
  return false;
}

export const childWith = (node: Node, move: string): Node | undefined =>
  node.children.find((child) => child.move === move);

/** Follows moves down from a node as far as they are there. */
export function follow(node: Node, moves: readonly string[]): { node: Node; left: string[] } {
  let at = node;
  for (let n = 0; n < moves.length; n++) {
    // A remark between two moves is passed on the way.
    let child = childWith(at, moves[n] ?? "");
    for (let remark = childWith(at, ""); !child && remark; remark = childWith(remark, ""))
      child = childWith(remark, moves[n] ?? "");
    if (!child) return { node: at, left: moves.slice(n) };
    at = child;
  }
  return { node: at, left: [] };
}

export function* walk(root: Node): Generator<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    waiting.push(...[...node.children].reverse());
  }
}

export function toModel(root: Node): TreeModel["nodes"] {
  const places = new Map<Node, number>();
  return [...walk(root)].map((node, place) => {
    places.set(node, place);
    return {
      parent: node.parent ? (places.get(node.parent) ?? -1) : -1,
      move: node.move,
      comment: node.comment,
      properties: Object.fromEntries(Object.entries(node.properties).map(([name, v]) => [name, [...v]])),
      player: node.parent && node.move ? node.player : null,
      turn: node.turn,
    };
  });
}

export function fromModel(nodes: TreeModel["nodes"]): Node {
  const made: Node[] = [];
  for (const said of nodes)
    made.push(
      newNode(
        made[said.parent] ?? null,
        said.move ?? "",
        said.player ?? 0,
        said.turn ?? 0,
        said.comment ?? "",
        said.properties ?? {},
      ),
    );
  return made[0] ?? newNode(null);
}

/** One turn as a line of text has it: its stones, which a game may place one by one. */
export interface Step {
  nodes: Node[];
  end: Node;
}

export interface Block {
  depth: number;
  steps: Step[];
}

/** Whether a move goes on with the turn of the move before it. */
const goesOn = (node: Node): boolean =>
  !!node.parent?.move && !!node.move && node.turn > 0 && node.turn === node.parent.turn;

/** Where a turn ends that a node belongs to, along the branch that was chosen. */
export function turnEnd(node: Node): Node {
  for (let at = forwards(node); at && goesOn(at); at = forwards(at)) node = at;
  return node;
}

export const nextTurn = (node: Node): Node | undefined => {
  const next = forwards(node);
  return next && turnEnd(next);
};

/** The end of the turn before. */
export function lastTurn(node: Node): Node | null {
  while (goesOn(node)) node = node.parent!;
  return node.parent;
}

/** The first stone of a turn that no other branch shares. */
export function ownTurn(node: Node): Node {
  while (goesOn(node) && node.parent!.children.length === 1) node = node.parent!;
  return node;
}

/** The turns that follow a node, the main one first; two that share a stone are both whole. */
function stepsAfter(node: Node): Step[] {
  const found: Step[] = [];
  const add = (nodes: Node[], last: Node): void => {
    const more = last.children.filter(goesOn);
    for (const child of more) add([...nodes, child], child);
    if (!more.length || more.length < last.children.length) found.push({ nodes, end: last });
  };
  // Its own turn was written with it, if it goes on.
  for (const child of node.children) if (!goesOn(child)) add([child], child);
  return found;
}

/** The tree as lines of text: a variation stands between the turn it replaces and what follows. */
export function blocks(root: Node): Block[] {
  const found: Block[] = [];
  const add = (depth: number, step: Step): void => {
    const last = found.at(-1);
    if (last?.depth === depth && last.steps.at(-1)?.end === step.nodes[0]?.parent) last.steps.push(step);
    else found.push({ depth, steps: [step] });
  };
  // What is to be written with all that follows it; the last one waits least.
  const waiting: { step: Step | null; after: Node; depth: number }[] = [{ step: null, after: root, depth: 0 }];
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    const { step, after, depth } = task;
    if (step) add(depth, step);
    const [main, ...others] = stepsAfter(after);
    if (!main) continue;
    add(depth, main);
    waiting.push({ step: null, after: main.end, depth });
    for (const other of others.reverse()) waiting.push({ step: other, after: other.end, depth: depth + 1 });
  }
  return found;
}
