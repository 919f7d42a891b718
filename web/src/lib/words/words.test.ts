import { expect, test } from "vitest";
import { preferredLanguage } from "../settings.svelte";
import { board } from "./board";
import { catalogue, type Words } from "./catalogue";

const areas = import.meta.glob<Record<string, unknown>>("./*.ts", { eager: true });
const catalogues = Object.entries(areas).flatMap(([file, module]) =>
  Object.values(module)
    .filter((thing): thing is Words<string> => typeof thing === "function" && "keys" in thing)
    .map((words) => ({ file, words })),
);

test("every area has a catalogue", () => {
  expect(catalogues.length).toBeGreaterThanOrEqual(5);
});

test("every sentence has the same gaps in both languages", () => {
  const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
  for (const { file, words } of catalogues)
    for (const key of words.keys)
      expect(gaps(words.in("en", key)), `${file} ${key}`).toEqual(gaps(words.in("zh-Hant", key)));
});

test("no sentence is empty in either language", () => {
  for (const { file, words } of catalogues)
    for (const key of words.keys)
      for (const language of ["en", "zh-Hant"] as const)
        expect(words.in(language, key).trim(), `${file} ${key} ${language}`).not.toBe("");
});

test("gaps are filled, and what a catalogue lacks is said as it is", () => {
  expect(board.in("en", "wins", { side: "Black" })).toBe("Black wins");
  expect(board.in("zh-Hant", "wins", { side: "黑方" })).toBe("黑方獲勝");
  expect(board.of("colour", "north")).toBe("north");
  expect(catalogue({ a: ["{x} and {y}", "{x} 與 {y}"] }).in("en", "a", { x: 1 })).toBe("1 and {y}");
});

test("the browser's first known language decides", () => {
  expect(preferredLanguage(["zh-TW", "en"])).toBe("zh-Hant");
  expect(preferredLanguage(["fr", "en-GB"])).toBe("en");
  expect(preferredLanguage([])).toBe("en");
});
