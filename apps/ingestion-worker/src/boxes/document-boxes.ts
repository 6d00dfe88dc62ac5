import { ArbiterError, type MarkedPage, type PageBox } from '@arbiter/contracts';
import { type BlobStore, type ParsedPageBoxes, sharesOf, type StoredDocument } from '@arbiter/ports';
import { blobKeyOf } from '../library/document-blobs.js';
import {
  decodeTable,
  decodeWords,
  encodeBoxes,
  LENGTH_BYTES,
  type PageEntry,
  versionOf,
  WORD_NUMBERS,
} from './encode-boxes.js';

/** Read at once: the table of the pages of a book. */
const FIRST_BYTES = 32 * 1_024;
/** Words of one line share this much of the height of the lower one. */
const SAME_LINE = 0.5;
/** They stand at most so many heights apart: a justified line has wide spaces. */
const MAX_GAP = 2;

interface Span {
  readonly start: number;
  readonly end: number;
}

type BoxedDocument = Pick<StoredDocument, 'id' | 'collection' | 'contentHash' | 'length'>;

/** The boxes of a parsed document as they are stored; null if it has none. */
export async function boxesOf(
  document: BoxedDocument,
  boxes: readonly ParsedPageBoxes[] | undefined,
): Promise<Uint8Array | null> {
  return boxes && boxes.length > 0 ? encodeBoxes(boxes, versionOf(document)) : null;
}

/**
 * The places of a span on the pages of a document, with one box for the words of a line. Pages are read that hold some of it.
 *
 * @returns empty for a document without boxes, and for one that is being replaced
 * @throws ArbiterError UNAVAILABLE when the store does not answer, or the boxes are damaged
 */
export async function locateSpan(
  document: BoxedDocument,
  span: Span,
  blobs: Pick<BlobStore, 'get'>,
  signal: AbortSignal,
): Promise<MarkedPage[]> {
  const key = blobKeyOf(document, 'boxes');
  const read = (start: number, end: number) => blobs.get(key, signal, { start, end });
  let known = await read(0, FIRST_BYTES);
  if (!known) return [];
  try {
    const first = LENGTH_BYTES + known.readUInt32LE(0);
    if (first > known.length) known = await read(0, first);
    const pages = known && decodeTable(known.subarray(LENGTH_BYTES, first), versionOf(document));
    if (!known || !pages) return [];
    const marked: MarkedPage[] = [];
    let at = first;
    for (const page of pages) {
      const [from, to] = [at, at + page.bytes];
      at = to;
      if (page.start >= span.end || page.end <= span.start) continue;
      const bytes = to <= known.length ? known.subarray(from, to) : await read(from, to);
      const boxes = bytes ? lineBoxes(decodeWords(bytes), span, page) : [];
      if (boxes.length > 0) marked.push({ page: page.number, width: page.width, height: page.height, boxes });
    }
    return marked;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ArbiterError) throw error;
    const message = `The boxes of document "${document.id}" are damaged: read its source anew.`;
    throw new ArbiterError('UNAVAILABLE', message, { details: { documentId: document.id }, cause: error });
  }
}

/** The words of a span on a page, those side by side on a line as one box. */
function lineBoxes(words: readonly number[], span: Span, page: PageEntry): PageBox[] {
  const boxes: PageBox[] = [];
  for (let at = 0; at < words.length; at += WORD_NUMBERS) {
    const [start = 0, end = 0, left = 0, top = 0, right = 0, bottom = 0] = words.slice(at, at + WORD_NUMBERS);
    if (start >= span.end || end <= span.start) continue;
    const box = sharesOf({ left, top, right, bottom });
    const last = boxes.at(-1);
    if (last && isSameLine(last, box, page)) boxes[boxes.length - 1] = around(last, box);
    else boxes.push(box);
  }
  return boxes;
}

function isSameLine(a: PageBox, b: PageBox, { width, height, isUpright }: PageEntry): boolean {
  const across = overlapOf([a.left, a.right], [b.left, b.right], width);
  const down = overlapOf([a.top, a.bottom], [b.top, b.bottom], height);
  const [along, beside] = isUpright ? [across, down] : [down, across];
  return beside.shared >= SAME_LINE * beside.least && -along.shared <= MAX_GAP * beside.least;
}

/** What two ranges share, or below 0 how far they are apart, and the length of the shorter one; in points. */
function overlapOf(a: readonly [number, number], b: readonly [number, number], points: number) {
  const shared = Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
  return { shared: shared * points, least: Math.min(a[1] - a[0], b[1] - b[0]) * points };
}

function around(a: PageBox, b: PageBox): PageBox {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
