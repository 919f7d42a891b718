// The turn that is being made: its stones lie on the board before they are played, and can be taken
// back until then.

import { afterMove } from "../board/optimistic";
import type { Position, Scene } from "../client/shapes";
import { moverOf } from "../game/mover";

export class Hand {
  position = $state.raw<Position | null>(null);
  stones = $state.raw<readonly string[]>([]);

  /** Another position: what lay there before belongs to the old one. */
  take(position: Position | null): void {
    this.position = position;
    this.stones = [];
  }

  get side(): string | null {
    const here = this.position;
    return here && !here.result ? moverOf(here) : null;
  }

  get scene(): Scene | null {
    const here = this.position;
    if (!here) return null;
    return this.stones.reduce((scene, word) => afterMove(scene, word, this.side ?? ""), here.scene);
  }

  get full(): boolean {
    return !!this.position && this.stones.length > 0 && this.stones.length >= this.position.moves_left;
  }

  put(...words: string[]): void {
    const left = (this.position?.moves_left ?? 0) - this.stones.length;
    const fresh = words.filter((word) => !this.stones.includes(word));
    this.stones = [...this.stones, ...fresh.slice(0, Math.max(0, left))];
  }

  takeBack(): void {
    this.stones = this.stones.slice(0, -1);
  }

  clear(): void {
    this.stones = [];
  }
}
