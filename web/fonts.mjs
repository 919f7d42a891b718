// Chinese characters for visitors whose machine has no font with them: the ones that the texts use, cut out of a free
// font into a few files. A browser fetches a file only when a character of it is shown and no font of the machine has
// it, so that the first page asks for the language switch alone, and an English board for its pieces.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fontverter from "fontverter";
import { Blob, Face } from "harfbuzzjs";
import subset from "subset-font";

const HERE = dirname(fileURLToPath(import.meta.url));
const FONT = "chocolate-classical-sans";
const FILES = join(HERE, `node_modules/@fontsource/${FONT}/files`);
const OUT = join(HERE, "src/fonts");
const CJK = /[\u2e80-\u9fff\uff00-\uffef]/gu;
/** For the file of all others: it comes first in the sheet, and later files with exact ranges go before it. */
const ALL = "U+2E80-9FFF, U+FF00-FFEF";
/** What English pages show: the name of the other language, and the word that the product is called by (利かし). */
const SWITCH = new Set("中文利");

const charactersOf = (texts) => new Set(texts.join("").match(CJK) ?? []);
const fileOf = (part) => join(FILES, `${FONT}-${part}-400-normal.woff2`);

/** Paths and texts of all files in a folder whose words can reach a page. */
function textsIn(folder) {
  return readdirSync(join(HERE, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && [".ts", ".svelte", ".json", ".md", ".py"].includes(extname(file.name)))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !/\/(?:tests|static|fonts)\/|\.test\.ts$|schema\.d\.ts$/.test(path))
    .map((path) => [path, readFileSync(path, "utf8")]);
}

/** The characters that one file of the font draws. */
async function drawnBy(part) {
  const face = new Face(new Blob(await fontverter.convert(readFileSync(fileOf(part)), "sfnt")), 0);
  return new Set([...face.collectUnicodes()].map((code) => String.fromCodePoint(code)));
}

const rules = [];
async function cut(name, part, characters, range = exact(characters)) {
  const data = await subset(readFileSync(fileOf(part)), [...characters].join(""), { targetFormat: "woff2" });
  writeFileSync(join(OUT, `${name}.woff2`), data);
  const source = `url("./${name}.woff2") format("woff2")`;
  rules.push(
    `@font-face {\n  font-family: "Kikashi CJK";\n  font-display: swap;\n  src: ${source};\n  unicode-range: ${range};\n}\n`,
  );
}

const exact = (characters) =>
  [...characters].map((character) => `U+${character.codePointAt(0).toString(16).toUpperCase()}`).join(", ");

const texts = [...textsIn("src"), ...textsIn("../src/kikashi")];
const used = charactersOf(texts.map(([, text]) => text));
const pieces = charactersOf(
  texts.filter(([path]) => /\/games\/.*\/(?:drawing|faces)\.py$/.test(path)).map(([, text]) => text),
);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const usual = await drawnBy("chinese-traditional");
const plain = new Set([...used].filter((character) => usual.has(character)));
await cut("cjk", "chinese-traditional", plain, ALL);
await cut("cjk-pieces", "chinese-traditional", new Set([...pieces].filter((c) => usual.has(c) && !SWITCH.has(c))));
await cut("cjk-switch", "chinese-traditional", SWITCH);

// The rarer ones, and marks of punctuation, lie in many small files of the font.
let rare = new Set([...used].filter((character) => !usual.has(character)));
const parts = readdirSync(FILES).flatMap((name) => new RegExp(`^${FONT}-(\\d+)-400-normal\\.woff2$`).exec(name)?.[1] ?? []);
for (const part of parts) {
  const drawn = await drawnBy(part);
  const here = new Set([...rare].filter((character) => drawn.has(character)));
  if (!here.size) continue;
  await cut(`cjk-${part}`, part, here);
  rare = new Set([...rare].filter((character) => !here.has(character)));
}
writeFileSync(join(OUT, "cjk.css"), rules.join(""));
if (rare.size) {
  console.error(`The font draws no ${[...rare].join(" ")}: visitors without a font of their own would see boxes.`);
  process.exitCode = 1;
}
