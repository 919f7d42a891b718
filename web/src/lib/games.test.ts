import { expect, test, vi } from "vitest";
import { games } from "./games.svelte";

test("a side is called as its own game calls it, and by its colour where that is unknown", () => {
  vi.spyOn(games, "read").mockResolvedValue();
  games.all = [{ id: "bridge", sides: { first: { en: "First", "zh-Hant": "先家" } } } as never];
  expect(games.sideOf("bridge", "first")).toBe("First");
  expect(games.sideOf("bridge", "red")).toBe("Red");
  expect(games.sideOf("unknown", "black")).toBe("Black");
});
