// What the server says, and how it is asked. The shapes are those of /api/openapi.json.

export type Language = "en" | "zh-Hant";
export type Translated = Record<Language, string>;

export interface RuleOption {
  name: string;
  default: string;
  help: Translated;
}

export interface GameInfo {
  id: string;
  names: Translated;
  options: RuleOption[];
  player_names: string[];
  computers: string[];
}

export interface Point {
  cell: string;
  x: number;
  y: number;
  panel: number;
  column: number;
  row: number;
  playable: boolean;
}

export interface Scene {
  width: number;
  height: number;
  title: string;
  description: string;
  unit: number;
  panels: { x: number; y: number; width: number; height: number; caption: string }[];
  lines: { x1: number; y1: number; x2: number; y2: number; kind: string }[];
  discs: { x: number; y: number; radius: number; kind: string }[];
  points: Point[];
  stones: { cell: string; x: number; y: number; colour: string; text: string }[];
  labels: { x: number; y: number; text: string; kind: string }[];
  trails: { kind: string; places: [number, number][]; colour: string }[];
  marks: {
    kind: string;
    cell: string;
    x: number;
    y: number;
    colour: string;
    text: string;
    value: number;
  }[];
  language: string;
}

export interface Turn {
  player: number;
  moves: string[];
  complete: boolean;
}

export interface Position {
  game: string;
  options: Record<string, string>;
  start: string;
  moves: string[];
  text: string;
  player_names: string[];
  to_move: number;
  moves_left: number;
  turns: Turn[];
  result: { reason: string; payoffs: number[]; winner: number | null } | null;
  threats: { player: number; level: number; sets: number; cells: string[] }[];
  scene: Scene;
}

export interface PositionQuery {
  game: string;
  options: Record<string, string>;
  start: string;
  moves: string[];
  language: Language;
  threats: boolean;
  numbers: boolean;
}

export interface Reply {
  kind: "opinion";
  moves: string[];
  reason: string;
  position: Position;
}

/** A refusal of the server: a problem document, or no answer at all (`code` "offline"). */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new Refusal("offline", "");
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const problem = answer as { code?: string; detail?: string };
    throw new Refusal(problem.code ?? "unknown", problem.detail ?? response.statusText);
  }
  return answer as T;
}

export const listGames = () => ask<{ games: GameInfo[] }>("api/games").then((a) => a.games);

export const readRules = (game: string, language: Language) =>
  ask<{ text: string }>(`api/games/${encodeURIComponent(game)}/rules?language=${language}`).then(
    (a) => a.text,
  );

export const readPosition = (query: PositionQuery) => ask<Position>("api/positions", query);

export const askForReply = (query: PositionQuery & { player: string; seed: number }) =>
  ask<Reply>("api/replies", query);
