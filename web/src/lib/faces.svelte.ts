// How pieces, cards and tiles of a game look: asked for once a game, since answers only name them.

import { api } from "./client";
import type { Face, Scene } from "./client/shapes";
import { settings } from "./settings.svelte";
import { spoken } from "./words/catalogue";

type Known = ReadonlyMap<string, Face>;

class Faces {
  #games = $state.raw<Readonly<Record<string, Known>>>({});
  #asked = new Set<string>();

  /** The faces that a scene names, as far as they have come. */
  of(scene: Pick<Scene, "faces" | "faces_of">): Known {
    const game = scene.faces_of;
    const standing = game ? this.#games[game] : undefined;
    if (game && !standing) void this.#ask(game);
    if (!scene.faces.length) return standing ?? new Map();
    return new Map([...(standing ?? []), ...scene.faces.map((face): [string, Face] => [face.id, face])]);
  }

  async #ask(game: string): Promise<void> {
    if (this.#asked.has(game)) return;
    this.#asked.add(game);
    try {
      const { faces } = await api.get("/api/games/{game}/faces", { path: { game } });
      this.#games = { ...this.#games, [game]: new Map(faces.map((face) => [face.id, face])) };
    } catch {
      this.#asked.delete(game); // pieces show their texts meanwhile
    }
  }
}

export const faces = new Faces();

export interface Look {
  text: string;
  /** Markup that the room made. */
  icon: string;
}

/** How a face is shown in the piece set that the person chose, or else the scene's own. */
export function lookOf(face: Face | undefined, pieces: string, text = ""): Look {
  const set = pieces && settings.pieces !== "auto" ? settings.pieces : pieces;
  if (face?.icon && (set === "" || set === "figure")) return { text: "", icon: face.icon };
  const own = settings.pieces === "auto" || !pieces ? text : "";
  return { text: own || face?.forms?.[set] || text || face?.text || "", icon: "" };
}

export const faceName = (face: Face): string => spoken(face.names) || face.text || face.id;
