// A scene seen from the other side of the board: every panel turned by half, letters kept upright.

import type { Scene } from "../client/shapes";

type Panel = Scene["panels"][number];

export function turnedScene(scene: Scene): Scene {
  const home = (x: number, y: number): Panel | undefined =>
    scene.panels.find((p) => x >= p.x && x <= p.x + p.width && y >= p.y && y <= p.y + p.height);
  const flip = (x: number, y: number): [number, number] => {
    const panel = home(x, y);
    return panel ? [2 * panel.x + panel.width - x, 2 * panel.y + panel.height - y] : [x, y];
  };
  const moved = <T extends { x: number; y: number }>(thing: T): T => {
    const [x, y] = flip(thing.x, thing.y);
    return { ...thing, x, y };
  };
  return {
    ...scene,
    lines: scene.lines.map((line) => {
      const [x1, y1] = flip(line.x1, line.y1);
      const [x2, y2] = flip(line.x2, line.y2);
      return { ...line, x1, y1, x2, y2 };
    }),
    discs: scene.discs.map(moved),
    points: scene.points.map(moved),
    stones: scene.stones.map(moved),
    marks: scene.marks.map(moved),
    trails: scene.trails.map((trail) => ({
      ...trail,
      places: trail.places.map(([x, y]) => flip(x, y)),
    })),
    labels: scene.labels.map((label) => {
      const [x, y] = flip(label.x, label.y);
      if (label.kind === "column") return { ...label, x };
      if (label.kind === "row") return { ...label, y };
      return (label.kind ?? "note") === "note" || !home(label.x, label.y) ? label : { ...label, x, y };
    }),
  };
}
