import { ArbiterError, type FusionMethod, MACHINE_MADE } from '@arbiter/contracts';
import { DEFAULT_FEEDBACK, type SearchQuery } from '@arbiter/fusion';
import type { Chunk, ChunkFilter, Embedder } from '@arbiter/ports';
import type { Analyser } from '@arbiter/text';
import type { IndexCalls, LegFailure, LegName } from '../calls/index-calls.js';
import { deepenPool, gatherCandidates, type Candidate, type CandidatePool } from '../candidates/candidate-pool.js';
import type { MarkedCollections } from '../candidates/marked-collections.js';
import type { PassageReader } from '../candidates/passage-reader.js';
import { PhraseMatches } from '../candidates/phrase-matches.js';
import { type RelatedWords, withRelated } from '../candidates/related-words.js';
import { weightedTermsOf, type SearchIndexes, type SearchTarget } from '../candidates/search-target.js';
import { feedbackQuery } from '../ranking/feedback-query.js';
import { fuseCandidates, type FusedCandidate } from '../ranking/fuse-candidates.js';
import { namesMachineText, passageWeights } from '../ranking/passage-weights.js';
import type { QueryFor, SearchRun, SearchSettings } from './search-run.js';

export interface RankedCandidates {
  /** Best first. */
  readonly ranked: readonly FusedCandidate[];
  /** How the lists were really fused. */
  readonly fusion: FusionMethod;
  readonly failures: readonly LegFailure[];
  /** The query as it was asked. */
  readonly query: QueryFor;
  /** Cosines with that query, by chunk id; of some of the candidates only. */
  readonly cosines: ReadonlyMap<string, number>;
  /** Which chunks hold the phrases of the query. Those come first, also after a reranker. */
  readonly phrases: PhraseMatches;
}

interface EncodedQuery {
  readonly query: QueryFor;
  readonly legs: readonly LegName[];
  readonly failures: readonly LegFailure[];
}

/** Only what people wrote. */
const WRITTEN_BY_PEOPLE: ChunkFilter = [{ key: MACHINE_MADE, test: { kind: 'exists' }, negated: true }];

/** What all rounds of a search share. */
interface Rounds {
  readonly legs: readonly LegName[];
  readonly phrases: PhraseMatches;
  readonly mayHoldMarks: (target: SearchTarget) => Promise<boolean>;
  /** Chunks that were read for their origins, by id. */
  readonly known: Map<string, Chunk>;
}

/** A pool with what the origins of its passages count. */
interface WeighedPool extends CandidatePool {
  readonly origins: ReadonlyMap<string, number>;
}

/** Finds candidates in every index and puts them into one order. */
export class CandidateRanker {
  constructor(
    private readonly indexes: SearchIndexes & { readonly embedder: Embedder },
    private readonly settings: SearchSettings,
    private readonly reader: PassageReader,
    private readonly marked: MarkedCollections,
    private readonly relatedWords: RelatedWords,
  ) {}

  /** @param aside holds the failure of what only makes the ranking coarser */
  async rank(run: SearchRun, aside: IndexCalls): Promise<RankedCandidates> {
    const { clock, filter, text, targets } = run;
    const mayHoldMarks = this.marksOf(run, aside);
    const { query, legs, failures } = await clock.time('encode', () => this.encode(run, aside));
    const calls = run.calls.nextStep();
    const phrases = await PhraseMatches.find(text, targets, { ...this.indexes, filter, calls });
    const rounds: Rounds = { legs, phrases, mayHoldMarks, known: new Map() };
    const find = (queryFor: QueryFor): Promise<WeighedPool> => this.findWeighed(run, rounds, queryFor);

    const first = await clock.time('search', () => find(query));
    const ranked = clock.timeSync('fuse', () => phrases.prefer(this.fuse(run, legs, first)));
    const found = {
      query,
      phrases,
      cosines: cosinesOf(first),
      failures: [...failures, ...calls.failures, ...first.failures],
    };
    const repeats = run.fusion === 'feedback' && legs.length > 1 && ranked.length > 0 && !run.isNamed;
    // A round that is fed by a broken index would drift: then the first one stands.
    if (!repeats || first.failures.length > 0) return { ...found, ranked, fusion: oneRound(run.fusion) };

    const second = await clock.time('feedback', () => this.secondRound(run, ranked, query, find));
    if (second.failures.length > 0) {
      return { ...found, ranked, fusion: oneRound(run.fusion), failures: [...found.failures, ...second.failures] };
    }
    const again = clock.timeSync('fuse', () => phrases.prefer(this.fuse(run, legs, second)));
    const before = new Map(ranked.map(({ id, lists }) => [id, lists]));
    const explained = again.map((candidate) => withFirstRound(candidate, before.get(candidate.id) ?? []));
    return { ...found, fusion: run.fusion, ranked: explained };
  }

