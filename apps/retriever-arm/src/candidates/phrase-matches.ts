import type { Chunk, ChunkFilter, ChunkHit, KeywordIndex } from '@arbiter/ports';
import type { Analyser } from '@arbiter/text';
import { valueIfMissing, type IndexCalls } from '../calls/index-calls.js';
import type { SearchTarget } from './search-target.js';
import type { SearchText } from './search-text.js';

/** What the phrases of a query did not do, for the caller. */
export interface PhraseNotice {
  /** In fixed words, for programs. */
  readonly code: 'phrase-not-found';
  /** One sentence for people. */
  readonly message: string;
}

/** Whether title, one of the headings or the text holds the terms in a row. Stop words between them do not count. */
export function holdsPhrase({ title, section, text }: Chunk, terms: readonly string[], analyser: Analyser): boolean {
  return [title, ...section, text].some((field) => holdsInARow(analyser.analyse(field), terms));
}

function holdsInARow(field: readonly string[], phrase: readonly string[]): boolean {
  return field.some((_, start) => phrase.every((term, offset) => field[start + offset] === term));
}

/** Chunks that are read for the phrases of a query, in each collection; past that, passages that hold one may be missed. */
const MAX_CHUNKS = 1_000;

export interface PhraseLookup {
  readonly keywordIndex: KeywordIndex;
  readonly filter: ChunkFilter;
  readonly calls: IndexCalls;
}

/** One phrase in one collection. */
interface PhraseMatch {
  readonly target: SearchTarget;
  readonly phrase: string;
  /** Chunks that hold it, those with most of its words first; null where the index did not answer. */
  readonly holders: readonly string[] | null;
  /** Whether there were more chunks with all of its words than were read. */
  readonly isCut: boolean;
}

/**
 * Which chunks hold the phrases of a query word for word, as far as the analyser tells words apart. The keyword index names
 * those that hold all terms. Whether they stand in a row is read from the chunk itself, so that no store needs positions.
 */
export class PhraseMatches {
  /** How many phrases each chunk holds. */
  private readonly counts = new Map<SearchTarget, Map<string, number>>();
  private readonly isRestricted: boolean;

  private constructor(
    { isPhrasesOnly }: SearchText,
    private readonly matches: readonly PhraseMatch[],
  ) {
    for (const { target, holders } of matches) {
      const counts = this.counts.get(target) ?? new Map<string, number>();
      for (const id of holders ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
      this.counts.set(target, counts);
    }
    this.isRestricted = isPhrasesOnly && [...this.counts.values()].some((counts) => counts.size > 0);
  }

  /** An index that does not answer is left to `calls`; the search then goes on without what it knows. */
  static async find(text: SearchText, targets: readonly SearchTarget[], lookup: PhraseLookup): Promise<PhraseMatches> {
    const limit = Math.floor(MAX_CHUNKS / Math.max(1, text.phrases.length));
    const pairs = targets.flatMap((target) => text.phrases.map((phrase) => ({ target, phrase })));
    const matches = await Promise.all(pairs.map(({ target, phrase }) => matchOf(phrase, target, limit, lookup)));
    return new PhraseMatches(text, matches.flat());
  }

  /** The phrases that no passage holds. Nothing is said of one that an index was not able to look for. */
  get notices(): readonly PhraseNotice[] {
    return [...new Set(this.matches.map(({ phrase }) => phrase))].flatMap((phrase) => {
      const of = this.matches.filter((match) => match.phrase === phrase);
      if (of.some(({ holders }) => holders === null || holders.length > 0)) return [];
      const among = of.some(({ isCut }) => isCut) ? 'None of the passages that were read for it' : 'No passage';
      return [{ code: 'phrase-not-found', message: `${among} holds “${phrase}” word for word.` }];
    });
  }

  /** Chunks that hold a phrase; they are candidates whatever an index thinks of them. */
  chunkIds(target: SearchTarget): readonly string[] {
    return [...(this.counts.get(target)?.keys() ?? [])];
  }

  /** Whether only chunks that hold a phrase are searched: nothing else was asked for, and there are some. */
  get restricts(): boolean {
    return this.isRestricted;
  }

  /** @returns those that hold more of the phrases first, else in the same order */
  prefer<C extends { readonly id: string; readonly target: SearchTarget }>(ranked: readonly C[]): readonly C[] {
    if (this.counts.size === 0) return ranked;
    const countOf = ({ id, target }: C): number => this.counts.get(target)?.get(id) ?? 0;
    return [...ranked].sort((a, b) => countOf(b) - countOf(a));
  }
}

/** @returns nothing for a phrase of stop words alone: it asks for nothing */
async function matchOf(
  phrase: string,
  target: SearchTarget,
  limit: number,
  { keywordIndex, filter, calls }: PhraseLookup,
): Promise<PhraseMatch[]> {
  const terms = target.analyser.analyse(phrase);
  if (terms.length === 0) return [];
  const required = [...new Set(terms)];
  const hits = await calls.ask('keyword', target, (signal) =>
    keywordIndex
      .search(
        target.index,
        required.map((term) => ({ term, weight: 1 })),
        { limit, required, filter, signal },
      )
      .catch(valueIfMissing<readonly ChunkHit[]>([])),
  );
  const ids = (hits ?? []).map(({ chunkId }) => chunkId);
  const chunks =
    ids.length === 0
      ? new Map<string, Chunk>()
      : await calls.ask('keyword', target, (signal) =>
          keywordIndex.chunks(target.index, ids, signal).catch(valueIfMissing<ReadonlyMap<string, Chunk>>(new Map())),
        );
  if (hits === null || chunks === null) return [{ target, phrase, holders: null, isCut: false }];
  const holders = ids.filter((id) => {
    const chunk = chunks.get(id);
    return chunk !== undefined && holdsPhrase(chunk, terms, target.analyser);
  });
  return [{ target, phrase, holders, isCut: ids.length === limit }];
}
