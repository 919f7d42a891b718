// A game that has not begun: what is chosen, and the empty board it would begin on.

import { afterMove } from "../board/optimistic";
import { api } from "../client";
import type { GameInfo, PlayedGame, Position, Scene } from "../client/shapes";
import { games } from "../games.svelte";
import { me } from "../me.svelte";
import { settings } from "../settings.svelte";
import { moverOf } from "./mover";
import { NO_BOOK } from "./sayings";
import { notices } from "../ui/notices.svelte";

export type Opponent = "computer" | "friend" | "self";

/** Seconds for the game and for each turn, as the server writes a clock. */
export const CLOCKS = ["60+1", "180+2", "300+5", "600+10", "1800+20", "600+3x30", "1800+5x60"] as const;

const USUAL_LEVEL = "level:2";

export class Draft {
  game = $state("");
  options = $state.raw<Readonly<Record<string, string>>>({});
  start = $state("");
  opponent = $state<Opponent>("computer");
  computer = $state(USUAL_LEVEL);
  /** Whether the computer may play its first turns from a book, where it has one. */
  book = $state(true);
  /** The seat of the person; null: by lot. */
  seat = $state<number | null>(0);
  clock = $state("");
  /** What a friend shall see, of somebody who has said no name yet. */
  name = $state("");
  position = $state.raw<Position | null>(null);
  /** The first stone, while the game is being made. */
  first = $state<string | null>(null);
  starting = $state(false);

  #asked = 0;
  /** A choice that the server has not answered yet. */
  #choosing: Promise<boolean> | null = null;

  get info(): GameInfo | null {
    return games.get(this.game);
  }

  get hasBook(): boolean {
    return this.info?.computers.find((known) => known.id === this.computer)?.book ?? false;
  }

  /** The options that are not as usual. */
  get changed(): Record<string, string> {
    const usual = new Map(this.info?.options.map((option) => [option.name, option.default]));
    return Object.fromEntries(Object.entries(this.options).filter(([name, value]) => usual.get(name) !== value));
  }

  get scene(): Scene | null {
    const here = this.position;
    return here && this.first ? afterMove(here.scene, this.first, moverOf(here)) : (here?.scene ?? null);
  }

  /** Whether the first stone may be placed on the empty board, which begins the game. */
  get canPlace(): boolean {
    if (this.starting || !this.position || this.position.result || this.opponent === "friend") return false;
    return this.opponent === "self" || this.seat === this.position.to_move;
  }

  /** Shows the empty board of a game: the named one, or what most people begin with. */
  choose(game: string, options: Readonly<Record<string, string>> = {}, start = ""): Promise<boolean> {
    const chosen = this.#choose(game, options, start).finally(() => {
      if (this.#choosing === chosen) this.#choosing = null;
    });
    this.#choosing = chosen;
    return chosen;
  }

  async #choose(game: string, options: Readonly<Record<string, string>>, start: string): Promise<boolean> {
    const asked = ++this.#asked;
    try {
      if (!game) {
        await games.read();
        game = beginners(games.all);
      }
      const body = { game, options, start, moves: [], language: settings.language, threats: false, numbers: false };
      const position = await api.post("/api/positions", { body });
      if (asked !== this.#asked) return false;
      this.game = game;
      this.options = position.options;
      this.start = start;
      this.position = position;
      if (!position.computers.includes(this.computer))
        this.computer = position.computers.includes(USUAL_LEVEL) ? USUAL_LEVEL : (position.computers[0] ?? "");
      if (this.opponent === "computer" && !this.computer) this.opponent = "self";
      if (this.seat !== null && this.seat >= position.player_names.length) this.seat = 0;
      return true;
    } catch (refusal) {
      if (asked === this.#asked) notices.refused(refusal);
      return false;
    }
  }

  /** Makes the game on the server. */
  async begin(first: string | null = null): Promise<PlayedGame | null> {
    if (!this.position || this.starting) return null;
    this.starting = true;
    this.first = first;
    try {
      // A rule that was typed last is asked about while Start is pressed: it holds, or nothing begins.
      if (this.#choosing && !(await this.#choosing)) {
        this.first = null;
        return null;
      }
      if (this.opponent === "friend" && this.name.trim() && !me.known?.name) await me.rename(this.name.trim());
      const body = {
        game: this.game,
        options: { ...this.options },
        start: this.start,
        seats: this.#seats(this.position.player_names.length),
        clock: this.clock || null,
      };
      return await api.post("/api/play/games", { query: { language: settings.language }, body });
    } catch (refusal) {
      notices.refused(refusal);
      this.first = null;
      return null;
    } finally {
      this.starting = false;
    }
  }

  #seats(count: number): string[] {
    const computer = this.hasBook && !this.book ? `${this.computer}${NO_BOOK}` : this.computer;
    const other = { computer, friend: "friend", self: "me" }[this.opponent];
    const mine = this.seat ?? Math.floor(Math.random() * count);
    return Array.from({ length: count }, (_, seat) => (seat === mine ? "me" : other));
  }
}

/** The game to begin with: many opponents, few options. No game is named here. */
export function beginners(all: readonly GameInfo[]): string {
  const ranked = [...all].sort(
    (a, b) => b.computers.length - a.computers.length || a.options.length - b.options.length || a.id.localeCompare(b.id),
  );
  return ranked[0]?.id ?? "";
}
