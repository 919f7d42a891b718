// The text of a file that somebody opens. Old records are seldom UTF-8: shogi programs write Shift-JIS, and SGF names
// its character set in CA.

const SHOGI = /\.(kif|csa)$/i;
const NAMED = /CA\[([\w:.-]{1,40})\]/;
const NAMED_WITHIN = 4096; // bytes from the beginning, as the server looks for it

export function textOf(data: Uint8Array, name: string): string {
  const wide = data[0] === 0xff && data[1] === 0xfe ? "utf-16le" : data[0] === 0xfe && data[1] === 0xff ? "utf-16be" : "";
  const head = new TextDecoder("latin1").decode(data.subarray(0, NAMED_WITHIN));
  const guesses = [wide || "utf-8", NAMED.exec(head)?.[1] ?? "", SHOGI.test(name) ? "shift_jis" : ""];
  for (const guess of guesses.filter(Boolean)) {
    try {
      return new TextDecoder(guess, { fatal: true }).decode(data);
    } catch {
      // not this one, or a name that no browser knows
    }
  }
  // Moves are ASCII in what is left; names and remarks show what could not be read.
  return new TextDecoder().decode(data);
}
