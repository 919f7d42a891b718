// The games that the studio has, asked for once.

import { api } from "./client";
import type { GameInfo } from "./client/shapes";
import { notices } from "./ui/notices.svelte";
import { board } from "./words/board";
import { spoken } from "./words/catalogue";

class Games {
  all = $state.raw<readonly GameInfo[]>([]);
  #asked: Promise<void> | null = null;

  read(): Promise<void> {
    this.#asked ??= api
      .get("/api/games")
      .then((answer) => {
        this.all = answer.games;
      })
      .catch((refusal: unknown) => {
        this.#asked = null;
        notices.refused(refusal);
      });
    return this.#asked;
  }

  get(id: string): GameInfo | null {
    return this.all.find((game) => game.id === id) ?? null;
  }

  /** A side as its own game calls it: Black, East, the first player. */
  sideOf(id: string, name: string): string {
    void this.read();
    return spoken(this.get(id)?.sides[name] ?? {}) || board.of("colour", name);
  }

  /** The turns of a puzzle as proofs count them: with the one that only completes the win. */
  turnsOf(id: string, length: number): number | string {
    void this.read();
    const game = this.get(id);
    return game ? length + game.completing : "…";
  }
}

export const games = new Games();
