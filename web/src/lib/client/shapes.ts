// Names for the shapes that several pages use.

import type { components } from "./schema";

type Schemas = components["schemas"];
export type GameInfo = Schemas["GameAnswer"];
export type PositionQuery = Schemas["PositionQuery"];
export type Turn = Schemas["TurnAnswer"];
export type Seat = Schemas["SeatAnswer"];
export type Result = Schemas["ResultAnswer"];
export type PlayedGame = Omit<Schemas["PlayAnswer"], "position"> & { position: Position };
export type PlaySummary = Schemas["PlaySummary"];
/** The scene is the drawing's own plain data (kikashi.drawing.scene). */
export type Position = Omit<Schemas["PositionAnswer"], "scene"> & { scene: Scene };

export interface Point {
  cell: string;
  x: number;
  y: number;
  panel: number;
  column: number;
  row: number;
  playable: boolean;
}

export interface Stone {
  cell: string;
  x: number;
  y: number;
  colour: string;
  text: string;
  /** How else a piece can be shown: character, letter, figure. */
  forms: Partial<Record<PieceForm, string>>;
}

export type PieceForm = "character" | "letter" | "figure";

export interface Mark {
  kind: string;
  cell: string;
  x: number;
  y: number;
  colour: string;
  text: string;
  value: number;
}

export interface Trail {
  kind: string;
  places: [number, number][];
  colour: string;
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
  stones: Stone[];
  labels: { x: number; y: number; text: string; kind: string }[];
  trails: Trail[];
  marks: Mark[];
  language: string;
}

/** The drawing's data is open in the API's document; these say once that it is a scene. */
export const positionOf = (answer: Schemas["PositionAnswer"]): Position => answer as unknown as Position;
export const playedGame = (answer: Schemas["PlayAnswer"]): PlayedGame => answer as unknown as PlayedGame;