  /** Known, as a rule, before candidates are. */
  private marksOf({ targets, signal }: SearchRun, calls: IndexCalls): Rounds['mayHoldMarks'] {
    const marks = new Map(targets.map((target) => [target, this.marked.mayHoldMarks(target, calls, signal)]));
    // A search that fails before never waits for them.
    for (const each of marks.values()) each.catch(() => undefined);
    return (target) => marks.get(target) ?? Promise.resolve(true);
  }

  /** Where less than half of a pool counts fully, it is deepened: a lock file of many thousand lines may fill it alone. */
  private async findWeighed(run: SearchRun, rounds: Rounds, queryFor: QueryFor): Promise<WeighedPool> {
    const { phrases, known } = rounds;
    const pool = await this.weigh(run, await this.find(run, rounds, queryFor), known);
    const light = [...pool.origins.values()].filter((weight) => weight < 1).length;
    if (light * 2 < pool.candidates.length || light === 0 || phrases.restricts) return pool;
    const written = { ...run, filter: [...run.filter, ...WRITTEN_BY_PEOPLE] };
    return this.weigh(run, deepenPool(pool, await this.find(written, rounds, queryFor)), known);
  }

  /**
   * Reads the passages that carry a mark. The texts of the others decide only where one of these holds what the query names.
   *
   * @param known chunks that were read; those that are read are added
   * @returns without weights, and with the failure, where the passages cannot be read
   */
  private async weigh(run: SearchRun, pool: CandidatePool, known: Map<string, Chunk>): Promise<WeighedPool> {
    const query = run.text.text;
    const calls = run.calls.nextStep();
    const chunksOf = async (candidates: readonly Candidate[]): Promise<Chunk[]> => {
      const unread = candidates.filter(({ id }) => !known.has(id));
      for (const { id, chunk } of await this.reader.read(unread, calls)) known.set(id, chunk);
      return candidates.flatMap(({ id }) => known.get(id) ?? []);
    };
    try {
      const marked = await chunksOf(pool.candidates.filter(({ id }) => pool.marked.has(id)));
      const passages = namesMachineText(query, marked) ? await chunksOf(pool.candidates) : marked;
      return { ...pool, origins: passageWeights(query, passages), failures: [...pool.failures, ...calls.failures] };
    } catch (thrown) {
      if (!calls.failures.some(({ error }) => error === thrown)) throw thrown;
      return { ...pool, origins: new Map(), failures: [...pool.failures, ...calls.failures] };
    }
  }

  private find(
    { targets, filter, calls, fusion }: SearchRun,
    { legs, phrases, mayHoldMarks }: Rounds,
    queryFor: QueryFor,
  ): Promise<CandidatePool> {
    return gatherCandidates(this.indexes, {
      legs,
      targets,
      queryFor,
      filter,
      wanted: (target) => phrases.chunkIds(target),
      wantedOnly: phrases.restricts,
      complete: fusion !== 'rrf',
      mayHoldMarks,
      calls: calls.nextStep(),
    });
  }

