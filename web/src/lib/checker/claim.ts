// The claims of the family.

import type { Geometry } from "./geometry";
import { type Fields, isFields, isList, isNumber, type Value } from "./json";
import { Refused } from "./limits";
import { other, type Side, SIDES, type Start } from "./position";

export interface Claim {
  kind: "win" | "hold" | "draw" | "no-forcing-win";
  /** Who has something to show, once for each root. */
  provers: readonly Side[];
  side: Side | null;
  /** Turns that are counted; null where none are. */
  turns: number | null;
  /** The class, in `no-forcing-win`. */
  by: string | null;
  /** Stones that a turn of the class asks for. */
  level: number;
  except: readonly (readonly number[])[];
  sentence: string;
}

const MOST_TURNS = 1_000_000;
const MOST_EXCEPTIONS = 16;

export function claimOf(value: Value | undefined, rules: Geometry, start: Start): Claim {
  if (!isFields(value)) throw new Refused("the claim is no object");
  const kind = value.get("kind");
  switch (kind) {
    case "win": {
      fieldsOf(value, ["kind", "side", "turns"], true);
      const side = sideOf(value);
      const turns = turnsOf(value.get("turns"));
      const except = exceptionsOf(value, rules, start, other(side));
      const sentence = `${side} wins within ${turns} ${turns === 1 ? "turn" : "turns"}`;
      return { ...NOTHING, kind, provers: [side], side, turns, ...excepted(sentence, except, rules) };
    }
    case "hold": {
      fieldsOf(value, ["kind", "side"]);
      const side = sideOf(value);
      return { ...NOTHING, kind, provers: [side], side, sentence: `${side} does not lose` };
    }
    case "draw":
      fieldsOf(value, ["kind"]);
      return { ...NOTHING, kind, provers: SIDES, sentence: "neither side can force a win" };
    case "no-forcing-win": {
      fieldsOf(value, ["kind", "side", "by", "turns"], true);
      const side = sideOf(value);
      const turns = value.get("turns") === null ? null : turnsOf(value.get("turns"));
      const by = value.get("by");
      if (by !== "any" && by !== "vcdt" && by !== "vcst" && !(by === "vcf" && rules.stones === 1)) {
        throw new Refused("the class of the claim is any, vcdt or vcst, or vcf where a turn has one stone");
      }
      const except = exceptionsOf(value, rules, start, side);
      const within = turns === null ? "" : ` within ${turns} ${turns === 1 ? "turn" : "turns"}`;
      const told = excepted(`${side} has no win by ${by === "any" ? "turns of any kind" : by}${within}`, except, rules);
      const level = by === "any" ? 0 : by === "vcdt" ? rules.stones : 1;
      return { kind, provers: [other(side)], side, turns, by, level, ...told };
    }
    default:
      throw new Refused("the claim is none of win, hold, draw and no-forcing-win");
  }
}

const NOTHING = { side: null, turns: null, by: null, level: 0, except: [] };

function fieldsOf(value: Fields, names: readonly string[], exceptions = false): void {
  for (const name of value.keys()) {
    if (!names.includes(name) && !(exceptions && name === "except")) throw new Refused("the claim has an unknown field");
  }
  if (names.some((name) => !value.has(name))) throw new Refused(`the claim has the fields ${names.join(", ")}`);
}

function sideOf(value: Fields): Side {
  const side = value.get("side");
  if (side !== "black" && side !== "white") throw new Refused("the claim's side is neither black nor white");
  return side;
}

function turnsOf(value: Value | undefined): number {
  if (!isNumber(value) || value < 1 || value > MOST_TURNS) throw new Refused(`a claim counts 1 to ${MOST_TURNS} turns`);
  return value;
}

function exceptionsOf(value: Fields, rules: Geometry, start: Start, opponent: Side): number[][] {
  if (!value.has("except")) return [];
  const lists = value.get("except");
  if (start.mover !== opponent) throw new Refused("exceptions belong to the side that shows nothing, if it is to move");
  if (!isList(lists) || !lists.length || lists.length > MOST_EXCEPTIONS) {
    throw new Refused(`a claim has 1 to ${MOST_EXCEPTIONS} exceptions`);
  }
  const most = Math.max(rules.stones, rules.first);
  return lists.map((names) => {
    if (!isList(names) || !names.length || names.length > most) throw new Refused(`an exception has 1 to ${most} cells`);
    const cells = names.map((name) => rules.cells.findIndex((cell) => cell === name));
    if (cells.includes(-1)) throw new Refused("an exception names a cell that is not there");
    if (new Set(cells).size !== cells.length) throw new Refused("an exception names a cell twice");
    return cells;
  });
}

function excepted(sentence: string, except: number[][], rules: Geometry): Pick<Claim, "sentence" | "except"> {
  if (!except.length) return { sentence, except };
  const told = except.map((cells) => cells.map((cell) => rules.cells[cell]).join("+")).join(" or with ");
  return { sentence: `${sentence} unless the other side begins with ${told}`, except };
}
