// A game in the address of the page: reload, go back, send it to a friend.

import type { Turn } from "./api";

export interface Setup {
  game: string;
  options: Record<string, string>;
  start: string;
  /** Who plays each side, in order of play: "human" or the name of a computer player. */
  seats: string[];
  moves: string[];
}

export const HUMAN = "human";

export function toHash(setup: Setup): string {
  const fields = new URLSearchParams({ game: setup.game });
  for (const [name, value] of Object.entries(setup.options)) fields.append("o", `${name}=${value}`);
  if (setup.start) fields.set("start", setup.start);
  fields.set("seats", setup.seats.join("."));
  if (setup.moves.length) fields.set("moves", setup.moves.join("."));
  return `#${fields}`;
}

/** Null where the address names no game. What it says is checked by the server. */
export function fromHash(hash: string): Setup | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  const options: Record<string, string> = {};
  for (const text of fields.getAll("o")) {
    const cut = text.indexOf("=");
    if (cut > 0) options[text.slice(0, cut)] = text.slice(cut + 1);
  }
  return {
    game,
    options,
    start: fields.get("start") ?? "",
    seats: words(fields.get("seats")),
    moves: words(fields.get("moves")),
  };
}

const words = (text: string | null) => (text ? text.split(".").filter(Boolean) : []);

/** How many moves a take-back undoes: the computers' last turns, then one move of a person. */
export function movesToTakeBack(turns: readonly Turn[], seats: readonly string[]): number {
  let count = 0;
  for (const turn of [...turns].reverse()) {
    if ((seats[turn.player] ?? HUMAN) === HUMAN) return count + 1;
    count += turn.moves.length;
  }
  return 0;
}

/** The seats for so many players; sides that nobody was named for are played by people. */
export function seated(seats: readonly string[], players: number): string[] {
  return Array.from({ length: players }, (_, n) => seats[n] ?? HUMAN);
}
