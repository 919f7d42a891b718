// Pages by path. Each is loaded when it is first opened; links are plain <a href="/...">.
// A page takes no properties: it reads `route.parts`, `route.search` and `route.hash`, and it stays
// when only these change.

import type { Component } from "svelte";

export type Parts = Record<string, string>;
type Page = Component<Record<string, never>>;

interface Route {
  pattern: RegExp;
  names: string[];
  area: string;
  load: () => Promise<{ default: Page }>;
}

const routes: Route[] = [];

/** `path` may name parts: "/game/:id". The first that fits wins. */
function add(path: string, area: string, load: Route["load"]): void {
  const names: string[] = [];
  const pattern = path.replace(/:(\w+)/g, (_, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  routes.push({ pattern: new RegExp(`^${pattern}/?$`), names, area, load });
}

// One page: a game that begins on the front page goes on there under its own address.
const board: Route["load"] = () => import("../pages/play/Page.svelte");
add("/", "play", board);
add("/play", "play", board);
add("/game/:id", "play", board);
add("/games", "games", () => import("../pages/games/Page.svelte"));
const analysis: Route["load"] = () => import("../pages/analysis/Page.svelte");
add("/analysis", "analysis", analysis);
add("/analysis/:id", "analysis", analysis);
add("/puzzles", "puzzles", () => import("../pages/puzzles/Page.svelte"));
add("/puzzles/progress", "puzzles", () => import("../pages/puzzles/Progress.svelte"));
add("/puzzles/make", "puzzles", () => import("../pages/puzzles/Make.svelte"));
add("/puzzles/:id", "puzzles", () => import("../pages/puzzles/Puzzle.svelte"));
add("/exam", "exam", () => import("../pages/exam/Page.svelte"));
add("/exam/:id", "exam", () => import("../pages/exam/Sitting.svelte"));
add("/exam/:id/certificate", "exam", () => import("../pages/exam/Certificate.svelte"));
add("/library", "library", () => import("../pages/library/Page.svelte"));
add("/library/:id", "library", () => import("../pages/library/Collection.svelte"));
add("/account", "account", () => import("../pages/account/Page.svelte"));
add("/grid", "grid", () => import("../pages/grid/Page.svelte"));
add("/about", "about", () => import("../pages/about/Page.svelte"));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % sign
  }
}

interface Found {
  route: Route;
  parts: Parts;
}

function match(path: string): Found | null {
  for (const route of routes) {
    const found = route.pattern.exec(path);
    if (!found) continue;
    const named = route.names.map((name, n) => [name, decoded(found[n + 1] ?? "")]);
    return { route, parts: Object.fromEntries(named) as Parts };
  }
  return null;
}

class Router {
  path = $state("/");
  search = $state("");
  hash = $state("");
  area = $state("");
  parts = $state.raw<Parts>({});
  page = $state.raw<Page | null>(null);
  /** "lost": no such page; "broken": it could not be loaded. */
  trouble = $state<"" | "lost" | "broken">("");

  #opening = 0;

  start(): void {
    addEventListener("popstate", () => void this.#open());
    document.addEventListener("click", (event) => this.#click(event));
    void this.#open();
  }

  /** Goes to an address of the studio; with `replace` the way back skips this page. */
  go(address: string, { replace = false } = {}): void {
    const before = location.pathname;
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    void this.#open();
    if (location.pathname !== before) scrollTo(0, 0);
  }

  /**
   * Writes what the page shows into its address; the page stays as it is. A page that has been left
   * meanwhile notes nothing: its answer came too late.
   */
  note(address: string, { push = false } = {}): void {
    const there = match(new URL(address, location.href).pathname);
    if (!there || there.route.load !== match(location.pathname)?.route.load) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    const found = this.#read();
    if (found) this.parts = found.parts;
  }

  retry(): void {
    void this.#open();
  }

  #read(): Found | null {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
    return match(this.path);
  }

  async #open(): Promise<void> {
    const opening = ++this.#opening;
    const found = this.#read();
    if (!found) {
      this.trouble = "lost";
      this.area = "";
      return;
    }
    try {
      const { default: page } = await found.route.load();
      if (opening !== this.#opening) return;
      this.parts = found.parts;
      this.page = page;
      this.area = found.route.area;
      this.trouble = "";
    } catch {
      if (opening === this.#opening) this.trouble = "broken";
    }
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const address = link?.getAttribute("href");
    if (!link || !address?.startsWith("/") || address.startsWith("/api/")) return;
    if (link.target || link.hasAttribute("download")) return;
    event.preventDefault();
    this.go(address);
  }
}

export const route = new Router();
