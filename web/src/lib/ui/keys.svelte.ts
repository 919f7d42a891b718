// Keys of the page that is open: bound here, listed under "?".

import { untrack } from "svelte";

export interface Binding {
  /** The value of KeyboardEvent.key; letters in lower case. None: the binding is only listed. */
  key?: string;
  /** As the list shows it, where that is not the key itself. */
  shown?: string;
  says: string;
  act?: () => void;
}

class Keys {
  groups = $state.raw<readonly (() => readonly Binding[])[]>([]);
  open = $state(false);

  get bindings(): Binding[] {
    return this.groups.flatMap((group) => [...group()]);
  }

  press(event: KeyboardEvent): void {
    const { target } = event;
    // A window that was just closed may hold the focus for a moment; nobody types there.
    const typing =
      target instanceof HTMLElement &&
      !target.closest("dialog:not([open])") &&
      (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
    if (event.defaultPrevented || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    // Enter and Space press the button that has the focus.
    if ((event.key === "Enter" || event.key === " ") && target instanceof Element && target.closest("button, a, summary"))
      return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = name === "?" ? () => (this.open = true) : this.bindings.find((b) => b.key === name)?.act;
    if (!act) return;
    event.preventDefault();
    act();
  }
}

export const keys = new Keys();

/** Binds keys while the component that calls it is shown. `made` is read anew at every key. */
export function bindKeys(made: () => readonly Binding[]): void {
  $effect(() => {
    // Untracked: other pages' keys come and go without this one being bound again.
    keys.groups = [...untrack(() => keys.groups), made];
    return () => {
      keys.groups = keys.groups.filter((group) => group !== made);
    };
  });
}
