// Everything on the analysis desk, and what its buttons and keys do with one another.

import { games } from "../../lib/games.svelte";
import { analysis as words } from "../../lib/words/analysis";
import { notices } from "../../lib/ui/notices.svelte";
import { told } from "../../lib/words/refusals";
import { Engine } from "./engine.svelte";
import { Proving } from "./proving.svelte";
import { Reviewing } from "./reviewing.svelte";
import { Setup } from "./setup.svelte";
import { type ReviewedTurn, saidOf, type Turns, type Ways } from "./shapes";
import { Study, type Removed } from "./study.svelte";
import { Through } from "./through.svelte";
import { movesTo, unread, walk, type Node, type TreeModel } from "./tree";
import { settings } from "../../lib/settings.svelte";

export type Panel = "lines" | "openings" | "proof" | "review" | "record";

export class Desk {
  readonly study = new Study();
  readonly engine = new Engine();
  readonly proving = new Proving();
  readonly reviewing = new Reviewing();
  readonly through = new Through();
  readonly setup = new Setup();
  panel = $state<Panel>("lines");
  opening = $state(false);
  saving = $state(false);
  /** A line that is shown on the board, and who begins it. */
  preview = $state.raw<{ ways: Ways; mover: number } | null>(null);
  /** What was removed last, to be put back. */
  gone = $state.raw<Removed | null>(null);

  constructor() {
    // What was proved is shown on the board at once, if the board is still the one it is about.
    this.proving.onwin = () => {
      const { node, found } = this.proving;
      if (found?.win && node === this.study.here) this.show(found.win.ways, this.study.names.indexOf(found.win.side));
    };
  }

  get over(): boolean {
    return this.study.position?.result !== null;
  }

  get mover(): number {
    return this.study.position?.to_move ?? 0;
  }

  get side(): string {
    return this.study.names[this.mover] ?? "";
  }

  /** Moves on the board, if the board shows the line that was looked at as a whole. */
  get reviewedPlace(): number | null {
    void this.study.version;
    const count = movesTo(this.study.here).length;
    return this.reviewing.line[count] === this.study.here ? count : null;
  }

  /** The moves of the line that was looked at as a whole. */
  get reviewedMoves(): readonly string[] {
    return this.reviewing.line.slice(1).map((node) => node.move);
  }

  show(ways: Ways | null, mover = this.mover): void {
    this.preview = ways ? { ways, mover } : null;
  }

  look(): void {
    this.preview = null;
    if (this.over || this.setup.on) this.engine.halt();
    else this.engine.look(this.study.here, this.study.place());
  }

  toggleEngine(): void {
    this.engine.on = !this.engine.on;
    this.panel = "lines";
    if (this.engine.on) this.look();
    else this.engine.halt();
  }

  setCount(count: number): void {
    this.engine.count = count;
    this.engine.forget();
    this.look();
  }

  playBest(): void {
    const [first] = this.engine.report?.lines ?? [];
    if (first && !this.through.on && !this.setup.on) void this.study.playAll(first.turns[0] ?? []);
  }

