import { readFile } from 'node:fs/promises';
import { isDrawn, isScanned, type OpenPages, type Picture } from '@arbiter/ports';
import { FONT, onePage, PAGE, pdf, stream, TEXT } from '@arbiter/testing/pdf';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PdfiumRenderer } from './pdfium.renderer.js';

const { signal } = new AbortController();
const renderer = new PdfiumRenderer();
const SURVEY = new URL('../../../../domains/lantern-coast/papers/breakwater-survey.pdf', import.meta.url);

let pages: OpenPages | undefined;
const open = async (bytes: Uint8Array) => (pages = await renderer.open(bytes, signal));
afterEach(() => pages?.close());

/** A page of 600 × 800 points with some content; further objects are number 6 and so on. */
const sheet = (content: string, { page = PAGE, more = [] as readonly string[] } = {}) =>
  onePage({ 3: page, 4: stream(content) }, more);

/** Red, green and blue at a place in shares of the picture. */
function colourAt({ width, height, pixels }: Picture, x: number, y: number): number[] {
  const at = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
  return [...pixels.subarray(at, at + 3)];
}
const isDark = ({ pixels }: Picture) => pixels.some((value) => value < 100);

const RED = [255, 0, 0];
const WHITE = [255, 255, 255];
/** Red over the upper left quarter. */
const CORNER = '1 0 0 rg 0 400 300 400 re f';

