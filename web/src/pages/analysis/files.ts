// Files that leave the page: saved by the browser, never sent anywhere.

export function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const WIDEST = 800; // pixels: sharp on a page, and a few hundred kilobytes

/** A picture of our own server, drawn again as PNG. */
export async function asPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, WIDEST / Math.max(image.naturalWidth, image.naturalHeight));
  canvas.width = Math.round(scale * image.naturalWidth);
  canvas.height = Math.round(scale * image.naturalHeight);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((kept, failed) =>
    canvas.toBlob((blob) => (blob ? kept(blob) : failed(new Error("no picture"))), "image/png"),
  );
}
