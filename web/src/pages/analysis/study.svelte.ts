// What is studied: a game with its variation tree, and the position that is on the board.

import { api } from "../../lib/client";
import type { components } from "../../lib/client/schema";
import type { Position, Scene } from "../../lib/client/shapes";
import { moverOf } from "../../lib/game/mover";
import { afterMove } from "../../lib/board/optimistic";
import { beginners } from "../../lib/game/draft.svelte";
import { games } from "../../lib/games.svelte";
import { route } from "../../lib/router.svelte";
import { notation } from "../../lib/notation.svelte";
import { settings } from "../../lib/settings.svelte";
import { notices } from "../../lib/ui/notices.svelte";
import { fromAddress, toAddress, unusual, type Place } from "./address";
import { isOf, keep, recall, type Kept } from "./kept";
import * as tree from "./tree";
import type { Node, TreeModel } from "./tree";

export type Abilities = components["schemas"]["AbilitiesAnswer"];

const CACHED = 400;
/** Milliseconds between two positions that are asked for while somebody runs through a game. */
const STEP = 70;

interface Heading {
  players: string[];
  result: string;
  how: string;
  name: string;
}

export interface Removed {
  branch: Node;
  place: number;
}

const NO_HEADING: Heading = { players: [], result: "", how: "", name: "" };

export class Study {
  game = $state("");
  options = $state.raw<Record<string, string>>({});
  start = $state("");
  heading = $state.raw<Heading>(NO_HEADING);
  root = $state.raw<Node>(tree.newNode(null));
  here = $state.raw<Node>(this.root);
  /** Grows with every change of the tree, whose nodes are plain objects. */
  version = $state(0);
  position = $state.raw<Position | null>(null);
  /** Drawn before the server has answered. */
  drawn = $state.raw<Scene | null>(null);
  heat = $state.raw<Record<string, number>>({});
  abilities = $state.raw<Abilities | null>(null);
  ready = $state(false);
  showThreats = $state(false);
  showHeat = $state(false);
  turned = $state(false);

  #cache = new Map<string, Position>();
  #asked = 0;
  #written = "";
  #last = 0;
  #timer = 0;
  #chain: Promise<unknown> = Promise.resolve();

  get scene(): Scene | null {
    return this.drawn ?? this.position?.scene ?? null;
  }

  get info() {
    return games.get(this.game);
  }

  get names(): readonly string[] {
    return this.position?.player_names ?? this.abilities?.player_names ?? [];
  }

  /** The whole line that the reader is on. */
  get line(): Node[] {
    void this.version;
    return [...tree.pathTo(this.here), ...tree.lineFrom(this.here)];
  }

  /** Moves after others, as they are written. */
  written(moves: readonly string[], before: readonly string[] = tree.movesTo(this.here)): readonly string[] {
    const { game, options, start } = this;
    return notation.of({ game, options, start }, before, moves);
  }

  place(moves = tree.movesTo(this.here)) {
    return { game: this.game, options: this.options, start: this.start, moves };
  }

  // --- opening -------------------------------------------------------------------------------

  /** What the address names: a place, a game that was played here, or else what was left open. */
  async begin(): Promise<boolean> {
    await games.read();
    const played = route.parts["id"] ?? new URLSearchParams(route.search).get("play");
    if (played) return this.#openGame(played);
    const asked = fromAddress(route.search);
    const kept = recall();
    if (asked) return this.#openPlace(asked, kept);
    if (kept) return this.#adopt(kept, tree.fromModel(kept.nodes), kept.at);
    return this.newGame(beginners(games.all));
  }

  async newGame(game: string, options: Record<string, string> = {}, start = ""): Promise<boolean> {
    return this.#openPlace({ game, options, start, moves: [], at: 0 }, null);
  }

  /** A tree that was read from a record. */
  openTree(model: TreeModel): Promise<boolean> {
    return this.#adopt(model, tree.fromModel(model.nodes), []);
  }

