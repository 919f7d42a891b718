// What stands on a cell: how it is shown, and how it is called.

import type { Stone } from "../client/shapes";
import { settings } from "../settings.svelte";
import { board } from "../words/board";

export function pieceName(stone: Stone): string {
  if (!stone.text) return board.of("stone", stone.colour);
  const figure = stone.forms.figure;
  const piece = figure ? board.of("figure", figure) : stone.text;
  return board.of("piece", stone.colour, { piece });
}

/** The text on a piece in the piece set that the person chose; empty where a figure is drawn. */
export function faceOf(stone: Stone): { text: string; figure: string } {
  const { pieces } = settings;
  const figure = pieces === "figure" ? (FIGURES[stone.forms.figure ?? ""] ?? "") : "";
  if (figure) return { text: "", figure };
  return { text: (pieces !== "auto" && stone.forms[pieces]) || stone.text, figure: "" };
}

/** Line drawings on a grid of 24, by the figure's name. */
const FIGURES: Record<string, string> = {
  general: "M4 18h16 M5 18L3.500 8l5 4L12 5l3.500 7 5-4L19 18 M12 3.200v.1",
  advisor: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8z M5 20c0-5 3-7 7-7s7 2 7 7z M12 13v7",
  elephant: "M4 19v-8a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v6a2 2 0 0 1-4 0v-3 M4 19h3v-4h5v4h3v-4 M16 9.500v.1 M10 5c-2 2-2 5 0 7",
  horse: "M7 20h11c.500-6-1-11-6-14L11 3 9.500 6C7 7.500 5.500 10 4.500 13l2 2 4-2c0 3-2.500 4-3.500 7z M11 9v.1",
  chariot: "M6 20h12 M7 17h10l-1-8H8z M6 9V4h3v2h2V4h2v2h2V4h3v5z",
  cannon: "M3 15L17 6l2.500 4L8 17 M11 18a3.500 3.500 0 1 1-7 0a3.500 3.500 0 1 1 7 0 M16 20h5 M20.500 4l1.500-1",
  soldier: "M12 4a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7z M9 11c0 4-1.500 6-3 9h12c-1.500-3-3-5-3-9 M8 13h8",
};
