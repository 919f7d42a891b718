/** Puts the cursor on the board, or on what is played with instead of one. */
export const focusBoard = (): void =>
  document
    .querySelector<HTMLElement | SVGElement>('main [role="grid"] [tabindex="0"], main .stage .tray button, main .stage .calls button')
    ?.focus();
