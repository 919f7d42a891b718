// Words for people. A catalogue holds one area's sentences, both languages side by side, so that
// neither can lack one; it is a function that speaks the language the person chose.

import { settings, type Language } from "../settings.svelte";

export type Gaps = Record<string, string | number>;
type Entries = Record<string, readonly [en: string, zh: string]>;

export interface Words<Key extends string> {
  /** The sentence in the chosen language, with the gaps in braces filled. */
  (key: Key, gaps?: Gaps): string;
  in(language: Language, key: Key, gaps?: Gaps): string;
  /** A word whose key the server chose; what the catalogue lacks is said as it is. */
  of(prefix: string, name: string, gaps?: Gaps): string;
  keys: readonly Key[];
}

export function catalogue<E extends Entries>(entries: E): Words<keyof E & string> {
  type Key = keyof E & string;
  const speak = (language: Language, key: Key, gaps: Gaps = {}): string =>
    (entries[key]?.[language === "en" ? 0 : 1] ?? key).replace(
      /\{(\w+)\}/g,
      (whole, gap: string) => String(gaps[gap] ?? whole),
    );
  const words = (key: Key, gaps?: Gaps) => speak(settings.language, key, gaps);
  return Object.assign(words, {
    in: speak,
    of: (prefix: string, name: string, gaps?: Gaps) => {
      const key = `${prefix}.${name}`;
      return key in entries ? words(key as Key, gaps) : name;
    },
    keys: Object.keys(entries) as Key[],
  });
}

/** A text that the server gives in both languages. */
export function spoken(texts: Partial<Record<string, string>>): string {
  return texts[settings.language] ?? texts["en"] ?? "";
}