  async #openGame(id: string): Promise<boolean> {
    try {
      const { position } = await api.get("/api/play/games/{game}", { path: { game: id } });
      const { game, options, start, moves } = position;
      return await this.#openPlace({ game, options, start, moves, at: moves.length }, null);
    } catch (refusal) {
      notices.refused(refusal);
      return this.newGame(beginners(games.all));
    }
  }

  async #openPlace(place: Place, kept: Kept | null): Promise<boolean> {
    if (kept && isOf(kept, place)) {
      const root = tree.fromModel(kept.nodes);
      if (!tree.follow(root, place.moves).left.length) {
        tree.choose(tree.follow(root, place.moves).node);
        return this.#adopt(kept, root, place.moves.slice(0, place.at));
      }
    }
    try {
      const { game, options, start, moves } = place;
      const position = await api.post("/api/positions", { body: { game, options, start, moves, ...this.#look() } });
      const root = tree.newNode(null);
      let node = root;
      position.turns.forEach((turn, number) => {
        for (const move of turn.moves) node = tree.newNode(node, move, turn.player, number + 1);
      });
      return await this.#adopt({ game, options, start, ...NO_HEADING }, root, position.moves.slice(0, place.at));
    } catch (refusal) {
      notices.refused(refusal);
      // The address may be nonsense: then a board is better than nothing.
      const fallback = games.get(place.game)?.id ?? beginners(games.all);
      const plain = !place.moves.length && !place.start && !Object.keys(place.options).length;
      return this.ready || (plain && fallback === place.game) ? false : this.newGame(fallback);
    }
  }

  async #adopt(
    found: Omit<TreeModel, "nodes">,
    root: Node,
    moves: readonly string[],
  ): Promise<boolean> {
    const options = found.options ?? {};
    try {
      this.abilities = await api.post("/api/analysis/abilities", { body: { game: found.game, options } });
    } catch (refusal) {
      notices.refused(refusal);
      return false;
    }
    const { players = [], result = "", how = "", name = "" } = found;
    this.game = found.game;
    this.options = options;
    this.start = found.start ?? "";
    this.heading = { players, result, how, name };
    this.root = root;
    this.here = tree.follow(root, moves).node;
    this.position = null;
    this.drawn = null;
    this.#cache.clear();
    this.version++;
    await this.#load();
    this.ready = true;
    this.#noted();
    return true;
  }

  // --- walking -------------------------------------------------------------------------------

  go(node: Node | null | undefined): void {
    if (!node || node === this.here) return;
    tree.choose(node);
    this.here = node;
    this.drawn = null;
    this.version++;
    this.refresh();
    this.#noted();
  }

  forward = (): void => this.go(tree.nextTurn(this.here));
  back = (): void => this.go(tree.lastTurn(this.here));
  toStart = (): void => this.go(this.root);
  toEnd = (): void => this.go(tree.lineFrom(this.here).at(-1));
  branch = (by: 1 | -1): void => this.go(tree.otherBranch(this.here, by));

  step(by: 1 | -1): void {
    if (by > 0) this.forward();
    else this.back();
  }

  // --- changing ------------------------------------------------------------------------------

  /** Plays a move here: an old branch is followed, a new one begun if the law allows it. */
  play(word: string): Promise<boolean> {
    const { scene, position } = this;
    const known = tree.childWith(this.here, word);
    if (!known && scene && position)
      this.drawn = afterMove(scene, word, moverOf(position));
    const played = this.#chain.then(() => this.#play(word));
    this.#chain = played;
    return played;
  }

  async #play(word: string): Promise<boolean> {
    const from = this.here;
    const known = tree.childWith(from, word);
    if (known) {
      this.go(known);
      return true;
    }
    const moves = [...tree.movesTo(from), word];
    try {
      const answer = await this.#read(moves);
      const turn = answer.turns.at(-1);
      const made = tree.newNode(from, answer.moves.at(-1) ?? word, turn?.player ?? 0, answer.turns.length);
      this.#cache.set(this.#key(moves), answer);
      if (this.here === from) this.go(made);
      return true;
    } catch (refusal) {
      this.drawn = null;
      notices.refused(refusal);
      return false;
    }
  }

  /** Lets chance move, by lot, until a player is asked: a deal is one step. */
  async draw(): Promise<void> {
    const from = this.here;
    try {
      const { drawn } = await api.post("/api/analysis/chance", { body: this.place() });
      if (!drawn.length || this.here !== from) return;
      const before = tree.movesTo(from);
      const answer = await this.#read([...before, ...drawn]);
      let node = from;
      answer.turns
        .flatMap((turn, number) => turn.moves.map((move) => ({ move, player: turn.player, number: number + 1 })))
        .slice(before.length)
        .forEach(({ move, player, number }) => {
          node = tree.childWith(node, move) ?? tree.newNode(node, move, player, number);
        });
      this.#cache.set(this.#key(tree.movesTo(node)), answer);
      if (this.here === from) this.go(node);
    } catch (refusal) {
      notices.refused(refusal);
    }
  }

  async playAll(words: readonly string[]): Promise<void> {
    for (const word of words) if (!(await this.play(word))) return;
  }

  /** Adds a line without going there; the server checks it when it is walked. */
  graft(from: Node, turns: readonly (readonly string[])[], mover: number, comment = ""): void {
    let node = from;
    let player = mover;
    // A turn that is open here is gone on with.
    let number = from.move && from.player === mover && !this.#ended(from) ? from.turn : from.turn + 1;
    for (const turn of turns) {
      for (const move of turn) node = tree.childWith(node, move) ?? tree.newNode(node, move, player, number);
      player = (player + 1) % Math.max(1, this.names.length);
      number++;
    }
    if (comment && !node.comment.includes(comment)) node.comment = `${node.comment}\n${comment}`.trim();
    this.changed();
  }

  #ended(node: Node): boolean {
    const answer = this.#cache.get(this.#key(tree.movesTo(node)));
    return answer?.turns.at(-1)?.complete ?? true;
  }

  /** Takes the branch out that begins with this turn; gives it with its place among its siblings. */
  remove(): Removed | null {
    const branch = tree.ownTurn(this.here);
    if (!branch.parent) return null;
    const place = branch.parent.children.indexOf(branch);
    this.go(tree.remove(branch));
    this.changed();
    return { branch, place };
  }

  putBack({ branch, place }: Removed): void {
    branch.parent?.children.splice(place, 0, branch);
    this.go(tree.turnEnd(branch));
    this.changed();
  }

  promote(): void {
    if (tree.promote(this.here)) this.changed();
  }

  comment(text: string): void {
    this.here.comment = text;
    this.changed();
  }

  /** The tree has changed under its nodes. */
  changed(): void {
    this.version++;
    this.#keep();
  }

  model(): TreeModel {
    return {
      game: this.game,
      options: this.options,
      start: this.start,
      ...this.heading,
      nodes: tree.toModel(this.root),
    };
  }

  // --- the position --------------------------------------------------------------------------

  #look() {
    return { language: settings.language, threats: this.showThreats };
  }

  #key(moves: readonly string[]): string {
    return JSON.stringify([moves.join("."), this.#look()]);
  }

  async #read(moves: readonly string[]): Promise<Position> {
    const body = { ...this.place([...moves]), ...this.#look() };
    return await api.post("/api/positions", { body });
  }

  /** Shows the position of `here`, from what is known or from the server. */
  refresh(): void {
    const known = this.#cache.get(this.#key(tree.movesTo(this.here)));
    clearTimeout(this.#timer);
    if (known) {
      this.#asked++;
      this.position = known;
      this.drawn = null;
      if (this.showHeat) void this.#readHeat();
      else this.heat = {};
      return;
    }
    // Whoever holds the key down gets as many boards as the server likes to draw.
    const wait = Math.max(0, this.#last + STEP - performance.now());
    if (wait) this.#timer = window.setTimeout(() => void this.#load(), wait);
    else void this.#load();
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked;
    const moves = tree.movesTo(this.here);
    const key = this.#key(moves);
    this.#last = performance.now();
    try {
      const answer = await this.#read(moves);
      if (this.#cache.size >= CACHED) this.#cache.clear();
      this.#cache.set(key, answer);
      if (asked !== this.#asked) return;
      this.position = answer;
      this.drawn = null;
      if (this.showHeat) await this.#readHeat();
      else this.heat = {};
    } catch (refusal) {
      if (asked === this.#asked) notices.refused(refusal);
    }
  }

  async #readHeat(): Promise<void> {
    const asked = this.#asked;
    try {
      const { cells } = await api.post("/api/analysis/heat", { body: this.place() });
      if (asked === this.#asked && this.showHeat) this.heat = cells;
    } catch (refusal) {
      notices.refused(refusal);
    }
  }

  toggle(what: "showThreats" | "showHeat" | "turned"): void {
    this[what] = !this[what];
    if (what !== "turned") this.refresh();
  }

  // --- remembering ---------------------------------------------------------------------------

  #noted(): void {
    const line = this.line;
    const options = unusual(this.options, this.info?.options ?? []);
    const at = tree.movesTo(this.here).length;
    const moves = line.map((node) => node.move).filter(Boolean);
    this.#written = toAddress({ game: this.game, options, start: this.start, moves, at });
    route.note(this.#written);
    this.#keep();
  }

  /** Whether an address is the one that this study wrote last. */
  wrote(search: string): boolean {
    return this.#written === `/analysis?${new URLSearchParams(search)}`;
  }

  #keep(): void {
    keep({ ...this.model(), at: tree.movesTo(this.here) });
  }
}
