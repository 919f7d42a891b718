// What a person has chosen for the whole studio. Kept in this browser; the studio works without it.

export type Language = "en" | "zh-Hant";
export type Theme = "auto" | "light" | "dark";

export type PieceSet = "auto" | "character" | "letter" | "figure";

export const PIECE_SETS: readonly PieceSet[] = ["auto", "character", "letter", "figure"];
/** How moves are written; empty: as is usual in the language. */
export type Notation = "" | "en" | "zh-Hant" | "words";
export const NOTATIONS: readonly Notation[] = ["", "en", "zh-Hant", "words"];
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage may be forbidden
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // see above
  }
}

export function preferredLanguage(languages: readonly string[]): Language {
  const first = languages.find((l) => /^(zh|en)\b/i.test(l));
  return first?.toLowerCase().startsWith("zh") ? "zh-Hant" : "en";
}

const known = (text: string | null): Language | null =>
  text === "en" || text === "zh-Hant" ? text : null;

const browserLanguages = typeof navigator === "undefined" ? [] : navigator.languages;

class Settings {
  language = $state<Language>(known(remembered("language")) ?? preferredLanguage(browserLanguages));
  theme = $state<Theme>(THEMES.find((t) => t === remembered("theme")) ?? "auto");
  /** Numbers of the turns on the stones. */
  numbers = $state(remembered("numbers") === "yes");
  coordinates = $state(remembered("coordinates") !== "no");
  /** Threats are shown against the first levels, until somebody hides them. */
  helped = $state(remembered("helped") !== "no");
  /** How pieces are shown; "auto": as is usual in the language. */
  pieces = $state<PieceSet>(PIECE_SETS.find((p) => p === remembered("pieces")) ?? "auto");

  notation = $state<Notation>(NOTATIONS.find((n) => n === remembered("notation")) ?? "");

  write(notation: Notation): void {
    this.notation = notation;
    remember("notation", notation);
  }

  speak(language: Language): void {
    this.language = language;
    remember("language", language);
    this.dress();
  }

  nextTheme(): void {
    this.dressAs(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? "auto");
  }

  dressAs(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
    this.dress();
  }

  toggle(what: "numbers" | "coordinates" | "helped"): void {
    this[what] = !this[what];
    remember(what, this[what] ? "yes" : "no");
  }

  showPieces(as: PieceSet): void {
    this.pieces = as;
    remember("pieces", as);
  }

  /** Puts language and theme on the document, for style sheets and screen readers. */
  dress(): void {
    document.documentElement.lang = this.language;
    document.documentElement.dataset["theme"] = this.theme;
  }
}

export const settings = new Settings();
