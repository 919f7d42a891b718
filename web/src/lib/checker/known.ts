// The games whose law the second checker knows; apart from the laws, so that a page can ask without them.

export const KNOWN = ["gomoku", "connect", "connect6", "goclub", "sets"] as const;
export type Known = (typeof KNOWN)[number];

export const knows = (game: string): game is Known => (KNOWN as readonly string[]).includes(game);
