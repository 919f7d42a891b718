import { expect, test } from "vitest";
import { preferredLanguage, settings } from "../settings.svelte";
import { board } from "./board";
import { catalogue, type Words } from "./catalogue";
import { told } from "./refusals";

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

test("one word for one thing in Chinese", () => {
  for (const { file, words } of catalogues)
    for (const key of words.keys)
      expect(words.in("zh-Hant", key), `${file} ${key}`).not.toMatch(/您|憑證|工作室|機運|社員|朋友連結|第 \{number\} 級/);
});

test("a Chinese page says no English sentence of the server", () => {
  settings.language = "zh-Hant";
  expect(told("you have no such game", "not-found")).toBe("找不到，或不屬於你。");
  expect(told("line 3, game 2, move 7: h8 already holds a stone")).toBe("第 3 行、第 2 局、第 7 著：不合規則或格式");
  expect(told("something unheard of went wrong", "strange-code")).toBe("無法完成。");
  expect(told("已停止。")).toBe("已停止。");
  settings.language = "en";
  expect(told("you have no such game", "not-found")).toBe("you have no such game");
});