  /** Long work: the engine makes room for it, and its panel is shown. */
  #makeRoom(panel: Panel): boolean {
    if (this.over && panel === "proof") return false;
    this.engine.on = false;
    this.engine.halt();
    this.panel = panel;
    return true;
  }

  prove(): void {
    const { study, proving } = this;
    if (!study.abilities?.provers.length || proving.work.busy || !this.#makeRoom("proof")) return;
    proving.prove(study.here, this.mover, study.place());
  }

  threat(): void {
    const { study, proving } = this;
    const able = study.abilities?.provers.length && study.abilities.study;
    if (!able || proving.work.busy || !this.#makeRoom("proof")) return;
    proving.threat(study.here, this.mover, study.place());
  }

  async playThrough(): Promise<void> {
    const { found, work } = this.proving;
    if (!found?.win) return;
    this.preview = null;
    toBoard();
    const { game, options } = this.study;
    await this.through.begin(work.job, found.start, found.win, { game, options });
  }

  /** The line of the proof, or the one that was just defended against, as a variation. */
  keepLine(turns: Turns | null = this.proving.found?.win?.line ?? null): void {
    const { node, mover, found, what } = this.proving;
    if (!turns || !node || what !== "proof") return;
    this.study.graft(node, turns, mover, found?.claim?.[settings.language] ?? "");
    this.through.leave();
  }

  review(): void {
    const { study, reviewing } = this;
    const line = study.line.filter((node) => node.move);
    if (!line.length || !study.abilities?.review || reviewing.work.busy) return;
    if (this.#makeRoom("review")) reviewing.review(...this.#wholeLine());
  }

  graph(): void {
    if (this.#makeRoom("review")) this.reviewing.graph(...this.#wholeLine());
  }

  #wholeLine(): [Node[], ReturnType<Study["place"]>] {
    const line = this.study.line.filter((node) => node.move);
    return [[this.study.root, ...line], this.study.place(line.map((node) => node.move))];
  }

  goToPlace(place: number): void {
    this.preview = null;
    this.study.go(this.reviewing.line[place]);
  }

  /** A finding is shown where it belongs: a missed win before the turn, an allowed one after it. */
  previewFinding(ways: Ways | null, turn: ReviewedTurn): void {
    const place = turn.place + (turn.gave ? turn.moves.length : 0);
    if (!ways || this.reviewedPlace !== place) this.preview = null;
    else this.preview = { ways, mover: this.study.names.indexOf((turn.gave ?? turn.had)?.side ?? "") };
  }

  /** The findings as comments, and missed wins as variations. */
  writeFindings(): void {
    const { reviewing, study } = this;
    for (const turn of reviewing.turns) {
      const said = saidOf(turn, settings.language, settings.notation).join("\n");
      const last = reviewing.line[turn.place + turn.moves.length];
      if (!said || !last) continue;
      if (!last.comment.includes(said)) last.comment = `${last.comment}\n${said}`.trim();
      const before = reviewing.line[turn.place];
      const fault = turn.findings.includes("missed") || turn.findings.includes("delayed");
      if (fault && turn.had && before) study.graft(before, turn.had.line, study.names.indexOf(turn.had.side));
    }
    study.changed();
    notices.tell(words("written"));
  }

  /** Nothing of an old game stays on the desk. */
  #clear(): void {
    this.engine.halt();
    this.engine.forget();
    this.engine.report = null;
    this.proving.forget();
    this.reviewing.forget();
    this.through.leave();
    this.setup.on = false;
    this.preview = null;
    this.gone = null;
  }

  async newGame(game: string, options: Record<string, string> = {}, start = ""): Promise<void> {
    if (await this.study.newGame(game, options, start)) this.#clear();
  }

  /** The address names another place. */
  async reopen(): Promise<void> {
    if (await this.study.begin()) this.#clear();
  }

  async openTree(model: TreeModel): Promise<void> {
    if (!(await this.study.openTree(model))) return;
    this.#clear();
    const count = [...walk(this.study.root)].filter((node) => node.move).length;
    notices.tell(words("opened", { moves: count }));
    const why = unread(this.study.root);
    if (why) notices.tell(words("openUnread", { why: told(why) }), "problem");
  }

  remove(): void {
    this.gone = this.study.remove();
  }

  undoRemove(): void {
    if (this.gone) this.study.putBack(this.gone);
    this.gone = null;
  }

  beginSetup(): void {
    const { study } = this;
    if (!study.position || !study.abilities?.study) return;
    this.engine.halt();
    this.preview = null;
    toBoard();
    void this.setup.begin(study.position, movesTo(study.here), study.abilities);
  }

  async endSetup(): Promise<void> {
    const start = await this.setup.text();
    if (start !== null) await this.newGame(this.study.game, this.study.options, start);
  }

  /** Escape: whatever runs or is open ends, one thing at a time. */
  escape(): void {
    if (this.through.on) this.through.leave();
    else if (this.setup.on) this.setup.on = false;
    else if (this.proving.work.busy) this.proving.work.stop();
    else if (this.reviewing.work.busy) this.reviewing.work.stop();
    else if (this.engine.on) this.toggleEngine();
  }

  /** When the page is left, the server need not go on for it. */
  close(): void {
    this.engine.halt();
    this.proving.work.stop();
    this.reviewing.work.stop();
  }

  colourName(player: number): string {
    return games.sideOf(this.study.game, this.study.names[player] ?? "");
  }
}

/** On a phone the board may be above what was tapped: whoever is to play on it should see it. */
function toBoard(): void {
  if (matchMedia("(max-width: 860px)").matches) scrollTo({ top: 0 });
}
