// Where a puzzle comes from, for people: records and programs write it for each other.

import { puzzles as words } from "../../lib/words/puzzles";

export function originName(origin: string): string {
  const made = /^python -m .*?, (?<number>\d+)$/.exec(origin)?.groups;
  if (made) return words("origin.made", { number: made["number"] ?? "" });
  const own = /^own game (?<game>\d+) of seed \d+, move (?<turn>\d+)$/.exec(origin)?.groups;
  if (own) return words("origin.own", { game: own["game"] ?? "", turn: own["turn"] ?? "" });
  const game = /^(?<file>.+), game (?<game>\d+), turn (?<turn>\d+)$/.exec(origin)?.groups;
  if (game) return words("origin.game", { file: game["file"] ?? "", game: game["game"] ?? "", turn: game["turn"] ?? "" });
  return words("origin", { origin });
}
