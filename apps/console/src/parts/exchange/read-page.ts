import type { ShownPage } from '../page-picture.js';

type Thing = Readonly<Record<string, unknown>>;

/** A page that a tool has found; null for what is none, such as that of a newer server. */
export function readPage({ documentId, title, page }: Thing): ShownPage | null {
  if (typeof documentId !== 'string' || documentId === '' || typeof title !== 'string') return null;
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? { documentId, title, page } : null;
}

/** A page with what was read in its picture, and the words that are known to stand on it. */
export type ShownReading = NonNullable<ReturnType<typeof readReading>>;

export function readReading(thing: Thing) {
  const page = readPage(thing);
  const { sentences, words } = thing;
  return page && typeof words === 'string' && isTexts(sentences) ? { page, sentences, words } : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
