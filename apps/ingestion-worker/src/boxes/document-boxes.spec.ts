import type { MarkedPage } from '@arbiter/contracts';
import type { BlobStore, ByteRange, ParsedPageBoxes } from '@arbiter/ports';
import { InMemoryBlobStore } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { blobKeyOf } from '../library/document-blobs.js';
import { boxesOf, locateSpan } from './document-boxes.js';

const { signal } = new AbortController();
const DOCUMENT = { id: 'd1', collection: 'lore', contentHash: 'a'.repeat(64), length: 1_000_000 };

/** Words of 4 letters and a space, 10 on a line and 30 lines on a page, of which each begins 300 words after the one before. */
function page(number: number, { isUpright = true, lines = 30, noise = 0 } = {}): ParsedPageBoxes {
  const words = Array.from({ length: 10 * lines }, (_, index) => {
    const start = ((number - 1) * 300 + index) * 5;
    const [line, word] = [Math.floor(index / 10), index % 10];
    const [left, top] = [word * 900 + 500 + ((Math.imul(start, 2_654_435_761) >>> 16) % (noise + 1)), line * 300 + 500];
    const edges = [left, top, left + 800, top + 150];
    return [start, start + 4, ...(isUpright ? edges : [edges[1]!, edges[0]!, edges[3]!, edges[2]!])];
  });
  return { number, width: 600, height: 800, isUpright, words: Int32Array.from(words.flat()) };
}

/** A store that remembers what was read. */
class WatchedBlobs implements Pick<BlobStore, 'get'> {
  readonly ranges: (ByteRange | undefined)[] = [];
  constructor(readonly inner: InMemoryBlobStore) {}
  get(...[key, given, range]: Parameters<BlobStore['get']>) {
    this.ranges.push(range);
    return this.inner.get(key, given, range);
  }
}

let blobs: WatchedBlobs;
beforeEach(() => {
  blobs = new WatchedBlobs(new InMemoryBlobStore());
});
const keep = async (pages: readonly ParsedPageBoxes[], document = DOCUMENT): Promise<number> => {
  const bytes = await boxesOf(document, pages);
  await blobs.inner.put(blobKeyOf(document, 'boxes'), bytes!, signal);
  return bytes!.length;
};
const locate = (start: number, end: number, document = DOCUMENT): Promise<MarkedPage[]> =>
  locateSpan(document, { start, end }, blobs, signal);

describe('the places of a span', () => {
  it('are one box for the words of a line, and one more for each line that it goes on over', async () => {
    await keep([page(1)]);
    expect(await locate(10, 29)).toEqual([
      { page: 1, width: 600, height: 800, boxes: [{ left: 0.23, top: 0.05, right: 0.58, bottom: 0.065 }] },
    ]);
    const [{ boxes }] = (await locate(40, 59)) as [MarkedPage];
    expect(boxes).toEqual([
      { left: 0.77, top: 0.05, right: 0.94, bottom: 0.065 },
      { left: 0.05, top: 0.08, right: 0.22, bottom: 0.095 },
    ]);
  });

  it('hold a word of which the span has a letter, and no word that it only touches', async () => {
    await keep([page(1)]);
    const box = { left: 0.14, top: 0.05, right: 0.22, bottom: 0.065 };
    expect(await locate(6, 7)).toMatchObject([{ boxes: [box] }]);
    expect(await locate(4, 10)).toMatchObject([{ boxes: [box] }]);
    expect(await locate(4, 5)).toEqual([]);
  });

  it('are apart where words of one height stand far from each other', async () => {
    await keep([{ ...page(1), words: Int32Array.from([0, 4, 500, 500, 900, 650, 5, 9, 6000, 500, 6400, 650]) }]);
    expect((await locate(0, 9))[0]?.boxes).toHaveLength(2);
  });

  it('run along the lines of a page on which they run up and down', async () => {
    await keep([page(1, { isUpright: false })]);
    expect((await locate(40, 59))[0]?.boxes).toEqual([
      { left: 0.05, top: 0.77, right: 0.065, bottom: 0.94 },
      { left: 0.08, top: 0.05, right: 0.095, bottom: 0.22 },
    ]);
  });

  it('are on each page that the span goes on over', async () => {
    await keep([page(1), page(2), page(3)]);
    expect((await locate(1_495, 3_004)).map(({ page: number, boxes }) => [number, boxes.length])).toEqual([
      [1, 1],
      [2, 30],
      [3, 1],
    ]);
  });

  it('are read without the other pages of a book', async () => {
    const size = await keep(Array.from({ length: 500 }, (_, index) => page(index + 1, { noise: 90 })));
    expect(await locate(450 * 1_500, 450 * 1_500 + 49)).toMatchObject([{ page: 451, boxes: [{}] }]);
    const read = blobs.ranges.reduce((sum, range) => sum + (range ? range.end - range.start : Infinity), 0);
    expect(blobs.ranges).toHaveLength(2);
    expect(read).toBeLessThan(size / 4);
  });

  it('are found behind a table that is longer than what is read first', async () => {
    const sizes = Array.from({ length: 5_000 }, (_, index) => ({ width: index / 7, height: index / 3 }));
    await keep(sizes.map((size, index) => ({ ...page(index + 1, { lines: 1 }), ...size })));
    expect(await locate(4_999 * 1_500, 4_999 * 1_500 + 4)).toMatchObject([{ page: 5_000, boxes: [{}] }]);
  });

  it('are none for a document without boxes, and for boxes of another version of it', async () => {
    expect(await boxesOf(DOCUMENT, undefined)).toBeNull();
    expect(await boxesOf(DOCUMENT, [])).toBeNull();
    expect(await locate(0, 9)).toEqual([]);
    await keep([page(1)]);
    expect(await locate(0, 9, { ...DOCUMENT, contentHash: 'b'.repeat(64) })).toEqual([]);
    expect(await locate(0, 9, { ...DOCUMENT, length: 7 })).toEqual([]);
  });

  it('are refused with their key where they are damaged', async () => {
    await keep([page(1)]);
    const bytes = (await boxesOf(DOCUMENT, [page(1)]))!;
    const cut = [bytes.subarray(0, 3), bytes.subarray(0, 40)];
    for (const damaged of [...cut, bytes.with(20, 0), bytes.with(bytes.length - 9, 0)]) {
      await blobs.inner.put(blobKeyOf(DOCUMENT, 'boxes'), damaged, signal);
      await expect(locate(0, 9)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { documentId: DOCUMENT.id } });
    }
  });
});
