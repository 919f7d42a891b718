// A game that is described by a list of sets: read, bounded, and only in its normal form.

import type { Geometry } from "./geometry";
import { isFields, isList, isNumber, parse, type Value } from "./json";
import { Refused } from "./limits";

const FIELDS = ["name", "cells", "coordinates", "sets", "stones", "first", "players", "symmetries"];
const MAX_TEXT = 1_000_000;
const MAX_CELLS = 729;
const MAX_SETS = 65_000;
const MAX_SET = 15;
const MAX_STONES = 7;
const MAX_SYMMETRIES = 400;
const MAX_COORDINATE = 1000;
/** Cells of sets, times symmetries. */
const MAX_WORK = 4_000_000;

function fail(why: string): never {
  throw new Refused(`the description of the game: ${why}`);
}

export function described(text: string): Geometry {
  if (text.length > MAX_TEXT) fail("it is too long");
  const fields = parse(text);
  if (!isFields(fields) || fields.size !== FIELDS.length || FIELDS.some((name) => !fields.has(name))) {
    fail(`it has the fields ${FIELDS.join(", ")}`);
  }
  const name = fields.get("name");
  const length = typeof name === "string" ? [...name].length : 0;
  if (typeof name !== "string" || !length || length > 60 || /[\p{C}\p{Z}]/u.test(name.replaceAll(" ", ""))) {
    fail("its name is no printable text of 1 to 60 characters");
  }
  const cells = names(fields.get("cells"));
  const index = new Map(cells.map((cell, n) => [cell, n]));
  if (index.size !== cells.length) fail("two cells have one name");
  const places = coordinates(fields.get("coordinates"), cells.length);
  const sets = listOf(fields.get("sets"), 1, MAX_SETS).map((set) => {
    const found = listOf(set, 1, MAX_SET).map((cell) => cellOf(cell, index));
    return different(found).sort((a, b) => a - b);
  });
  const known = different(sets.map((set) => set.join()));
  sets.sort(lexical);
  const generators = listOf(fields.get("symmetries"), 0, MAX_SYMMETRIES).map((images) =>
    different(listOf(images, cells.length, cells.length).map((cell) => cellOf(cell, index))),
  );
  different(generators.map((map) => map.join()));
  generators.sort(lexical);
  const stones = number(fields.get("stones"), 1, MAX_STONES);
  const first = number(fields.get("first"), 1, MAX_STONES);
  const players = number(fields.get("players"), 2, 3);
  const named = (list: readonly number[]) => list.map((cell) => cells[cell]);
  const normal = ascii(
    JSON.stringify({
      name,
      cells,
      coordinates: places,
      sets: sets.map(named),
      stones,
      first,
      players,
      symmetries: generators.map(named),
    }),
  );
  if (normal !== text) fail("it is not in its normal form");
  const symmetries = group(generators, cells.length);
  if (symmetries.length * sets.reduce((sum, set) => sum + set.length, 0) > MAX_WORK) fail("too many symmetries");
  const all = new Set(known);
  for (const map of generators) {
    for (const set of sets) {
      const image = set.map((cell) => map[cell]!).sort((a, b) => a - b);
      if (!all.has(image.join())) fail("a symmetry maps a winning set to none");
    }
  }
  return { cells, sets, stones, first, players, symmetries, firstCells: null };
}

const ascii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

function lexical(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < a.length && n < b.length; n++) {
    if (a[n] !== b[n]) return a[n]! - b[n]!;
  }
  return a.length - b.length;
}

function listOf(value: Value | undefined, least: number, most: number): readonly Value[] {
  if (!isList(value) || value.length < least || value.length > most) fail("a list is missing, too short or too long");
  return value;
}

function number(value: Value | undefined, least: number, most: number): number {
  if (!isNumber(value) || value < least || value > most) fail(`a number is not from ${least} to ${most}`);
  return value;
}

function different<T>(list: T[]): T[] {
  if (new Set(list).size !== list.length) fail("something stands twice in a list");
  return list;
}

function names(value: Value | undefined): string[] {
  return listOf(value, 1, MAX_CELLS).map((name) => {
    if (typeof name !== "string" || !/^[a-z0-9]{1,8}$/.test(name) || name === "setup") fail("a cell has a wrong name");
    return name;
  });
}

function coordinates(value: Value | undefined, count: number): number[][] {
  const list = listOf(value, count, count).map((place) =>
    listOf(place, 2, 3).map((a) => number(a, 0, MAX_COORDINATE)),
  );
  if (list.some((place) => place.length !== list[0]!.length)) fail("places in the plane and in space");
  different(list.map((place) => place.join()));
  return list;
}

function cellOf(value: Value, index: ReadonlyMap<string, number>): number {
  const cell = typeof value === "string" ? index.get(value) : undefined;
  return cell ?? fail("a cell is named that is not there");
}

/** All symmetries that follow from the given ones: the identity, then the others in lexical order. */
function group(generators: readonly number[][], count: number): number[][] {
  const identity = Array.from({ length: count }, (_, cell) => cell);
  const found = new Map([[identity.join(), identity]]);
  const waiting = [identity];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const other of generators) {
      const both = one.map((cell) => other[cell]!);
      const key = both.join();
      if (found.has(key)) continue;
      if (found.size === MAX_SYMMETRIES) fail(`more than ${MAX_SYMMETRIES} symmetries`);
      found.set(key, both);
      waiting.push(both);
    }
  }
  // The identity is the first in lexical order.
  return [...found.values()].sort(lexical);
}
