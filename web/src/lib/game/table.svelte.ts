// A game that is played on the server, as this page sees it: what stands, what was just placed and
// not yet answered, and which turn is looked at.

import { afterMove } from "../board/optimistic";
import { api, follow, Refusal } from "../client";
import type { components } from "../client/schema";
import type { PlayedGame, Position, Scene } from "../client/shapes";
import { settings } from "../settings.svelte";
import { notices } from "../ui/notices.svelte";
import { board } from "../words/board";
import { play } from "../words/play";

type Answer = components["schemas"]["PlayAnswer"];
type Right = PlayedGame["may"][number];

interface Advice {
  moves: string[];
  reason?: string;
  why?: Record<string, string>;
}

export class Table {
  game = $state.raw<PlayedGame | null>(null);
  /** Moves that were made here and that the server has not answered yet. */
  ahead = $state.raw<readonly string[]>([]);
  threats = $state(false);
  /** So many turns are looked at; null: the game as it stands. */
  looked = $state<number | null>(null);
  past = $state.raw<Position | null>(null);
  hint = $state.raw<readonly string[]>([]);
  /** What a hint rests on, by language, where it is from the book. */
  hintWhy = $state.raw<Readonly<Record<string, string>>>({});
  hinting = $state(false);
  connected = $state(true);
  missing = $state(false);
  /** performance.now() when the clocks were read. */
  readAt = $state(0);

  #source: EventSource | null = null;
  #chain: Promise<void> = Promise.resolve();
  #looking = 0;
  /** The manner in which the game on show was asked for. */
  #shown = "";

  get id(): string {
    return this.game?.id ?? "";
  }

  get position(): Position | null {
    return this.looked === null ? (this.game?.position ?? null) : this.past;
  }

  get scene(): Scene | null {
    const here = this.position;
    if (!here || this.looked !== null) return here?.scene ?? null;
    const { player_names: names, moves_left: left } = here;
    const mover = here.to_move ?? 0;
    return this.ahead.reduce((scene, word, n) => {
      const player = n < left ? mover : (mover + 1) % names.length;
      return afterMove(scene, word, names[player] ?? "black");
    }, here.scene);
  }

  may(right: Right): boolean {
    return this.game?.may.includes(right) ?? false;
  }

  get canPlace(): boolean {
    const here = this.game?.position;
    if (this.looked !== null || !here || !this.may("move")) return false;
    return this.ahead.length < here.moves_left + (this.#mayHurry ? 1 : 0);
  }

  /**
   * Whoever plays both sides need not wait for the answer: the other side's first stone is sent after
   * it. Where pieces move, what is legal next has to be known first.
   */
  get #mayHurry(): boolean {
    const seats = this.game?.seats ?? [];
    const choices = this.game?.position.scene.choices ?? [];
    return seats.length > 1 && seats.every((seat) => seat.you) && choices.every((c) => (c.kind ?? "place") === "place");
  }

  async open(id: string): Promise<void> {
    this.close();
    try {
      const query = { ...this.#language, threats: this.threats };
      const manner = this.#manner;
      this.#take(await api.get("/api/play/games/{game}", { path: { game: id }, query }), manner);
      if (this.easy && settings.helped && !this.game?.over) {
        this.threats = true;
      }
      this.#listen();
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status === 404) this.missing = true;
      else notices.refused(refusal);
    }
  }

  /** Shows a game that was just made; the stream may show it anew, should the language have changed meanwhile. */
  adopt(game: PlayedGame): void {
    this.close();
    this.#take(game, "");
    this.threats = this.easy && settings.helped;
    this.#listen();
  }

  close(): void {
    this.#source?.close();
    this.#source = null;
    this.game = null;
    this.ahead = [];
    this.looked = null;
    this.hint = [];
    this.missing = false;
    this.#chain = Promise.resolve();
  }

