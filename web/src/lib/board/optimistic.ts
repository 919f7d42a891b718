// The board as it will be: a stone is drawn at once, and the server's answer replaces the picture.

import type { Choice, Mark, Scene, Stone, Tray } from "../client/shapes";

const WHILE_WAITING = new Set(["best", "heat", "threat"]);

/** The scene after a move that it offers, as far as that can be drawn without rules. */
export function afterMove(scene: Scene, word: string, colour: string): Scene {
  const choice = scene.choices.find((c) => c.word === word);
  if (!choice) return scene;
  const target = scene.points.find((p) => p.cell === (choice.end || choice.start));
  const stone = target ? landing(scene, choice, colour) : null;
  if (!target || !stone) return { ...scene, choices: [] };
  const { cell, x, y } = target;
  const mark: Mark = { kind: "pending", cell, x, y, colour: stone.colour };
  const placing = (choice.kind ?? "place") === "place";
  return {
    ...scene,
    // Where stones are placed the rest stays open; what else may follow, the server says.
    choices: placing ? scene.choices.filter((c) => c.end !== cell && (c.kind ?? "place") === "place") : [],
    stones: [...scene.stones.filter((s) => s.cell !== cell && s.cell !== choice.start), { ...stone, cell, x, y }],
    marks: [...scene.marks.filter((m) => !WHILE_WAITING.has(m.kind)), mark],
    trails: scene.trails.filter((t) => t.kind === "win"),
    trays: scene.trays.map((tray) => without(tray, choice.start ?? "")),
  };
}

/** What will lie at the end of a choice; null where only the server knows. */
function landing(scene: Scene, choice: Choice, colour: string): Pick<Stone, "colour" | "text" | "face"> | null {
  switch (choice.kind ?? "place") {
    case "place":
      return { colour };
    case "move":
      return scene.stones.find((s) => s.cell === choice.start) ?? null;
    case "drop": {
      const item = scene.trays.flatMap((tray) => tray.items ?? []).find((i) => i.place === choice.start);
      return item ? { colour, face: item.face } : null;
    }
    default:
      return null;
  }
}

function without(tray: Tray, place: string): Tray {
  if (!place || !tray.items?.some((item) => item.place === place)) return tray;
  const items = tray.items.flatMap((item) => {
    if (item.place !== place) return [item];
    const left = (item.count ?? 1) - 1;
    return left > 0 ? [{ ...item, count: left }] : [];
  });
  return { ...tray, items };
}
