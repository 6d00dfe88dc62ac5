import type { Passage } from '@arbiter/contracts';
import type { PassageSearch, PassageSearchOptions } from '../src/retrieval/passage-search.js';

/** A passage that is a document of its own. */
export function passage(title: string, text: string, over: Partial<Passage> = {}): Passage {
  return {
    chunkId: `${title}:0`,
    documentId: title,
    collection: 'c',
    text,
    start: 0,
    end: text.length,
    title,
    source: `${title}.md`,
    section: [],
    page: null,
    metadata: {},
    score: 0.5,
    ...over,
  };
}

/** A search that answers by a function of the query, and remembers what it was asked. */
export function searchOf(find: (query: string) => readonly Passage[]) {
  const asked: { readonly query: string; readonly options: PassageSearchOptions }[] = [];
  const search: PassageSearch = {
    search: (query, options) => {
      asked.push({ query, options });
      return Promise.resolve({ passages: find(query).slice(0, options.limit), degraded: [], notices: [] });
    },
  };
  return { search, asked };
}
