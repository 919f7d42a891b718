// The game on the page: what is set up, what the server says of it, and whose turn it is.

import * as api from "./api";
import { HUMAN, fromHash, movesToTakeBack, seated, toHash, type Setup } from "./link";
import { preferredLanguage } from "./words";

const PAUSE_BEFORE_REPLY = 250; // milliseconds: a reply that comes at once is easily missed

// What most newcomers know already; any game the server lists will do where it is not there.
const FIRST_CHOICE = "gomoku";

type Theme = "auto" | "light" | "dark";
const THEMES: Theme[] = ["auto", "light", "dark"];

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage may be forbidden; the page works without it
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // see above
  }
}

export class Play {
  games = $state<api.GameInfo[]>([]);
  setup = $state<Setup>({ game: "", options: {}, start: "", seats: [], moves: [] });
  position = $state.raw<api.Position | null>(null);
  busy = $state(false);
  thinking = $state(false);
  problem = $state<api.Refusal | null>(null);
  opinion = $state<string | null>(null);
  threats = $state(false);
  numbers = $state(false);
  language = $state<api.Language>("en");
  theme = $state<Theme>("auto");

  /** Answers to questions that nobody asks any more are dropped. */
  #asked = 0;
  #seed = Math.floor(Math.random() * 2 ** 32);

  constructor() {
    const language = remembered("language");
    this.language =
      language === "en" || language === "zh-Hant"
        ? language
        : preferredLanguage(navigator.languages);
    this.theme = THEMES.find((t) => t === remembered("theme")) ?? "auto";
    this.#dress();
  }

  get info(): api.GameInfo | null {
    return this.games.find((g) => g.id === this.setup.game) ?? null;
  }

  get personMoves(): boolean {
    const here = this.position;
    return !!here && !here.result && (this.setup.seats[here.to_move] ?? HUMAN) === HUMAN;
  }

  get canPlace(): boolean {
    return this.personMoves && !this.busy;
  }

  get canTakeBack(): boolean {
    return !this.busy && movesToTakeBack(this.position?.turns ?? [], this.setup.seats) > 0;
  }

  async begin(): Promise<void> {
    this.problem = null;
    try {
      this.games = await api.listGames();
    } catch (refusal) {
      this.#refused(refusal);
      return;
    }
    await this.readAddress();
  }

  /** Shows the game that the address names, or a first one. */
  async readAddress(): Promise<void> {
    const linked = fromHash(location.hash);
    if (linked) await this.#open(linked);
    if (!linked || !this.position) {
      const first = this.games.find((g) => g.id === FIRST_CHOICE) ?? this.games[0];
      if (first) await this.newGame(first.id, {}, ["human", "simple"], { replace: true });
    }
  }

  async newGame(
    game: string,
    options: Record<string, string>,
    seats: string[],
    { replace = false } = {},
  ): Promise<boolean> {
    this.#seed = Math.floor(Math.random() * 2 ** 32);
    const opened = await this.#open({ game, options, start: "", seats, moves: [] });
    if (opened) this.#writeAddress(!replace);
    return opened;
  }

  async again(): Promise<void> {
    const { game, options, seats } = this.setup;
    await this.newGame(game, options, seats);
  }

  async place(cell: string): Promise<void> {
    if (!this.canPlace) return;
    await this.#show([...this.setup.moves, cell]);
  }

  async takeBack(): Promise<void> {
    if (!this.canTakeBack) return;
    const count = movesToTakeBack(this.position?.turns ?? [], this.setup.seats);
    await this.#show(this.setup.moves.slice(0, this.setup.moves.length - count));
  }

  async seat(player: number, who: string): Promise<void> {
    this.setup.seats[player] = who;
    this.#writeAddress();
    await this.#letComputerMove();
  }

  async toggle(what: "threats" | "numbers"): Promise<void> {
    this[what] = !this[what];
    if (!this.busy) await this.#show(this.setup.moves);
  }

  async speak(language: api.Language): Promise<void> {
    this.language = language;
    remember("language", language);
    this.#dress();
    if (!this.busy) await this.#show(this.setup.moves);
  }

  nextTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? "auto";
    remember("theme", this.theme);
    this.#dress();
  }

  #dress(): void {
    document.documentElement.lang = this.language;
    document.documentElement.dataset["theme"] = this.theme;
  }

  async #open(setup: Setup): Promise<boolean> {
    const before = $state.snapshot(this.setup);
    this.setup = { ...setup };
    this.opinion = null;
    const shown = await this.#show(setup.moves);
    if (!shown && this.position) this.setup = before;
    return shown;
  }

  /** Asks the server for the position after some moves and shows it. */
  async #show(moves: string[]): Promise<boolean> {
    const asked = ++this.#asked;
    this.busy = true;
    try {
      const position = await api.readPosition(this.#query(moves));
      if (asked !== this.#asked) return false;
      if (moves.length < this.setup.moves.length) this.opinion = null;
      this.#take(position);
    } catch (refusal) {
      if (asked === this.#asked) this.#refused(refusal);
      return false;
    } finally {
      if (asked === this.#asked) this.busy = false;
    }
    void this.#letComputerMove();
    return true;
  }

  async #letComputerMove(): Promise<void> {
    const here = this.position;
    if (!here || here.result || this.personMoves || this.thinking) return;
    const player = this.setup.seats[here.to_move] ?? HUMAN;
    const asked = ++this.#asked;
    this.busy = this.thinking = true;
    try {
      const seed = (this.#seed + here.moves.length) % 2 ** 32;
      const [reply] = await Promise.all([
        api.askForReply({ ...this.#query(here.moves), player, seed }),
        new Promise((done) => setTimeout(done, PAUSE_BEFORE_REPLY)),
      ]);
      if (asked !== this.#asked) return;
      this.opinion = reply.reason;
      this.#take(reply.position);
    } catch (refusal) {
      if (asked === this.#asked) this.#refused(refusal);
      return;
    } finally {
      this.thinking = false;
      if (asked === this.#asked) this.busy = false;
    }
    void this.#letComputerMove();
  }

  #take(position: api.Position): void {
    this.position = position;
    this.problem = null;
    this.setup.options = position.options;
    this.setup.moves = position.moves;
    this.setup.seats = seated(this.setup.seats, position.player_names.length);
    this.#writeAddress();
  }

  #query(moves: string[]): api.PositionQuery {
    const { game, options, start } = $state.snapshot(this.setup);
    const { language, threats, numbers } = this;
    return { game, options, start, moves: [...moves], language, threats, numbers };
  }

  #writeAddress(push = false): void {
    const hash = toHash(this.setup);
    if (push) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }

  #refused(refusal: unknown): void {
    this.problem =
      refusal instanceof api.Refusal ? refusal : new api.Refusal("unknown", String(refusal));
  }
}
