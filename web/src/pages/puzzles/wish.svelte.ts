// What kind of puzzles the person wants: kept in this browser, so that "next" means the same kind.

import { api, Refusal } from "../../lib/client";
import type { components } from "../../lib/client/schema";
import { route } from "../../lib/router.svelte";
import { settings } from "../../lib/settings.svelte";
import { notices } from "../../lib/ui/notices.svelte";
import { puzzles as words } from "../../lib/words/puzzles";

type Schemas = components["schemas"];
export type Wish = Required<Schemas["WishQuery"]>;
export type Shelf = Schemas["ShelfAnswer"];
export type Sort = Schemas["FurtherAnswer"];
export type Purpose = "new" | "repeat" | "again" | "own";

export const LONGEST = 99;
const NAME = "puzzle-wish";

export const freshWish = (game: string): Wish => ({
  game,
  shortest: 1,
  longest: LONGEST,
  tags: [],
  every: false,
  without: [],
  own: false,
  sort: "main",
});

function remembered(): Wish {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "null");
    return { ...freshWish(""), ...(kept as Partial<Wish> | null) };
  } catch {
    return freshWish(""); // storage may be forbidden, or hold something old
  }
}

class Choice {
  wish = $state<Wish>(remembered());
  asking = $state(false);

  keep(): void {
    try {
      localStorage.setItem(NAME, JSON.stringify(this.wish));
    } catch {
      // see above
    }
  }

  /** Asks for a puzzle and goes to it. Returns the code of a refusal, or nothing. */
  async give(purpose: Purpose = "new", puzzle: string | null = null, replace = false): Promise<string> {
    if (this.asking) return "";
    this.asking = true;
    this.keep();
    try {
      const body = { ...$state.snapshot(this.wish), purpose, puzzle, language: settings.language };
      const attempt = await api.post("/api/puzzles/attempts", { body });
      route.go(`/puzzles/${attempt.id}`, { replace });
      return "";
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status === 404) {
        notices.tell(refusal.code === "none-left" ? words("allMet") : refusal.message);
        return refusal.code;
      }
      notices.refused(refusal);
      return "refused";
    } finally {
      this.asking = false;
    }
  }
}

export const choice = new Choice();
