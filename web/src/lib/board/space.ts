// A board in space, drawn by three.js: panels are layers, one above the other. This file is the only
// one that imports three.js; it is loaded when a board in space is first shown.

import {
  AmbientLight,
  BufferGeometry,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene as World,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Mark, Point, Scene } from "../client/shapes";

const LAYER = 1.35; // layers stand a little further apart than cells
const STONE = 0.34;
const DOT = 0.055;
const REACH = 0.36; // how near to a cell the pointer must come
const CLICK = 6; // pixels: a press that moves further turns the board

export interface SpaceColours {
  line: string;
  focus: string;
  last: string;
  win: string;
}

export interface SpaceEvents {
  onhover: (cell: string | null) => void;
  onpress: (cell: string | null, finger: boolean) => void;
}

const STONES: Record<string, number> = { black: 0x1b1b1f, white: 0xf4f0e8, red: 0xc23a28 };

/** The ring round the last stone: red as everywhere, but round a red stone one that is seen. */
export const ringOf = (mark: Pick<Mark, "colour">, colours: SpaceColours): string =>
  mark.colour === "red" ? colours.win : colours.last;

export class SpaceView {
  readonly #renderer: WebGLRenderer;
  readonly #world = new World();
  readonly #camera = new PerspectiveCamera(42, 1, 0.1, 200);
  readonly #controls: OrbitControls;
  readonly #lattice = new Group();
  readonly #things = new Group();
  readonly #ray = new Raycaster();
  readonly #ball = new SphereGeometry(STONE, 40, 28);
  readonly #ring = new TorusGeometry(STONE * 1.12, 0.035, 12, 48);
  #cells: InstancedMesh | null = null;
  #points: Point[] = [];
  #usable: (cell: string) => boolean = () => false;
  #pressed: Vector2 | null = null;
  #frame = 0;
  #size = "";

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly events: SpaceEvents,
    private colours: SpaceColours,
  ) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(5, 12, 8);
    this.#world.add(new AmbientLight(0xffffff, 1.5), sun, this.#lattice, this.#things);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enablePan = false;
    this.#controls.addEventListener("change", () => this.#draw());
    canvas.addEventListener("pointerdown", this.#down);
    canvas.addEventListener("pointerup", this.#up);
    canvas.addEventListener("pointermove", this.#move);
    canvas.addEventListener("pointerleave", this.#leave);
  }

  resize(width: number, height: number): void {
    if (!width || !height) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#draw();
  }

  show(
    scene: Scene,
    colour: string | null,
    pointed: string | null,
    colours: SpaceColours,
    usable: (cell: string) => boolean,
  ): void {
    this.colours = colours;
    this.#usable = usable;
    const size = this.#extent(scene.points).toArray().join("x");
    if (size !== this.#size) {
      this.#size = size;
      this.#build(scene.points);
    }
    this.#points = scene.points;
    this.#things.clear();
    const home = new Map(scene.points.map((p) => [p.cell, this.#place(p)]));
    const winning = new Set(
      scene.trails
        .filter((t) => t.kind === "win")
        .flatMap((t) => t.places)
        .map(([x, y]) => scene.points.find((p) => Math.hypot(p.x - x, p.y - y) < 1)?.cell),
    );
    for (const stone of scene.stones) {
      const place = home.get(stone.cell);
      if (!place) continue;
      this.#put(place, STONES[stone.colour] ?? 0x888888, 1);
      if (winning.has(stone.cell)) this.#mark(place, this.colours.win);
    }
    for (const mark of scene.marks) {
      const place = home.get(mark.cell);
      if (!place) continue;
      if (mark.kind === "last" || mark.kind === "pending")
        this.#mark(place, ringOf(mark, this.colours));
      if (mark.kind === "threat" || mark.kind === "best") this.#mark(place, this.colours.focus);
    }
    const at = pointed ? home.get(pointed) : undefined;
    if (at && colour) {
      this.#put(at, STONES[colour] ?? 0x888888, 0.55);
      this.#mark(at, this.colours.focus);
    }
    this.#draw();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.canvas.removeEventListener("pointerdown", this.#down);
    this.canvas.removeEventListener("pointerup", this.#up);
    this.canvas.removeEventListener("pointermove", this.#move);
    this.canvas.removeEventListener("pointerleave", this.#leave);
    this.#controls.dispose();
    this.#renderer.dispose();
  }

  #extent(points: readonly Point[]): Vector3 {
    const most = (of: (p: Point) => number) => Math.max(...points.map(of));
    return new Vector3(most((p) => p.column), most((p) => p.panel), most((p) => p.row));
  }

  #place(point: Point): Vector3 {
    const [width = 0, layers = 0, depth = 0] = this.#size.split("x").map(Number);
    return new Vector3(
      point.column - width / 2,
      (point.panel - layers / 2) * LAYER,
      depth / 2 - point.row,
    );
  }

  /** The empty board: a dot a cell, a line along every row of them. */
  #build(points: readonly Point[]): void {
    this.#lattice.clear();
    const places = points.map((p) => this.#place(p));
    const known = new Set(points.map((p) => `${p.panel} ${p.column} ${p.row}`));
    const ends: number[] = [];
    for (const [n, point] of points.entries()) {
      for (const [layer, column, row] of [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const) {
        if (!known.has(`${point.panel + layer} ${point.column + column} ${point.row + row}`)) continue;
        const from = places[n] ?? new Vector3();
        ends.push(from.x, from.y, from.z, from.x + column, from.y + layer * LAYER, from.z - row);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(ends, 3));
    const line = new LineBasicMaterial({ color: new Color(this.colours.line), transparent: true, opacity: 0.28 });
    this.#lattice.add(new LineSegments(geometry, line));
    const matrix = new Matrix4();
    const dots = new InstancedMesh(
      new SphereGeometry(DOT, 10, 8),
      new MeshBasicMaterial({ color: new Color(this.colours.line) }),
      points.length,
    );
    const cells = new InstancedMesh(
      new SphereGeometry(REACH, 8, 6),
      new MeshBasicMaterial({ visible: false }),
      points.length,
    );
    for (const [n, place] of places.entries()) {
      matrix.setPosition(place);
      dots.setMatrixAt(n, matrix);
      cells.setMatrixAt(n, matrix);
    }
    this.#cells = cells;
    this.#lattice.add(dots, cells);
    const far = this.#extent(points).multiply(new Vector3(1, LAYER, 1)).length() + 1.5;
    this.#camera.position.set(far * 0.62, far * 0.6, far * 0.92);
    this.#controls.minDistance = far * 0.5;
    this.#controls.maxDistance = far * 2.5;
    this.#controls.update();
  }

  #put(place: Vector3, colour: number, opacity: number): void {
    const paint = new MeshStandardMaterial({ color: colour, roughness: 0.38, transparent: opacity < 1, opacity });
    const ball = new Mesh(this.#ball, paint);
    ball.position.copy(place);
    this.#things.add(ball);
  }

  #mark(place: Vector3, colour: string): void {
    const ring = new Mesh(this.#ring, new MeshBasicMaterial({ color: new Color(colour) }));
    ring.position.copy(place);
    ring.rotation.x = Math.PI / 2;
    this.#things.add(ring);
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#renderer.render(this.#world, this.#camera));
  }

  #under(event: PointerEvent): string | null {
    if (!this.#cells) return null;
    const box = this.canvas.getBoundingClientRect();
    this.#ray.setFromCamera(
      new Vector2(
        ((event.clientX - box.left) / box.width) * 2 - 1,
        1 - ((event.clientY - box.top) / box.height) * 2,
      ),
      this.#camera,
    );
    // Taken cells do not hide the free ones behind them.
    const hits = this.#ray.intersectObject(this.#cells);
    const found = hits.map((hit) => this.#points[hit.instanceId ?? -1]).find((p) => p && this.#usable(p.cell));
    return found?.cell ?? null;
  }

  #down = (event: PointerEvent): void => {
    this.#pressed = new Vector2(event.clientX, event.clientY);
  };

  #up = (event: PointerEvent): void => {
    const from = this.#pressed;
    this.#pressed = null;
    if (from && from.distanceTo(new Vector2(event.clientX, event.clientY)) < CLICK)
      this.events.onpress(this.#under(event), event.pointerType !== "mouse");
  };

  #move = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && !event.buttons) this.events.onhover(this.#under(event));
  };

  #leave = (): void => this.events.onhover(null);
}
