// How moves are written: as is usual in the language, or as the person likes it. One place for every list.

import { api } from "./client";
import { games } from "./games.svelte";
import { settings } from "./settings.svelte";

export interface Beginning {
  game: string;
  options: Record<string, string>;
  start: string;
}

interface Branch {
  name: string | null;
  next: Map<string, Branch>;
}

const MOST = 60; // lines in one question

/** Lines of which none is the beginning of another. */
export function longest(lines: readonly (readonly string[])[]): string[][] {
  const kept: string[][] = [];
  const seen = new Set<string>();
  for (const line of [...lines].sort((a, b) => b.length - a.length)) {
    if (seen.has(line.join(" "))) continue;
    kept.push([...line]);
    line.forEach((_, n) => seen.add(line.slice(0, n + 1).join(" ")));
  }
  return kept;
}

class Notation {
  #arrived = $state(0);
  readonly #known = new Map<string, Branch>();
  readonly #wanted = new Map<string, { from: Beginning; lines: string[][] }>();

  /** Moves that follow others from a beginning; until their names are known, their words. */
  of(from: Beginning, before: readonly string[], moves: readonly string[]): readonly string[] {
    void this.#arrived;
    void games.read();
    const { notation, language } = settings;
    if (notation === "words" || !games.get(from.game)?.named) return moves;
    const key = JSON.stringify([from.game, from.options, from.start, notation || language]);
    let here: Branch | undefined = this.#known.get(key);
    for (const move of before) here = here?.next.get(move);
    const told = moves.map((move) => {
      here = here?.next.get(move);
      return here?.name ?? null;
    });
    if (told.includes(null)) this.#want(key, from, [...before, ...moves]);
    return told.map((name, n) => name ?? moves[n] ?? "");
  }

  #want(key: string, from: Beginning, line: string[]): void {
    if (!this.#wanted.size) queueMicrotask(() => void this.#ask());
    const wanted = this.#wanted.get(key) ?? { from, lines: [] };
    wanted.lines.push(line);
    this.#wanted.set(key, wanted);
  }

  async #ask(): Promise<void> {
    const asked = [...this.#wanted];
    this.#wanted.clear();
    for (const [key, { from, lines }] of asked) {
      const whole = longest(lines).slice(0, MOST);
      const language = (JSON.parse(key) as [string, unknown, string, "en" | "zh-Hant"])[3];
      const named = await api.post("/api/names", { body: { ...from, lines: whole, language } }).catch(() => null);
      // What nobody can name keeps its words, and is not asked for again.
      whole.forEach((line, n) => this.#keep(key, line, named?.lines[n] ?? line));
    }
    this.#arrived++;
  }

  #keep(key: string, line: readonly string[], names: readonly string[]): void {
    const root = this.#known.get(key) ?? { name: null, next: new Map<string, Branch>() };
    this.#known.set(key, root);
    let here = root;
    line.forEach((move, n) => {
      const next = here.next.get(move) ?? { name: null, next: new Map<string, Branch>() };
      next.name ??= names[n] ?? move;
      here.next.set(move, next);
      here = next;
    });
  }
}

export const notation = new Notation();
