// A proof played through: the person defends, the server answers from the certificate.

import { api } from "../../lib/client";
import type { Position } from "../../lib/client/shapes";
import { moverOf } from "../../lib/game/mover";
import { afterMove } from "../../lib/board/optimistic";
import { settings } from "../../lib/settings.svelte";
import { notices } from "../../lib/ui/notices.svelte";
import type { Verdict } from "./shapes";

interface Rules {
  game: string;
  options: Record<string, string>;
}

type Win = Pick<Verdict, "side" | "counts_all">;

export class Through {
  /** The proof that is played through; empty: none. */
  proof = $state("");
  winner = $state("");
  countsAll = $state(true);
  position = $state.raw<Position | null>(null);
  /** The turns of both sides since the start of the proof. */
  line = $state.raw<string[][]>([]);
  turns = $state(0);
  over = $state(false);
  busy = $state(false);
  start = $state("");
  #rules: Rules = { game: "", options: {} };
  #replies: string[][] = [];
  #pending: string[] = [];

  get on(): boolean {
    return this.proof !== "";
  }

  get game(): string {
    return this.#rules.game;
  }

  get canTakeBack(): boolean {
    return !this.busy && (this.#replies.length > 0 || this.#pending.length > 0);
  }

  async begin(proof: string, start: string, win: Win, rules: Rules): Promise<void> {
    this.proof = proof;
    this.start = start;
    this.winner = win.side;
    this.countsAll = win.counts_all;
    this.#rules = rules;
    this.position = null;
    this.line = [];
    this.over = false;
    await this.#answer([]);
  }

  leave(): void {
    this.proof = "";
    this.position = null;
  }

  again = (): Promise<void> => this.#answer([]);

  takeBack(): Promise<void> {
    if (this.#pending.length) {
      this.#pending = [];
      return this.#show([]);
    }
    return this.#answer(this.#replies.slice(0, -1));
  }

  /** A move of the defender; when the turn is whole, the certificate answers. */
  async play(word: string): Promise<void> {
    const before = this.position;
    if (this.busy || this.over || !before) return;
    this.busy = true;
    const colour = moverOf(before);
    this.position = { ...before, scene: afterMove(before.scene, word, colour) };
    try {
      const pending = [...this.#pending, word];
      const after = await this.#read([...this.line.flat(), ...pending]);
      this.#pending = pending;
      this.position = after;
      const whole = after.result !== null || (after.turns.at(-1)?.complete ?? false);
      if (whole) await this.#answer([...this.#replies, pending]);
    } catch (refusal) {
      this.position = before;
      notices.refused(refusal);
    } finally {
      this.busy = false;
    }
  }

  async #answer(replies: string[][]): Promise<void> {
    this.busy = true;
    try {
      const answer = await api.post("/api/analysis/proofs/{proof}/answers", {
        path: { proof: this.proof },
        body: { replies },
      });
      const position = await this.#read(answer.line.flat());
      this.#replies = replies;
      this.#pending = [];
      this.line = answer.line;
      this.turns = answer.turns;
      this.over = answer.over;
      this.position = position;
    } catch (refusal) {
      notices.refused(refusal);
      if (!this.position) this.leave();
      else await this.#show([]).catch(notices.refused);
    } finally {
      this.busy = false;
    }
  }

  async #show(pending: string[]): Promise<void> {
    this.#pending = pending;
    this.position = await this.#read([...this.line.flat(), ...pending]);
  }

  async #read(moves: string[]): Promise<Position> {
    const look = { language: settings.language, threats: true, numbers: false };
    const body = { ...this.#rules, start: this.start, moves, ...look };
    return await api.post("/api/positions", { body });
  }

  /** The language may have changed. */
  async redraw(): Promise<void> {
    if (this.on && this.position) await this.#show(this.#pending).catch(notices.refused);
  }
}
