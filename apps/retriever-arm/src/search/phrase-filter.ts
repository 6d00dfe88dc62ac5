import type { ChunkFilter, ChunkHit, KeywordIndex } from '@arbiter/ports';
import { noneYet } from './none-yet.js';
import type { SearchTarget } from './search-target.js';
import { holdsPhrases, phraseTerms, type SearchText } from './search-text.js';

/** Chunks with all the terms of a phrase that are looked at; more than that and the rarest passages may be missed. */
const MAX_CHUNKS = 1_000;

export interface PhraseFilterOptions {
  readonly keywordIndex: KeywordIndex;
  readonly filter: ChunkFilter;
  readonly signal: AbortSignal;
}

/**
 * Keeps a search to the chunks that hold its phrases. The keyword index names those that hold all terms; whether they
 * stand in a row is read from the chunk itself, so that no store needs positions.
 */
export class PhraseFilter {
  private constructor(private readonly ids: ReadonlyMap<SearchTarget, readonly string[]>) {}

  static async create(
    text: SearchText,
    targets: readonly SearchTarget[],
    { keywordIndex, filter, signal }: PhraseFilterOptions,
  ): Promise<PhraseFilter> {
    const entries = await Promise.all(
      targets.map(async (target): Promise<[SearchTarget, string[]][]> => {
        const of = phraseTerms(text, target.analyser);
        const required = [...new Set(of.flat())];
        if (required.length === 0) return [];
        const terms = required.map((term) => ({ term, weight: 1 }));
        const hits = await keywordIndex
          .search(target.collection, terms, { limit: MAX_CHUNKS, required, filter, signal })
          .catch(noneYet<readonly ChunkHit[]>([]));
        const ids = hits.map(({ chunkId }) => chunkId);
        const chunks = ids.length === 0 ? [] : (await keywordIndex.chunks(target.collection, ids, signal)).values();
        const holding = [...chunks].filter((chunk) => holdsPhrases(chunk, of, target.analyser));
        return [[target, holding.map(({ id }) => id)]];
      }),
    );
    return new PhraseFilter(new Map(entries.flat()));
  }

  /** What a search of the target is restricted to; undefined for no restriction. */
  chunkIds(target: SearchTarget): readonly string[] | undefined {
    return this.ids.get(target);
  }
}
