// The layers of a board in space, laid out anew so that their cells are as large as the room allows.

import type { Scene } from "../client/shapes";

const GAP = 14;

/** How many panels stand in a row when cells are largest. */
export function bestAcross(scene: Scene, width: number, height: number): number {
  const panel = scene.panels[0];
  const count = scene.panels.length;
  if (!panel || count < 2 || !width || !height) return count;
  const tall = panel.height + captionRoom(scene);
  const scaleOf = (across: number) =>
    Math.min(width / (across * (panel.width + GAP)), height / (Math.ceil(count / across) * (tall + GAP)));
  let best = 1;
  for (let across = 2; across <= count; across++) if (scaleOf(across) > scaleOf(best)) best = across;
  return best;
}

function captionRoom(scene: Scene): number {
  const first = scene.panels[0];
  const captions = scene.labels.filter((l) => l.kind === "caption" && first && l.y < first.y && l.y > first.y - 60);
  return first && captions.length ? first.y - Math.min(...captions.map((l) => l.y)) + 12 : 0;
}

/** The same scene with so many panels in a row. */
export function arranged(scene: Scene, across: number): Scene {
  const panel = scene.panels[0];
  if (!panel || scene.panels.length < 2) return scene;
  const over = captionRoom(scene);
  const homes = scene.panels.map((_, n) => ({
    x: (n % across) * (panel.width + GAP),
    y: Math.floor(n / across) * (panel.height + over + GAP) + over,
  }));
  const shift = (x: number, y: number): [number, number] => {
    const n = scene.panels.findIndex(
      (p) => x >= p.x && x <= p.x + p.width && y >= p.y - over && y <= p.y + p.height,
    );
    const [from, to] = [scene.panels[n], homes[n]];
    return from && to ? [x - from.x + to.x, y - from.y + to.y] : [x, y];
  };
  const moved = <T extends { x: number; y: number }>(thing: T): T => {
    const [x, y] = shift(thing.x, thing.y);
    return { ...thing, x, y };
  };
  return {
    ...scene,
    panels: scene.panels.map((p, n) => ({ ...p, ...homes[n] })),
    lines: scene.lines.map((line) => {
      const [x1, y1] = shift(line.x1, line.y1);
      const [x2, y2] = shift(line.x2, line.y2);
      return { ...line, x1, y1, x2, y2 };
    }),
    discs: scene.discs.map(moved),
    points: scene.points.map(moved),
    stones: scene.stones.map(moved),
    labels: scene.labels.filter((l) => (l.kind ?? "note") !== "note").map(moved),
    marks: scene.marks.map(moved),
    trails: scene.trails.map((t) => ({ ...t, places: t.places.map(([x, y]) => shift(x, y)) })),
  };
}