describe('PdfiumRenderer', () => {
  it('draws a page as wide as asked, in red, green and blue from the top', async () => {
    const { pageCount } = await open(sheet(CORNER));
    const picture = await pages!.render(1, { width: 301 });
    expect(pageCount).toBe(1);
    expect([picture.width, picture.height, picture.pixels.length]).toEqual([301, 401, 3 * 301 * 401]);
    expect([0.25, 0.75].map((x) => [0.25, 0.75].map((y) => colourAt(picture, x, y)))).toEqual([
      [RED, WHITE],
      [WHITE, WHITE],
    ]);
  });

  it.each<[string, string, number[], [number, number], [number, number]]>([
    ['turned', '/Rotate 90', [400, 300], [0.75, 0.25], [0.25, 0.75]],
    ['cut', '/CropBox [0 400 600 800]', [400, 267], [0.25, 0.75], [0.75, 0.75]],
  ])('draws a page as it is shown: %s', async (_, box, size, red, white) => {
    const page = PAGE.replace('/Contents', `${box} /Contents`);
    const picture = await (await open(sheet(CORNER, { page }))).render(1, { width: 400 });
    expect([picture.width, picture.height]).toEqual(size);
    expect([colourAt(picture, ...red), colourAt(picture, ...white)]).toEqual([RED, WHITE]);
  });

  it('writes the same picture as a JPEG file', async () => {
    const jpeg = await (await open(await readFile(SURVEY))).renderJpeg(2, { width: 1_200 });
    expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect([...jpeg.subarray(-2)]).toEqual([0xff, 0xd9]);
    // The frame header (ITU-T T.81, B.2.2): SOF0, length, precision, height, width.
    const frame = Buffer.from(jpeg).indexOf(Buffer.of(0xff, 0xc0));
    expect([Buffer.from(jpeg).readUInt16BE(frame + 5), Buffer.from(jpeg).readUInt16BE(frame + 7)]).toEqual([
      1_700, 1_200,
    ]);
    expect(jpeg.length).toBeGreaterThan(50_000);
    expect(jpeg.length).toBeLessThan(400_000);
  });

  it('draws letters whose font the file does not bring along', async () => {
    for (const font of [FONT, FONT.replace('Helvetica', 'NoSuchFont-Bold'), '<< /Type /Font /Subtype /Type1 >>'])
      expect(isDark(await (await open(onePage({ 5: font }))).render(1, { width: 600 }))).toBe(true);
    const nowhere = await (await open(sheet('BT /Missing 12 Tf 50 700 Td (Lamp) Tj ET'))).render(1, { width: 600 });
    expect(nowhere.width).toBe(600);
  });

  it.each([0, -1, 3, 1_000_000])('has no page %i', async (page) => {
    await open(await readFile(SURVEY));
    for (const call of [
      () => pages!.describe(page),
      () => pages!.render(page, { width: 300 }),
      () => pages!.renderJpeg(page, { width: 300 }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('has 2') });
    expect((await pages!.render(2, { width: 300 })).width).toBe(300);
  });

  it('draws no picture that nobody may ask for', async () => {
    await open(sheet(''));
    for (const width of [99, 2_401, 200.5, NaN]) await expect(pages!.render(1, { width })).rejects.toThrow(RangeError);
  });

  it('works on calls one after the other, and answers each', async () => {
    await open(await readFile(SURVEY));
    const widths = Array.from({ length: 12 }, (_, at) => 100 + at);
    const pictures = await Promise.all(widths.map((width) => pages!.render(1 + (width % 2), { width })));
    expect(pictures.map(({ width }) => width)).toEqual(widths);
  });
});

describe('objects of a page', () => {
  const describePage = async (...given: Parameters<typeof sheet>) => (await open(sheet(...given))).describe(1);

  it('are counted by kind, without text that is not seen', async () => {
    const text = 'BT /F 12 Tf 50 700 Td (seen) Tj 3 Tr (unseen) Tj 0 Tr (seen) Tj ET';
    expect(await describePage(`${text} 50 50 m 90 90 l S 10 10 20 20 re f`)).toMatchObject({
      texts: 2,
      paths: 2,
      images: 0,
    });
  });

  it('cover a share of the page together, and one as large as the page is its ground', async () => {
    const twice = '0 0 300 400 re f 0 0 300 400 re f';
    const { pathArea } = await describePage(`0 0 600 800 re f ${twice} 300 0 300 200 re f`);
    expect(pathArea).toBeCloseTo(3 / 8, 2);
  });

  it('are found in forms within forms, where their matrices put them', async () => {
    const image = stream(
      '\0',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    );
    const form = (content: string, name: string, of: number) =>
      stream(
        content,
        `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Matrix [.5 0 0 .5 0 0] /Resources << /XObject << /${name} ${of} 0 R >> >>`,
      );
    const page = PAGE.replace('/Font', '/XObject << /A 6 0 R >> /Font');
    const more = [form('/B Do', 'B', 7), form('600 0 0 800 0 0 cm /I Do', 'I', 8), image];
    const objects = await describePage('/A Do', { page, more });
    expect(objects).toMatchObject({ images: 1, paths: 0 });
    expect(objects.imageArea).toBeCloseTo(1 / 16, 2);
    expect([isDrawn(objects), isScanned(objects)]).toEqual([true, false]);
  });

  it('tell a scan with the text of a recogniser from a page of text', async () => {
    const image = stream(
      '\0',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    );
    const page = PAGE.replace('/Font', '/XObject << /I 6 0 R >> /Font');
    const scan = 'q 580 0 0 780 10 10 cm /I Do Q BT 3 Tr /F 12 Tf 50 700 Td (recognised) Tj ET';
    expect(isScanned(await describePage(scan, { page, more: [image] }))).toBe(true);
    const text = await describePage('BT /F 12 Tf 50 700 Td (The lamp.) Tj ET 50 50 m 90 50 l S');
    expect([isDrawn(text), isScanned(text)]).toEqual([false, false]);
  });

  it('flag the page of the sample world that has a table, and not the one without', async () => {
    await open(await readFile(SURVEY));
    expect([isDrawn(await pages!.describe(1)), isDrawn(await pages!.describe(2))]).toEqual([false, true]);
  });

  it('of a document with ten thousand pages are those of the last one, too', async () => {
    const kids = Array.from({ length: 10_000 }, (_, at) => `${at + 5} 0 R`).join(' ');
    const page = PAGE.replace('4 0 R', '3 0 R').replace('5 0 R', '4 0 R');
    const catalog = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count 10000 >>`];
    const many = await open(pdf([...catalog, TEXT, FONT, ...Array<string>(10_000).fill(page)]));
    expect([many.pageCount, await many.describe(10_000)]).toMatchObject([10_000, { texts: 1 }]);
    expect(isDark(await many.render(10_000, { width: 300 }))).toBe(true);
  });
});
