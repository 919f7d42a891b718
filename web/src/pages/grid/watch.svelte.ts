// The figures of the grid, asked for again and again while somebody looks at the page.

import { api } from "../../lib/client";
import type { components } from "../../lib/client/schema";

type Schemas = components["schemas"];
export type Grid = Schemas["GridAnswer"];
export type Figures = Schemas["FiguresAnswer"];

const EVERY = 2_000; // milliseconds; the studio itself looks once a second

export class Watch {
  grid = $state.raw<Grid | null>(null);
  /** The studio did not answer the last time. */
  stale = $state(false);

  /** Looks until the returned function is called; a page that nobody sees asks nothing. */
  start(): () => void {
    const look = () => void this.#look();
    const timer = setInterval(() => document.visibilityState === "visible" && look(), EVERY);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async #look(): Promise<void> {
    try {
      this.grid = await api.get("/api/grid");
      this.stale = false;
    } catch {
      this.stale = true;
    }
  }
}
