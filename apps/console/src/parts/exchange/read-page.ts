import type { PageBox } from '@arbiter/contracts';
import { readBox, writeBox } from '@arbiter/contracts/console';
import type { ShownPage } from '../page-picture.js';

/** A page with what was read on it. */
export interface ShownReading {
  readonly page: ShownPage & { readonly box?: PageBox };
  /** What a vision model read in its picture. */
  readonly sentences: readonly string[];
  /** That are known to stand on it. */
  readonly words: string;
}

type Thing = Readonly<Record<string, unknown>>;

/** A page that a tool has found; null for what is none, such as that of a newer server. */
export function readPage({ documentId, title, page }: Thing): ShownPage | null {
  if (typeof documentId !== 'string' || documentId === '' || typeof title !== 'string') return null;
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? { documentId, title, page } : null;
}

/** A page that a tool had read; null for what is none. */
export function readReading(thing: Thing): ShownReading | null {
  const page = readPage(thing);
  const { sentences, words, box } = thing;
  if (!page || typeof words !== 'string' || !isTexts(sentences)) return null;
  // A part that no address can name is none.
  const part = readBox(writeBox((box ?? {}) as PageBox));
  return { page: { ...page, ...(part && { box: part }) }, sentences, words };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
