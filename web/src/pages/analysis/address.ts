// Position and line in the address of the page: reload it, go back, send it to a friend.

export interface Place {
  game: string;
  options: Record<string, string>;
  start: string;
  /** The whole line, and how many of its moves are on the board. */
  moves: string[];
  at: number;
}

export function toAddress({ game, options, start, moves, at }: Place): string {
  const fields = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(options)) fields.append("o", `${name}=${value}`);
  if (start) fields.set("start", start);
  if (moves.length) fields.set("moves", moves.join("."));
  if (at < moves.length) fields.set("at", String(at));
  return `/analysis?${fields}`;
}

/** Null where the address names no game. What it says is checked by the server. */
export function fromAddress(search: string): Place | null {
  const fields = new URLSearchParams(search);
  const game = fields.get("game");
  if (!game) return null;
  const options: Record<string, string> = {};
  for (const text of fields.getAll("o")) {
    const cut = text.indexOf("=");
    if (cut > 0) options[text.slice(0, cut)] = text.slice(cut + 1);
  }
  const moves = (fields.get("moves") ?? "").split(".").filter(Boolean);
  const at = Number(fields.get("at") ?? moves.length);
  const within = Number.isInteger(at) && at >= 0 && at <= moves.length;
  return { game, options, start: fields.get("start") ?? "", moves, at: within ? at : moves.length };
}

/** The options that are not a game's usual ones: an address need not say the others. */
export function unusual(
  options: Readonly<Record<string, string>>,
  usual: readonly { name: string; default: string }[],
): Record<string, string> {
  const known = new Map(usual.map((option) => [option.name, option.default]));
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => known.get(name) !== value));
}
