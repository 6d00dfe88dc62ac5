import { PdfiumRenderer } from '@arbiter/adapters-pdfium';
import { drawJpeg, drawPng } from '@arbiter/adapter-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { COLLECTION, INN, library } from '../../test/ingestion-library.js';
import { useParserThread } from '../../test/parser-thread.js';
import { documentIdOf } from '../library/document-identity.js';
import { PagePictures } from '../pages/page-pictures.js';

const { read, expectReadOrRefused } = useParserThread();
const { signal } = new AbortController();
const draw = (width: number, height: number) => drawPng({ width, height, samples: (x, y) => [x % 256, y % 256, 9] });
const PLAN = draw(500, 300);
const ICON = draw(32, 32);

describe('a picture in a folder', () => {
  it('is a document that its name finds, with a page that can be drawn', async () => {
    const { ingest, find, documents, blobs } = library({
      '/library/plans/harbour-plan.png': PLAN,
      '/library/inn.md': INN,
    });
    expect((await ingest()).warnings).toEqual([
      { source: 'plans/harbour-plan.png', warning: expect.stringMatching('its text is the name of its file') },
    ]);
    expect(await find('harbour plan')).toEqual(['harbour plan']);
    const document = (await documents.get(documentIdOf(COLLECTION, '/library/plans/harbour-plan.png'), signal))!;
    expect(document).toMatchObject({ title: 'harbour plan', mediaType: 'image/png', pages: [{ number: 1, start: 0 }] });
    const pictures = new PagePictures({ renderer: new PdfiumRenderer(), blobs, kept: null });
    expect([...(await pictures.picture(document, { page: 1, width: 200 }, signal)).subarray(0, 2)]).toEqual([
      0xff, 0xd8,
    ]);
    await pictures.close();
  });

  it('is left out with a reason when it is an icon, also after it was a picture', async () => {
    const { ingest, find, files } = library({
      '/library/plan.png': PLAN,
      '/library/icon.png': ICON,
      '/library/inn.md': INN,
    });
    const reason = 'It is a small picture (32 × 32 pixels), such as an icon.';
    const first = await ingest();
    expect(first.counts).toMatchObject({ found: 2, added: 2, skipped: 1, failed: 0 });
    expect(first.leftOut).toEqual([{ source: 'icon.png', reason }]);
    files.set('/library/plan.png', ICON);
    const second = await ingest();
    expect(second.counts).toMatchObject({ found: 1, unchanged: 1, deleted: 1, skipped: 2 });
    expect(await find('plan')).toEqual([]);
  });

  it('by the thousand leaves a list that ends', async () => {
    const icons = Array.from({ length: 1_200 }, (_, n) => [`/library/${n}.png`, ICON] as const);
    const { counts, leftOut } = await library({ ...Object.fromEntries(icons), '/library/inn.md': INN }).ingest();
    expect([counts.skipped, counts.added, leftOut?.length]).toEqual([1_200, 1, 1_000]);
  });
});

describe('in the thread of the parsers', () => {
  it('a picture is known by its bytes, and a text is none whatever its name', async () => {
    expect((await read('notes.txt', drawJpeg({ width: 480, height: 240, blocks: () => [9] }))).text).toBe('notes');
    await expect(read('chart.png', Buffer.from('a picture\n'))).rejects.toThrow('chart.png is not a readable picture');
  });

  it.each([
    [
      'of 20,000 × 20,000 pixels',
      drawPng({ width: 20_000, height: 20_000, data: new Uint8Array(0), samples: () => [] }),
    ],
    [
      'that unpacks to 200 MB',
      drawPng({ width: 500, height: 500, data: new Uint8Array(200_000_000), samples: () => [] }),
    ],
    ['without its pixels', PLAN.subarray(0, 60)],
  ])('one %s is refused', async (_, bytes) => {
    expect(await expectReadOrRefused('map.png', bytes)).toBeUndefined();
  });

  it('one of 39 million pixels is read', async () => {
    const large = drawPng({
      width: 6_500,
      height: 6_000,
      colour: 0,
      bits: 1,
      data: new Uint8Array(6_000 * 814),
      samples: () => [],
    });
    expect((await read('map.png', large)).text).toBe('map');
  });
});
