// How a person chooses: by one place, by two, by a button; where several choices share their places,
// they are asked which one they mean. Boards and trays share one of these.

import type { Choice } from "../client/shapes";
import { offerOf } from "./choices";

const NOWHERE: ReadonlyMap<string, readonly Choice[]> = new Map();

export class Choosing {
  readonly #choices: () => readonly Choice[];
  readonly #play: (word: string) => void;
  readonly offer = $derived.by(() => offerOf(this.#choices()));
  /** The place of what was taken up. */
  taken = $state<string | null>(null);
  /** What a finger chose and did not confirm yet. */
  chosen = $state.raw<Choice | null>(null);
  /** Choices of the same places, of which one is to be named. */
  asking = $state.raw<readonly Choice[]>([]);
  readonly targets = $derived.by(() => (this.taken === null ? NOWHERE : (this.offer.ways.get(this.taken) ?? NOWHERE)));

  constructor(choices: () => readonly Choice[], play: (word: string) => void) {
    this.#choices = choices;
    this.#play = play;
  }

  usable(place: string | null | undefined): place is string {
    if (!place) return false;
    return this.targets.has(place) || this.offer.direct.has(place) || this.offer.ways.has(place);
  }

  /** Whether a place is what was chosen: taken up, or the goal that waits for a yes. */
  selected(place: string): boolean {
    return this.taken === place || this.goal === place;
  }

  get goal(): string | null {
    return this.chosen ? this.chosen.end || this.chosen.start || null : null;
  }

  /** A click, a tap or Enter on a place. */
  act(place: string | null | undefined, confirm: boolean): void {
    if (!this.usable(place)) return this.cancel();
    const reached = this.targets.get(place);
    if (reached) return this.#choose(reached, confirm);
    const direct = this.offer.direct.get(place);
    if (this.offer.ways.has(place) && this.taken !== place) {
      this.cancel();
      this.taken = place;
    } else if (direct) this.#choose(direct, confirm);
    else this.cancel();
  }

  play(choice: Choice): void {
    this.cancel();
    this.#play(choice.word);
  }

  cancel(): void {
    this.taken = null;
    this.chosen = null;
    this.asking = [];
  }

  #choose(choices: readonly Choice[], confirm: boolean): void {
    const only = choices.length === 1 ? choices[0] : undefined;
    if (!only) this.asking = choices;
    else if (confirm && this.chosen !== only) this.chosen = only;
    else this.play(only);
  }
}
