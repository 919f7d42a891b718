// The second checker: certificates that `kikashi solve --proof` wrote (packed, in base64) and small ones by
// hand are replayed; forged ones are refused. The verdicts are those of `kikashi check`.

import { expect, test } from "vitest";
import { answers } from "./answers";
import attacks from "./attacks.json";
import { linesOf } from "./bytes";
import packed from "./fixtures.json";
import { check, LimitMet, Refused } from "./index";
import { Budget, CAPS, capsOf } from "./limits";

type Line = unknown[];
interface File {
  header: Record<string, unknown>;
  nodes: Line[];
}

const bytes = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
const written = (file: File): Uint8Array =>
  new TextEncoder().encode([file.header, ...file.nodes].map((line) => JSON.stringify(line)).join("\n"));

async function fixture(name: keyof typeof packed): Promise<File> {
  const [header, ...nodes] = await linesOf(bytes(packed[name]), new Budget(CAPS));
  return { header: JSON.parse(header!) as File["header"], nodes: nodes.map((line) => JSON.parse(line) as Line) };
}

function byHand(game: string, options: object, start: string, claim: object, nodes: Line[], roots?: number[]): File {
  const end = roots ? { roots } : { root: nodes.length - 1 };
  return { header: { kikashi: "certificate", version: 1, game, options, start, claim, nodes: nodes.length, ...end }, nodes };
}

const refusal = async (file: File | Uint8Array): Promise<Refused | null> =>
  check(file instanceof Uint8Array ? file : written(file)).then(
    () => null,
    (why: unknown) => {
      if (why instanceof Refused) return why;
      throw why;
    },
  );

const NAMES = Object.keys(packed) as (keyof typeof packed)[];
const FOURS = "gomoku, a win by fours";
const DOUBLE = "connect6, a fastest win by double threats";
const NONE_FASTER = "connect6, why none is faster";

test.each([
  [FOURS, "black wins within 2 turns"],
  [DOUBLE, "black wins within 5 turns"],
  [NONE_FASTER, "black has no win by vcdt within 4 turns"],
  ["goclub, a win by fours", "black wins within 3 turns"],
  ["goclub, a win with quiet turns", "black wins within 5 turns"],
  ["gomoku, a win with zones", "black wins within 6 turns"],
  ["sets, a described game", "black wins within 2 turns"],
  ["goclub, no win within eleven plies", "black has no win by turns of any kind within 5 turns"],
] as const)("what the prover wrote is replayed: %s", async (name, sentence) => {
  expect((await check(bytes(packed[name]))).sentence).toBe(sentence);
});

test.each(NAMES)("a claim of a turn less or more, or for the other side, is refused: %s", async (name) => {
  const file = await fixture(name);
  const claim = file.header.claim as { side: string; turns: number };
  for (const other of [
    { ...claim, turns: claim.turns - 1 },
    { ...claim, turns: claim.turns + 1 },
    { ...claim, side: "white" },
    { kind: "hold", side: "white" },
    { kind: "draw" },
  ]) {
    expect(await refusal({ ...file, header: { ...file.header, claim: other } })).toBeInstanceOf(Refused);
  }
});

test.each(NAMES)("a wrong bound is refused, with the number of a node: %s", async (name) => {
  const file = await fixture(name);
  const root = file.header.root as number;
  for (const bound of [0, (file.nodes[root]![1] as number) + 1]) {
    const nodes = file.nodes.with(root, file.nodes[root]!.with(1, bound));
    expect((await refusal({ ...file, nodes }))?.node).not.toBeNull();
  }
});

test.each([FOURS, DOUBLE, "goclub, a win by fours", "sets, a described game"] as const)(
  "a changed cell of a turn is refused: %s",
  async (name) => {
    const file = await fixture(name);
    const [kind, bound, cells, ...rest] = file.nodes.at(-1) as [string, number, number[]];
    for (const cell of [0, 1, 3]) {
      const nodes = file.nodes.with(-1, [kind, bound, cells.with(0, cell), ...rest]);
      expect(await refusal({ ...file, nodes })).toBeInstanceOf(Refused);
    }
  },
);

test.each(NAMES)("a reply node without its replies is refused where replies were needed: %s", async (name) => {
  const file = await fixture(name);
  const at = file.nodes.findLastIndex(([kind, , replies]) => kind === "r" && (replies as Line[]).length > 0);
  if (at < 0) return expect(file.nodes.length).toBeLessThan(5);
  const nodes = file.nodes.with(at, file.nodes[at]!.with(2, []).with(3, []));
  expect((await refusal({ ...file, nodes }))?.node).toBe(at);
});

