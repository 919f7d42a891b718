// Strict JSON: whole numbers alone, no name twice in an object, few levels. `JSON.parse` knows neither.

import { Refused } from "./limits";

export type Fields = ReadonlyMap<string, Value>;
export type Value = string | number | boolean | null | readonly Value[] | Fields;

/** No value of a certificate is nested more deeply than a claim's exceptions. */
const LEVELS = 8;
const DIGITS = 15;

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);
export const isFields = (value: Value | undefined): value is Fields => value instanceof Map;
export const isNumber = (value: Value | undefined): value is number => typeof value === "number";

export function parse(text: string): Value {
  return new Reader(text).whole();
}

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  whole(): Value {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  private fail(why = "not JSON as certificates have it"): never {
    throw new Refused(`${why} (column ${this.at + 1})`);
  }

  private space(): void {
    while (this.at < this.text.length && " \t\r\n".includes(this.text[this.at]!)) this.at++;
  }

  private take(sign: string): boolean {
    this.space();
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private need(sign: string): void {
    if (!this.take(sign)) this.fail();
  }

  private value(level: number): Value {
    if (level > LEVELS) this.fail("nested too deeply");
    this.space();
    const next = this.text[this.at] ?? "";
    if (next === "[") return this.list(level);
    if (next === "{") return this.object(level);
    if (next === '"') return this.string();
    if (next === "-" || (next >= "0" && next <= "9")) return this.number();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.fail();
  }

  private list(level: number): readonly Value[] {
    const found: Value[] = [];
    this.need("[");
    if (this.take("]")) return found;
    do found.push(this.value(level + 1));
    while (this.take(","));
    this.need("]");
    return found;
  }

  private object(level: number): Fields {
    const found = new Map<string, Value>();
    this.need("{");
    if (this.take("}")) return found;
    do {
      this.space();
      const name = this.string();
      this.need(":");
      if (found.has(name)) this.fail("a name stands twice in an object");
      found.set(name, this.value(level + 1));
    } while (this.take(","));
    this.need("}");
    return found;
  }

  private string(): string {
    STRING.lastIndex = this.at;
    const match = STRING.exec(this.text);
    if (!match) return this.fail();
    this.at = STRING.lastIndex;
    return JSON.parse(match[0]) as string;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match || match[0].length > DIGITS) return this.fail("numbers are whole, in digits alone");
    this.at = NUMBER.lastIndex;
    const after = this.text[this.at] ?? "";
    if (".eE0123456789".includes(after) && after) this.fail("numbers are whole, in digits alone");
    if (match[0].startsWith("-") && match[0] !== "-0") this.fail("a number has a sign");
    return match[0] === "-0" ? 0 : Number(match[0]);
  }
}

const WORDS: readonly (readonly [string, Value])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
];
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)/y;
