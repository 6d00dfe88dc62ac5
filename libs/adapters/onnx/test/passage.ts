import type { Chunk, RerankPassage } from '@arbiter/ports';

/** A passage of which only the text matters, unless more is said. */
export function passage(text: string, more: Partial<Chunk> = {}): RerankPassage {
  const chunk: Chunk = {
    id: text,
    documentId: 'document',
    ordinal: 0,
    text,
    start: 0,
    end: text.length,
    title: '',
    source: 'document.md',
    section: [],
    page: null,
    metadata: {},
    ...more,
  };
  return { collection: 'coast', chunk };
}