const NINE = { size: "3x3", k: "3", ring: "0" };
const BEFORE = "setup black=a1,b1 white=a2,b3 move=black left=1";
const AFTER = "setup black=a1,b1 white=a2,b3 move=white left=1";
const WIN = { kind: "win", side: "black", turns: 1 };
const EIGHT = { size: "8x8", k: "8", ring: "0" };
const EMPTY = "setup black=- white=- move=black left=1";
const NO_FOURS = { kind: "no-forcing-win", side: "black", by: "vcf", turns: 2 };
const NO_WIN = { kind: "no-forcing-win", side: "black", by: "any", turns: 2 };
const ROWS = { size: "3x2", k: "3", p: "1", q: "1" };
/** The centre as the first stone of the game, then a sum. */
const centre = (ring: string) =>
  byHand("gomoku", { size: "5x5", k: "5", ring }, EMPTY, { kind: "hold", side: "black" }, [["e", 0], ["t", 0, [12], 0]]);
const PAIRS = ["p", 0, [[0, 1], [3, 4]]];

test.each<[string, File]>([
  ["a set filled", byHand("gomoku", NINE, BEFORE, WIN, [["t", 1, [2], null]])],
  ["an open threat, the defence excepted", byHand("gomoku", NINE, AFTER, { ...WIN, except: [["c1"]] }, [["r", 1, [], []]])],
  ["a sum for both sides", byHand("gomoku", EIGHT, EMPTY, { kind: "draw" }, [["e", 0]], [0, 0])],
  ["a sum where turns are counted", byHand("gomoku", EIGHT, EMPTY, NO_FOURS, [["e", 2]])],
  ["a first stone where it may lie", centre("3")],
  ["pairs that hold", byHand("connect", ROWS, EMPTY, { kind: "hold", side: "white" }, [PAIRS])],
  ["no two sets at once within two turns", byHand("gomoku", NINE, EMPTY, NO_WIN, [["d", 2]])],
  ["pairs for both sides", byHand("connect", ROWS, EMPTY, { kind: "draw" }, [PAIRS], [0, 0])],
])("by hand: %s", async (_, file) => {
  expect(await refusal(file)).toBeNull();
});

test.each<[string, number | null, File]>([
  ["the defence not excepted", 0, byHand("gomoku", NINE, AFTER, WIN, [["r", 1, [], []]])],
  ["a stone on a stone", 0, byHand("gomoku", NINE, BEFORE, WIN, [["t", 1, [0], null]])],
  ["a branch that ends with nothing", 0, byHand("gomoku", NINE, BEFORE, WIN, [["t", 1, [5], null]])],
  ["an unmet node of bound 0 in a win", 0, byHand("gomoku", NINE, BEFORE, WIN, [["r", 0, [], []], ["t", 1, [2], null]])],
  ["an unmet leaf in a win", 0, byHand("gomoku", NINE, BEFORE, WIN, [["e", 1], ["t", 1, [2], null]])],
  ["a symmetry without a child", 0, byHand("gomoku", NINE, BEFORE, WIN, [["t", 1, [2], null, 0]])],
  ["a root with less than the turns", 0, byHand("gomoku", EIGHT, EMPTY, NO_FOURS, [["e", 1]])],
  ["a sum before a limited first stone", 0, byHand("gomoku", { ...EIGHT, ring: "1" }, EMPTY, { kind: "hold", side: "black" }, [["e", 0]])],
  ["a first stone where none may lie", 1, centre("1")],
  ["a set without a pair", 0, byHand("connect", ROWS, EMPTY, { kind: "hold", side: "white" }, [["p", 0, [[0, 1]]]])],
  ["pairs that share a cell", 0, byHand("connect", ROWS, EMPTY, { kind: "hold", side: "white" }, [["p", 0, [[0, 1], [1, 4]]]])],
  ["time for two sets at once", 0, byHand("gomoku", NINE, EMPTY, { ...NO_WIN, turns: 4 }, [["d", 4]])],
  ["a set that misses one, its side to move", 0, byHand("gomoku", NINE, BEFORE, NO_WIN, [["d", 2]])],
  ["no two sets where no turns are counted", 0, byHand("gomoku", NINE, EMPTY, { ...NO_WIN, turns: null }, [["d", 2]])],
  ["a draw with one root", null, byHand("connect", ROWS, EMPTY, { kind: "draw" }, [PAIRS])],
  ["options that are not in normal form", null, byHand("gomoku", { ...NINE, k: "03" }, BEFORE, WIN, [["t", 1, [2], null]])],
  ["a start that is not in normal form", null, byHand("gomoku", NINE, BEFORE.replace("a1,b1", "b1,a1"), WIN, [["t", 1, [2], null]])],
])("refused: %s", async (_, node, file) => {
  const why = await refusal(file);
  expect(why).toBeInstanceOf(Refused);
  expect(why?.node).toBe(node);
});

