import { drawJpeg, drawPng } from '@arbiter/adapter-kit/testing';
import { isScanned, type OpenPages, type Picture } from '@arbiter/ports';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PdfiumRenderer } from './pdfium.renderer.js';

const { signal } = new AbortController();
const renderer = new PdfiumRenderer();
const size = { width: 480, height: 240 };

let pages: OpenPages | undefined;
afterEach(() => pages?.close());

/** The file as a page, and whether each of its quarters is dark, row by row. */
async function draw(bytes: Uint8Array): Promise<Picture & { readonly dark: readonly boolean[] }> {
  pages = await renderer.open(bytes, signal);
  expect([pages.pageCount, isScanned(await pages.describe(1))]).toEqual([1, true]);
  const picture = await pages.render(1, { width: 400 });
  const { width, height, pixels } = picture;
  const brightness = (x: number, y: number) =>
    pixels[3 * (Math.floor(y * height) * width + Math.floor(x * width))] ?? 0;
  return { ...picture, dark: [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => brightness(x, y) < 100)) };
}

describe('a picture file is a page', () => {
  it.each([
    ['grey', { colour: 0, samples: (x: number, y: number) => [x < 240 && y < 120 ? 0 : 255] }],
    [
      'a palette',
      { colour: 3, palette: [255, 255, 255, 0, 0, 0], samples: (x: number, y: number) => [x < 240 && y < 120 ? 1 : 0] },
    ],
    [
      'opacity',
      {
        colour: 4,
        bits: 16,
        isInterlaced: true,
        samples: (x: number, y: number) => [0, x < 240 && y < 120 ? 65_535 : 0],
      },
    ],
  ] as const)('of %s, upright and whole', async (_, options) => {
    const { width, height, dark } = await draw(drawPng({ ...size, ...options }));
    expect([width, height, dark]).toEqual([400, 200, [true, false, false, false]]);
  });

  it('turned as a camera says', async () => {
    const blocks = (x: number, y: number) => [x < 30 && y < 15 ? 0 : 255];
    const { width, height, dark } = await draw(drawJpeg({ ...size, orientation: 6, blocks }));
    expect([width, height, dark]).toEqual([400, 800, [false, true, false, false]]);
  });

  it.each([true, false])('of four inks, inverted: %s', async (isAdobe) => {
    const blocks = (x: number, y: number) =>
      [0, 0, 0, (x < 30 && y < 15) !== isAdobe ? 255 : 0].map((ink, at) => (isAdobe && at < 3 ? 255 : ink));
    expect((await draw(drawJpeg({ ...size, blocks, isAdobe }))).dark).toEqual([true, false, false, false]);
  });

  it('or is refused', async () => {
    const huge = drawPng({ width: 20_000, height: 20_000, data: new Uint8Array(0), samples: () => [] });
    await expect(renderer.open(huge, signal)).rejects.toThrow('The document has 20000 × 20000 pixels');
  });
});
