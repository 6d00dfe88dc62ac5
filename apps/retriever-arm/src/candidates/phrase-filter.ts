import type { Chunk, ChunkFilter, ChunkHit, KeywordIndex } from '@arbiter/ports';
import type { Analyser } from '@arbiter/text';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { SearchTarget } from './search-target.js';

/** A query as a person typed it. */
export interface SearchText {
  /** Without quotation marks. */
  readonly text: string;
  /** What stood in quotation marks: passages must hold it word for word, as far as the analyser tells words apart. */
  readonly phrases: readonly string[];
}

const QUOTED = /"([^"]+)"|“([^“”]+)”/g;

/** A quotation mark without its partner is a character like any other. */
export function parseSearchText(query: string): SearchText {
  const phrases = [...query.matchAll(QUOTED)].map(([, straight, curly]) => (straight ?? curly ?? '').trim());
  return { text: query.replaceAll(/["“”]/g, ' ').trim(), phrases: phrases.filter((phrase) => phrase !== '') };
}

/** Phrases as terms in a row; a phrase that holds no term asks for nothing. */
export function phraseTerms({ phrases }: SearchText, analyser: Analyser): string[][] {
  return phrases.map((phrase) => analyser.analyse(phrase)).filter((terms) => terms.length > 0);
}

/** Whether title, one of the headings or the text holds each phrase. Stop words between its terms do not count. */
export function holdsPhrases(
  { title, section, text }: Chunk,
  phrases: readonly (readonly string[])[],
  analyser: Analyser,
): boolean {
  if (phrases.length === 0) return true;
  const fields = [title, ...section, text].map((field) => analyser.analyse(field));
  return phrases.every((phrase) => fields.some((field) => holdsInARow(field, phrase)));
}

function holdsInARow(field: readonly string[], phrase: readonly string[]): boolean {
  return field.some((_, start) => phrase.every((term, offset) => field[start + offset] === term));
}

/** Chunks with all the terms of a phrase that are looked at; more than that and the rarest passages may be missed. */
const MAX_CHUNKS = 1_000;

export interface PhraseFilterOptions {
  readonly keywordIndex: KeywordIndex;
  readonly filter: ChunkFilter;
  readonly calls: IndexCalls;
}

/**
 * Keeps a search to the chunks that hold its phrases. The keyword index names those that hold all terms; whether they
 * stand in a row is read from the chunk itself, so that no store needs positions.
 */
export class PhraseFilter {
  private constructor(private readonly ids: ReadonlyMap<SearchTarget, readonly string[]>) {}

  /** @throws the failure of the keyword index: without it, the passages that hold a phrase are unknown */
  static async create(
    text: SearchText,
    targets: readonly SearchTarget[],
    { keywordIndex, filter, calls }: PhraseFilterOptions,
  ): Promise<PhraseFilter> {
    const entries = await Promise.all(
      targets.map(async (target): Promise<[SearchTarget, string[]][]> => {
        const of = phraseTerms(text, target.analyser);
        const required = [...new Set(of.flat())];
        if (required.length === 0) return [];
        const terms = required.map((term) => ({ term, weight: 1 }));
        const hits = await calls.ask('keyword', target, (signal) =>
          keywordIndex
            .search(target.index, terms, { limit: MAX_CHUNKS, required, filter, signal })
            .catch(valueIfMissing<readonly ChunkHit[]>([])),
        );
        const ids = (hits ?? []).map(({ chunkId }) => chunkId);
        if (ids.length === 0) return [[target, []]];
        const chunks = await calls.ask('keyword', target, (signal) =>
          keywordIndex.chunks(target.index, ids, signal).catch(valueIfMissing<ReadonlyMap<string, Chunk>>(new Map())),
        );
        const holding = [...(chunks ?? new Map<string, Chunk>()).values()].filter((chunk) =>
          holdsPhrases(chunk, of, target.analyser),
        );
        return [[target, holding.map(({ id }) => id)]];
      }),
    );
    const [failure] = calls.failures;
    if (failure) throw failure.error;
    return new PhraseFilter(new Map(entries.flat()));
  }

  /** The chunks that a search of the target is restricted to; undefined for no restriction. */
  chunkIds(target: SearchTarget): readonly string[] | undefined {
    return this.ids.get(target);
  }
}
