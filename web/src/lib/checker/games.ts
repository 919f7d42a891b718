// The games of the family and their options, in normal form alone.

import { planeClubs, spaceClubs } from "./clubs";
import { described } from "./description";
import { box, type Geometry, lines, points } from "./geometry";
import { type Known, knows } from "./known";
import { Refused } from "./limits";

type Options = ReadonlyMap<string, string>;

export function geometryOf(game: string, options: Options): Geometry {
  if (!knows(game)) throw new Refused(`this checker does not know the game '${game.slice(0, 20)}'`);
  const [names, make] = GAMES[game];
  if (options.size !== names.length || names.some((name) => !options.has(name))) {
    throw new Refused(`the options of ${game} are ${names.join(", ")}`);
  }
  return make((name) => options.get(name) ?? "");
}

type Option = (name: string) => string;

const GAMES: Record<Known, readonly [readonly string[], (option: Option) => Geometry]> = {
  gomoku: [["size", "k", "ring"], gomoku],
  connect: [["size", "k", "p", "q"], connect],
  connect6: [["size"], (option) => rows(plane(option("size"), 6, 25), 6, 2, 1)],
  goclub: [["size", "clubs", "players"], goclub],
  sets: [["sets"], (option) => described(option("sets"))],
};

function gomoku(option: Option): Geometry {
  const size = plane(option("size"), 3, 25);
  const made = rows(size, whole(option("k"), 3, 8), 1, 1);
  const ring = whole(option("ring"), 0, 13);
  if (!ring) return made;
  const depths = points(size).map((point) => Math.min(...point.map((a, axis) => Math.min(a, size[axis]! - 1 - a))));
  return { ...made, firstCells: new Set(depths.flatMap((depth, cell) => (depth < ring ? [cell] : []))) };
}

function connect(option: Option): Geometry {
  const size = plane(option("size"), 1, 25);
  return rows(size, whole(option("k"), 2, 15), whole(option("p"), 1, 7), whole(option("q"), 1, 7));
}

function goclub(option: Option): Geometry {
  const size = option("size").split("x").map((side) => whole(side, 3, 25));
  const clubs = option("clubs");
  const players = whole(option("players"), 2, 3);
  if (clubs === "plane" && size.length === 2) return box(size, planeClubs(size), { players });
  if ((clubs !== "axis" && clubs !== "cube") || size.length !== 3 || Math.max(...size) > 9) {
    throw new Refused("clubs are plane on WxH, axis or cube on WxHxD with 3 to 9 a side");
  }
  return box(size, spaceClubs(size, clubs), { players });
}

function rows(size: number[], k: number, stones: number, first: number): Geometry {
  if (k > Math.max(...size)) throw new Refused("no row of k stones fits on a board of this size");
  return box(size, lines(size, k), { stones, first });
}

function plane(text: string, least: number, most: number): number[] {
  const size = text.split("x").map((side) => whole(side, least, most));
  if (size.length !== 2) throw new Refused("a size looks like 19x19");
  return size;
}

function whole(text: string, least: number, most: number): number {
  const value = /^(0|[1-9][0-9]?)$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new Refused(`an option must be a whole number from ${least} to ${most}, without leading zeros`);
  }
  return value;
}
