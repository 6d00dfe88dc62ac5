import { promisify } from 'node:util';
import { gunzipSync, gzip, type ZlibOptions } from 'node:zlib';
import type { ParsedPageBoxes, StoredDocument } from '@arbiter/ports';
import { z } from 'zod';

/** Raised when the layout of the bytes changes. Others are not read: the document then has no boxes. */
const REVISION = 1;
/** Bytes that say how long the table of pages is. */
export const LENGTH_BYTES = 4;
/** Numbers of a word: start, end, left, top, right, bottom. */
export const WORD_NUMBERS = 6;

/** A third of the time of the usual level, for a sixth more bytes. */
const LEVEL = 3;

const compressed = promisify<string, ZlibOptions, Buffer>(gzip);

const PageEntry = z.object({
  number: z.int().min(1),
  width: z.number().min(0),
  height: z.number().min(0),
  isUpright: z.boolean(),
  /** From the first word to the last one, in the text. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** Length of its words, which lie behind those of the pages before. */
  bytes: z.int().min(1),
});
export type PageEntry = z.output<typeof PageEntry>;

const PageTable = z.object({ revision: z.literal(REVISION), of: z.string(), pages: z.array(PageEntry) });

/** What boxes are of, so that those of another version of a document are not taken for its own. */
export function versionOf({ contentHash, length }: Pick<StoredDocument, 'contentHash' | 'length'>): string {
  return `${contentHash}:${length}`;
}

/**
 * The boxes of a document as bytes: the length of a table of its pages, the table, and the words of each page. Each part is compressed
 * by itself, so that a span is found without the other pages.
 */
export async function encodeBoxes(pages: readonly ParsedPageBoxes[], of: string): Promise<Buffer> {
  const entries: PageEntry[] = [];
  const parts: Buffer[] = [];
  for (const { number, width, height, isUpright, words } of pages) {
    const part = await compressed(JSON.stringify(differences(words)), { level: LEVEL });
    const [start = 0, end = 0] = [words[0], words[words.length - WORD_NUMBERS + 1]];
    entries.push({ number, width, height, isUpright, start, end, bytes: part.length });
    parts.push(part);
  }
  const table = { revision: REVISION, of, pages: entries } satisfies z.input<typeof PageTable>;
  const head = await compressed(JSON.stringify(table), { level: LEVEL });
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...parts]);
}

/** @returns null for the table of another version of the document, or of the software. @throws Error for damaged bytes */
export function decodeTable(bytes: Uint8Array, of: string): readonly PageEntry[] | null {
  const table = PageTable.safeParse(JSON.parse(gunzipSync(bytes).toString('utf8')));
  return table.success && table.data.of === of ? table.data.pages : null;
}

/** @returns numbers as `ParsedPageBoxes.words` has them. @throws Error for damaged bytes */
export function decodeWords(bytes: Uint8Array): number[] {
  const words = z.array(z.int()).parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
  for (let at = WORD_NUMBERS; at < words.length; at++) words[at] = (words[at] ?? 0) + (words[at - WORD_NUMBERS] ?? 0);
  return words;
}

/** Neighbours differ little, so that they compress well. */
function differences(words: Int32Array): number[] {
  return Array.from(words, (value, at) => value - (at < WORD_NUMBERS ? 0 : (words[at - WORD_NUMBERS] ?? 0)));
}
