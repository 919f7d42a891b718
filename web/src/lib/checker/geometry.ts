// Boxes of cells: names, lines, symmetries. All that a game of the family is, is a Geometry.

export interface Geometry {
  /** Names, by cell number. */
  cells: readonly string[];
  sets: readonly (readonly number[])[];
  /** p: stones a turn. */
  stones: number;
  /** q: stones of the very first turn. */
  first: number;
  players: number;
  /** Cell to cell, the identity first. */
  symmetries: readonly (readonly number[])[];
  /** Where the first stone of the game may lie, if that is limited. */
  firstCells: ReadonlySet<number> | null;
}

export type Point = readonly number[];

/** All points of a box, the first coordinate running fastest: a point's place is its cell number. */
export function points(size: Point): number[][] {
  let found: number[][] = [[]];
  for (const side of [...size].reverse()) {
    found = found.flatMap((rest) => Array.from({ length: side }, (_, a) => [a, ...rest]));
  }
  return found;
}

/** The number of a point, or -1 outside. */
export function cellAt(size: Point, point: Point): number {
  let cell = 0;
  for (let axis = size.length - 1; axis >= 0; axis--) {
    const a = point[axis]!;
    if (a < 0 || a >= size[axis]!) return -1;
    cell = cell * size[axis]! + a;
  }
  return cell;
}

const letter = (a: number): string => String.fromCharCode(97 + a);

export const nameOf = (point: Point): string =>
  `${letter(point[0]!)}${point[1]! + 1}${point.length > 2 ? letter(point[2]!) : ""}`;

/** Every row, column and diagonal run of `length` cells of a board in the plane. */
export function lines(size: Point, length: number): number[][] {
  const found: number[][] = [];
  for (const [x, y] of points(size)) {
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
      const cells = Array.from({ length }, (_, n) => cellAt(size, [x! + n * dx, y! + n * dy]));
      if (!cells.includes(-1)) found.push(cells);
    }
  }
  return found;
}

/** The symmetries in the order of the reference, doubles left out. */
export function symmetries(size: Point): number[][] {
  const places = points(size);
  const found = new Map<string, number[]>();
  for (const order of orders(size.map((_, axis) => axis))) {
    if (order.some((from, axis) => size[from] !== size[axis])) continue;
    for (let flips = 0; flips < 1 << size.length; flips++) {
      const map = places.map((p) =>
        cellAt(
          size,
          order.map((from, axis) =>
            (flips >> (size.length - 1 - axis)) & 1 ? size[axis]! - 1 - p[from]! : p[from]!,
          ),
        ),
      );
      const key = map.join();
      if (!found.has(key)) found.set(key, map);
    }
  }
  return [...found.values()];
}

/** All orders of a list, in lexical order. */
function orders(items: readonly number[]): number[][] {
  if (!items.length) return [[]];
  return items.flatMap((one) => orders(items.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

export function box(size: Point, sets: number[][], more: Partial<Geometry> = {}): Geometry {
  return {
    cells: points(size).map(nameOf),
    sets,
    stones: 1,
    first: 1,
    players: 2,
    symmetries: symmetries(size),
    firstCells: null,
    ...more,
  };
}