  private fuse(
    { fusion, request: { vector_weight: vector } }: SearchRun,
    legs: readonly LegName[],
    { candidates, origins }: WeighedPool,
  ): FusedCandidate[] {
    const weights = vector === undefined ? this.settings.weights : { vector, keyword: 1 - vector };
    return fuseCandidates(candidates, legs, {
      method: fusion === 'feedback' ? 'z-score' : fusion,
      weights,
      origins,
    });
  }

  private async secondRound(
    run: SearchRun,
    ranked: readonly FusedCandidate[],
    query: QueryFor,
    find: (query: QueryFor) => Promise<WeighedPool>,
  ): Promise<WeighedPool> {
    const calls = run.calls.nextStep();
    const believed = await this.reader.read(ranked.slice(0, DEFAULT_FEEDBACK.passages), calls);
    const moved = await feedbackQuery(believed, query, run.targets, { indexes: this.indexes, calls });
    if (calls.failures.length > 0)
      return { candidates: [], marked: new Set(), failures: calls.failures, origins: new Map() };
    return find((target) => moved.get(target) ?? query(target));
  }

  /** An embedder that fails costs a hybrid search its vectors, not its answer. */
  private async encode(run: SearchRun, aside: IndexCalls): Promise<EncodedQuery> {
    const { text, legs, targets, signal } = run;
    const terms = await this.termsFor(run, aside);
    const queryWith =
      (vector: Float32Array | null): QueryFor =>
      (target) => ({ terms: terms.get(target) ?? [], vector });
    if (!legs.includes('vector')) return { query: queryWith(null), legs, failures: [] };
    try {
      const vector = await this.vectorOf(text.text, signal);
      return { query: queryWith(vector), legs, failures: [] };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      if (legs.length === 1) throw error;
      const failures = targets.map(({ collection }) => ({ leg: 'vector' as const, collection, error }));
      return { query: queryWith(null), legs: legs.filter((leg) => leg !== 'vector'), failures };
    }
  }

  /** The terms of the query, and those that stand for them in part in the collection. */
  private async termsFor(
    { text, targets, legs, signal }: SearchRun,
    aside: IndexCalls,
  ): Promise<ReadonlyMap<SearchTarget, SearchQuery['terms']>> {
    const terms = new Map<Analyser, SearchQuery['terms']>();
    for (const { analyser } of targets) {
      if (!terms.has(analyser)) terms.set(analyser, weightedTermsOf(text.text, analyser));
    }
    const perTarget = targets.map(async (target): Promise<[SearchTarget, SearchQuery['terms']]> => {
      const own = terms.get(target.analyser) ?? [];
      if (!legs.includes('keyword')) return [target, own];
      const names = own.map(({ term }) => term);
      return [target, withRelated(own, await this.relatedWords.of(names, target, aside, signal))];
    });
    return new Map(await Promise.all(perTarget));
  }

  private async vectorOf(text: string, signal: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.indexes.embedder.embed([text], { kind: 'query', signal });
    if (!vector) throw new ArbiterError('INTERNAL', 'The embedder returned no vector for the query.');
    return vector;
  }
}

/** What is left of a method when its second round is not gone. */
function oneRound(fusion: FusionMethod): FusionMethod {
  return fusion === 'feedback' ? 'z-score' : fusion;
}

function cosinesOf({ candidates }: CandidatePool): ReadonlyMap<string, number> {
  return new Map(
    candidates.flatMap(({ id, scores: { vector } }): [string, number][] =>
      vector === undefined ? [] : [[id, vector]],
    ),
  );
}

/** Explanations show both rounds: the first one's lists led to the second, and add nothing to its score themselves. */
function withFirstRound(candidate: FusedCandidate, before: FusedCandidate['lists']): FusedCandidate {
  return {
    ...candidate,
    lists: [
      ...before.map((list) => ({ ...list, contribution: 0 })),
      ...candidate.lists.map((list) => ({ ...list, list: `${list.list}+feedback` })),
    ],
  };
}
