/** What is played with beside a board: cards, tiles, pieces in hand, calls. */
const besides = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("main .tray button, main .calls button")];

/** Where among them a key was pressed; -1 elsewhere. */
export const placeBeside = (target: EventTarget | null): number => besides().findIndex((one) => one === target);

/** Puts the cursor where it was among them, if what it lay on is gone and it lies nowhere now. */
export const focusBeside = (place: number): void => {
  const there = besides();
  if (document.activeElement === document.body) there[Math.min(place, there.length - 1)]?.focus();
};

/** Puts the cursor on the board, or on what is played with instead of one. */
export const focusBoard = (): void =>
  document
    .querySelector<HTMLElement | SVGElement>('main [role="grid"] [tabindex="0"], main .stage .tray button, main .stage .calls button')
    ?.focus();