test("of two threats with as many empty cells the smaller number grows first", async () => {
  const cells = [..."abcdefghij"];
  const sets = JSON.stringify({
    name: "tie",
    cells,
    coordinates: cells.map((_, n) => [n, 0]),
    sets: [["b", "c", "j"], ["c", "d", "i"]],
    stones: 2,
    first: 2,
    players: 2,
    symmetries: [],
  });
  // Node 1 is a leaf that is wrong wherever it is met: only a reply that is never met may lead to it.
  const below: Line[] = [["e", 0], ["p", 0, []], ["r", 2, [], []], ["t", 2, [4, 5], 2]];
  const replies = [[[2, 4], 0], [[2, 5], 0], [[1, 3], 0]];
  const start = "setup black=i,j white=a,g,h move=white left=2";
  const made = (bad: number[]) =>
    byHand("sets", { sets }, start, { kind: "hold", side: "black" }, [...below, ["r", 3, [...replies, [bad, 1]], [[[2], 3]]]]);
  expect((await refusal(made([1, 2])))?.node).toBe(1);
  expect(await refusal(made([2, 3]))).toBeNull();
});

test("a file is about the position that was asked about, or refused", async () => {
  const file = byHand("gomoku", NINE, BEFORE, WIN, [["t", 1, [2], null]]);
  const asked = { game: "gomoku", options: NINE, start: BEFORE };
  expect((await check(written(file), asked)).nodes).toBe(1);
  await expect(check(written(file), { ...asked, start: AFTER })).rejects.toThrow("another position");
  await expect(check(written(file), { ...asked, options: { ...NINE, ring: "1" } })).rejects.toThrow("another position");
});

test.each([
  ["a doubled name", '{"kikashi":"certificate","kikashi":"certificate"}'],
  ["a fraction", '{"version":1.0}'],
  ["an exponent", '{"version":1e0}'],
  ["a sign", '{"version":-1}'],
  ["an empty line", "\n"],
  ["deep nesting", "[".repeat(100_000)],
  ["nothing", ""],
])("not a certificate: %s", async (_, text) => {
  expect(await refusal(new TextEncoder().encode(text))).toBeInstanceOf(Refused);
});

test("every limit is met by name", async () => {
  const data = bytes(packed[NONE_FASTER]);
  for (const caps of [{ bytes: 100 }, { text: 1000 }, { nodes: 10 }, { entries: 10 }, { depth: 2 }, { questions: 5 }, { seconds: 0 }]) {
    await expect(check(data, null, caps)).rejects.toBeInstanceOf(LimitMet);
  }
});

test("limits grow with the size of the file, as those of the first checker do", () => {
  const mib = 1 << 20;
  expect(capsOf(0)).toEqual(CAPS);
  expect(capsOf(mib)).toEqual(CAPS);
  const half = capsOf(mib + 63 * (mib / 2));
  expect([half.seconds, half.nodes, half.entries, half.text]).toEqual([480, 8_000_000, 16_000_000, 576 * mib]);
  const most = capsOf(64 * mib);
  expect([most.seconds, most.nodes, most.entries, most.text]).toEqual([900, 15_000_000, 30_000_000, 1024 * mib]);
  expect(capsOf(100 * mib)).toEqual(most);
});

/** One for each rule that random forgeries rarely reach: the files of tests/proofs/attacks.py. */
test.each(Object.entries(attacks))("a named attack is refused: %s", async (_, text) => {
  const why = await refusal(new TextEncoder().encode(text));
  expect(why).toBeInstanceOf(Refused);
  expect(why).not.toBeInstanceOf(LimitMet);
  expect(why?.node).not.toBeNull();
});

test("a packed file that is cut short is refused", async () => {
  const data = bytes(packed[DOUBLE]);
  expect(await refusal(data.subarray(0, data.length - 20))).toBeInstanceOf(Refused);
});

const NONE = { kind: "no-forcing-win", side: "black", by: "vcf", turns: 2, excepts: false } as const;
const WON = { kind: "win", side: "black", by: null, turns: 3, excepts: false } as const;
test.each([
  ["none within so many turns", NONE, {}, true],
  ["none within fewer", NONE, { turns: 1 }, true],
  ["none within more", NONE, { turns: 3 }, false],
  ["none at all, shown within some turns", NONE, { turns: null }, false],
  ["none at all", { ...NONE, turns: null }, { turns: null }, true],
  ["none of another class", NONE, { by: "any" }, false],
  ["none for the other side", NONE, { side: "white" }, false],
  ["none but for exceptions", { ...NONE, excepts: true }, {}, false],
  ["a win within more turns", WON, { turns: 4 }, true],
  ["a win within fewer turns", WON, { turns: 2 }, false],
  ["a win where none was shown", NONE, { kind: "win" }, false],
])("what was checked is compared with what the page says: %s", (_, checked, said, same) => {
  expect(answers(checked, { ...checked, ...said })).toBe(same);
});
