// Colours for what CSS does not draw: canvases.

/** A design token ("--accent") as the theme shows it now. */
export function colourOf(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
