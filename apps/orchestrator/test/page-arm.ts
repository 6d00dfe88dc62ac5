import { describeContext, type FoundPage, interpretPage, searchPages } from '@arbiter/contracts';
import type { OperationDispatcher } from '@arbiter/messaging';

/** What the retriever finds and reads. */
export interface PageArm {
  readonly found?: readonly FoundPage[];
  /** What a vision model reads on a page; absent: none is set up. */
  readonly read?: (page: number) => readonly string[];
}

export function registerPages(dispatcher: OperationDispatcher, { found = [], read }: PageArm): void {
  dispatcher.register(searchPages, ({ limit }) =>
    Promise.resolve({ pages: found.slice(0, limit), method: 'text' as const, degraded: [] }),
  );
  dispatcher.register(describeContext, () =>
    Promise.resolve({
      generations: [],
      withGraph: [],
      withChanges: [],
      writer: 'extractive' as const,
      seesPictures: !!read,
    }),
  );
  dispatcher.register(interpretPage, ({ page }) =>
    Promise.resolve(page)
      .then((number) => read?.(number))
      .then((sentences) => ({
        mode: sentences ? ('read' as const) : ('words' as const),
        sentences: [...(sentences ?? [])],
      })),
  );
}

/** A page with these words. */
export function foundPage(page: number, words: string, over: Partial<FoundPage> = {}): FoundPage {
  return {
    ...{ collection: 'lore', documentId: 'wires', title: 'Bell wires', source: 'wires.pdf', page, score: 0.6 },
    ...{ foundBy: ['text'], start: 0, end: words.length, words, passages: [] },
    ...over,
  };
}
