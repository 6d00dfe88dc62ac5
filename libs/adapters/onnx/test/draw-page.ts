import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Picture } from '@arbiter/ports';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

/** Free fonts that pdf.js brings, on which the adapter for PDF files depends. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Regular.ttf'), 'Sans');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Bold.ttf'), 'Bold');

/** A white picture with what is drawn on it, in black. */
export function drawPage(width: number, height: number, draw: (context: SKRSContext2D) => void): Picture {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'black';
  draw(context);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    pixels.set(data.subarray(4 * pixel, 4 * pixel + 3), 3 * pixel);
  }
  return { width, height, pixels };
}

/** Lines under each other. @param size of the letters, in pixels */
export function writeLines(
  context: SKRSContext2D,
  lines: readonly string[],
  { x = 60, y = 100, size = 24, leading = 1.4, font = 'Sans' } = {},
): void {
  context.font = `${size}px ${font}`;
  for (const [index, line] of lines.entries()) context.fillText(line, x, y + index * size * leading);
}

export const oneColour = (width: number, height: number, grey: number): Picture => ({
  width,
  height,
  pixels: new Uint8Array(3 * width * height).fill(grey),
});
