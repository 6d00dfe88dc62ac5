import {
  describeContext,
  type FoundPage,
  getPageRegions,
  interpretPage,
  locateSpan,
  type PageRegion,
  searchPages,
} from '@arbiter/contracts';
import type { OperationDispatcher } from '@arbiter/messaging';

/** What the retriever finds and reads. */
export interface PageArm {
  readonly found?: readonly FoundPage[];
  /** What a vision model reads on a page; absent: none is set up. */
  readonly read?: (page: number) => readonly string[];
  /** Of every page; no arm finds any when absent. */
  readonly regions?: readonly PageRegion[];
}

export function registerPages(dispatcher: OperationDispatcher, { found = [], read, regions }: PageArm): void {
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
  if (regions) {
    dispatcher.register(getPageRegions, () => Promise.resolve({ regions: [...regions] }));
    dispatcher.register(locateSpan, () =>
      Promise.resolve({ pages: [{ page: 3, width: 600, height: 800, boxes: [LOW] }] }),
    );
  }
  dispatcher.register(interpretPage, ({ page }) =>
    Promise.resolve(page)
      .then((number) => read?.(number))
      .then((sentences) => ({
        mode: sentences ? ('read' as const) : ('words' as const),
        sentences: [...(sentences ?? [])],
      })),
  );
}

/** Words that stand in the lower half of their page. */
const LOW = { left: 0.2, top: 0.7, right: 0.4, bottom: 0.72 };

/** A page with these words. */
export function foundPage(page: number, words: string, over: Partial<FoundPage> = {}): FoundPage {
  return {
    ...{ collection: 'lore', documentId: 'wires', title: 'Bell wires', source: 'wires.pdf', page, score: 0.6 },
    ...{ foundBy: ['text'], start: 0, end: words.length, words, passages: [] },
    ...over,
  };
}