  play(word: string): void {
    if (!this.canPlace) return;
    this.ahead = [...this.ahead, word];
    this.hint = [];
    const { id } = this;
    this.#chain = this.#chain.then(async () => {
      const game = this.game;
      if (!game || game.id !== id || !this.ahead.includes(word)) return;
      if (!this.may("move")) {
        this.ahead = []; // the move before this one ended the game
        return;
      }
      try {
        const body = { moves: [word], after: game.position.moves.length };
        const asked = { path: { game: id }, query: this.#language, body };
        const manner = this.#manner;
        await this.#answered(await api.post("/api/play/games/{game}/moves", asked), manner);
      } catch (refusal) {
        this.ahead = [];
        notices.refused(refusal);
      }
    });
  }

  /** Moves that were typed: each waits until those before it are answered. */
  async type(words: readonly string[]): Promise<void> {
    for (const word of words) {
      await this.#chain;
      if (!this.canPlace) {
        notices.tell(board("notNow", { text: word }), "problem");
        return;
      }
      this.play(word);
    }
  }

  async takeBack(): Promise<void> {
    await this.#chain;
    this.look(null);
    await this.#act((game) => api.post("/api/play/games/{game}/take-back", { path: { game }, query: this.#language }));
  }

  async answerTakeBack(accept: boolean): Promise<void> {
    await this.#act((game) =>
      api.post("/api/play/games/{game}/take-back/answer", { path: { game }, query: this.#language, body: { accept } }),
    );
  }

  async resign(): Promise<void> {
    await this.#act((game) => api.post("/api/play/games/{game}/resign", { path: { game }, query: this.#language }));
  }

  async claim(): Promise<void> {
    await this.#act((game) => api.post("/api/play/games/{game}/claim", { path: { game }, query: this.#language }));
  }

  async join(): Promise<void> {
    await this.#act((game) => api.post("/api/play/games/{game}/join", { path: { game }, query: this.#language }));
  }

  /** The id of the game that the same people play next. */
  async rematch(): Promise<string | null> {
    try {
      const asked = { path: { game: this.id }, query: this.#language };
      return (await api.post("/api/play/games/{game}/rematch", asked)).id;
    } catch (refusal) {
      notices.refused(refusal);
      return null;
    }
  }

  async fill(computer: string): Promise<void> {
    await this.#act((game) =>
      api.post("/api/play/games/{game}/fill", { path: { game }, query: this.#language, body: { computer } }),
    );
  }

  async goOn(): Promise<void> {
    await this.#act((game) => api.post("/api/play/games/{game}/go-on", { path: { game }, query: this.#language }));
  }

  async askHint(): Promise<void> {
    if (!this.may("hint") || this.hinting) return;
    this.hinting = true;
    const version = this.game?.position.moves.length;
    try {
      const found = await this.#asked(await api.post("/api/play/games/{game}/hint", { path: { game: this.id } }));
      if (this.game?.position.moves.length !== version) return;
      this.hint = found.moves;
      this.hintWhy = found.reason === "book" ? (found.why ?? {}) : {};
    } catch (refusal) {
      notices.refused(refusal);
    } finally {
      this.hinting = false;
    }
  }

  /** Marks what the computer thinks, where the players agree how the game is settled. */
  async propose(): Promise<void> {
    if (!this.may("propose") || this.hinting) return;
    this.hinting = true;
    const version = this.game?.position.moves.length;
    try {
      const { moves } = await this.#asked(await api.post("/api/play/games/{game}/proposal", { path: { game: this.id } }));
      if (this.game?.position.moves.length !== version) return;
      if (moves.length) await this.type(moves);
      else notices.tell(play("proposedNothing"));
    } catch (refusal) {
      notices.refused(refusal);
    } finally {
      this.hinting = false;
    }
  }

  /** The moves that a job comes to, and why. */
  #asked(job: { id: string }): Promise<Advice> {
    return new Promise<Advice>((done, failed) => {
      follow<{ result?: Advice; detail?: string }>(
        job.id,
        [],
        ({ kind, data }) => (kind === "done" ? done(data.result ?? { moves: [] }) : failed(new Error(data.detail ?? kind))),
        () => failed(new Refusal("offline", "")),
      );
    });
  }

  /** Shows the board after so many turns; null or all of them: as it stands. */
  look(turns: number | null): void {
    const now = this.game?.position;
    const looking = ++this.#looking;
    if (!now || turns === null || turns >= now.turns.length) {
      this.looked = null;
      this.past = null;
      return;
    }
    const shown = Math.max(0, turns);
    const query = { ...this.#language, threats: this.threats, at: shown };
    api
      .get("/api/play/games/{game}", { path: { game: this.id }, query })
      .then((answer) => {
        if (looking !== this.#looking) return;
        this.past = answer.position;
        this.looked = shown;
      })
      .catch(notices.refused);
  }

  step(by: number): void {
    const count = this.game?.position.turns.length ?? 0;
    this.look((this.looked ?? count) + by);
  }

  /** Whether a computer of the first two levels plays: those who begin are shown more. */
  get easy(): boolean {
    return this.game?.seats.some((seat) => /^level:[12]$/.test(seat.computer ?? "")) ?? false;
  }

  showThreats(yes: boolean): void {
    this.threats = yes;
    if (this.easy && settings.helped !== yes) settings.toggle("helped");
    this.again();
  }

  /** Asks anew in the language, and with the marks, that are wanted now. */
  again(): void {
    if (!this.game) return;
    this.#listen();
    if (this.looked !== null) this.look(this.looked);
  }

  get #language() {
    return { language: settings.language, notation: settings.notation };
  }

  async #act(doing: (game: string) => Promise<Answer>): Promise<void> {
    try {
      const manner = this.#manner;
      await this.#answered(await doing(this.id), manner);
    } catch (refusal) {
      notices.refused(refusal);
    }
  }

  async #answered(answer: Answer, manner: string): Promise<void> {
    if (!this.threats) {
      this.#take(answer, manner);
      return;
    }
    // The answer to an action carries no threats: with them shown, the game is looked at once more.
    const now = this.#manner;
    const query = { ...this.#language, threats: true };
    this.#take(await api.get("/api/play/games/{game}", { path: { game: answer.id }, query }), now);
  }

  /** Language and marks that are wanted now: what was asked for before may arrive later. */
  get #manner(): string {
    return `${settings.language} ${this.threats}`;
  }

  #take(game: PlayedGame, manner: string): void {
    const before = this.game;
    if (before && before.id !== game.id) return;
    if (before && game.version < before.version) return;
    // The stream repeats what an answer brought already, unless it shows it in the manner that is wanted now.
    const stands = (one: PlayedGame) => [one.version, one.trouble, ...one.seats.map((seat) => seat.here)].join();
    const better = manner !== this.#shown && manner === this.#manner;
    if (before && stands(game) === stands(before) && !better) return;
    this.#shown = manner;
    const grown = before ? game.position.moves.length - before.position.moves.length : 0;
    if (before && game.version > before.version) {
      this.ahead = grown > 0 ? this.ahead.slice(grown) : [];
      if (grown !== 0) this.hint = [];
    }
    if (grown < 0) this.look(null);
    const asked = before?.seats.find((seat) => seat.number === before.take_back_asked);
    if (asked?.you && game.take_back_asked === null && grown === 0 && !game.over)
      notices.tell(play("declined"), "problem");
    this.game = game;
    this.readAt = performance.now();
  }

  #listen(): void {
    this.#source?.close();
    const query = new URLSearchParams({ ...this.#language, threats: String(this.threats) });
    const manner = this.#manner;
    const source = new EventSource(`/api/play/games/${encodeURIComponent(this.id)}/events?${query}`);
    source.addEventListener("game", (event: MessageEvent<string>) => {
      this.connected = true;
      this.#take(JSON.parse(event.data) as PlayedGame, manner);
    });
    source.addEventListener("gone", () => {
      source.close();
      this.missing = true;
    });
    source.onerror = () => (this.connected = false);
    this.#source = source;
  }
}
