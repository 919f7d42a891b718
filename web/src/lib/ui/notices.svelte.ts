// Short messages at the foot of the page: what was done, or why it was not.

import { Refusal } from "../client";
import { told } from "../words/refusals";
import { shell } from "../words/shell";

export interface Notice {
  id: number;
  text: string;
  kind: "done" | "problem";
}

const SHOWN = 6000; // milliseconds; a problem stays until it is closed

class Notices {
  all = $state<Notice[]>([]);
  #next = 0;

  tell(text: string, kind: Notice["kind"] = "done"): void {
    const id = this.#next++;
    this.all = [...this.all.filter((n) => n.text !== text), { id, text, kind }].slice(-3);
    if (kind === "done") setTimeout(() => this.close(id), SHOWN);
  }

  /** For `catch`: says what the server said, in its words. */
  refused = (refusal: unknown): void => {
    if (refusal instanceof DOMException && refusal.name === "AbortError") return;
    this.tell(sentence(refusal), "problem");
  };

  close(id: number): void {
    this.all = this.all.filter((n) => n.id !== id);
  }
}

/** What to say of a refusal. */
export function sentence(refusal: unknown): string {
  if (refusal instanceof Refusal) return refusal.code === "offline" ? shell("offline") : told(refusal.message, refusal.code);
  return told(refusal instanceof Error ? refusal.message : String(refusal));
}

export const notices = new Notices();

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.tell(shell("copied"));
  } catch {
    notices.tell(shell("copyFailed", { text }), "problem");
  }
}
