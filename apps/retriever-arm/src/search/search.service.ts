import { ArbiterError, type FusionMethod, type SearchMethod, type SearchResult } from '@arbiter/contracts';
import { isNamedQuery } from '@arbiter/fusion';
import type { CollectionCatalog, Embedder } from '@arbiter/ports';
import { STOP_WORDS } from '@arbiter/text';
import { IndexCalls, type LegFailure, type LegName } from '../calls/index-calls.js';
import { StageClock, UNLIMITED, type StageTimings, type TimeBudget } from '../calls/time-budget.js';
import { chunkFilterOf, readableBy } from '../candidates/chunk-filter.js';
import { MarkedCollections } from '../candidates/marked-collections.js';
import { PassageReader } from '../candidates/passage-reader.js';
import type { PhraseNotice } from '../candidates/phrase-matches.js';
import { RelatedWords } from '../candidates/related-words.js';
import { parseSearchText } from '../candidates/search-text.js';
import { resolveTargets, type FailedCollection, type SearchIndexes } from '../candidates/search-target.js';
import { RelevanceEstimator } from '../ranking/relevance.js';
import { skipReranking, type RerankOutcome, type RerankStage } from '../ranking/rerank.stage.js';
import { CandidateRanker, type RankedCandidates } from './candidate-ranker.js';
import { findUncoveredLanguages, findUncoveredScript, type CoverageNotice } from './find-uncovered.js';
import { PassageJudge, resultOf } from './passage-judge.js';
import type { CompleteRequest, SearchRun, SearchSettings } from './search-run.js';

export interface SearchPorts extends SearchIndexes {
  readonly catalog: CollectionCatalog;
  readonly embedder: Embedder;
}

export interface SearchOutcome {
  /** Best first, at or above the asked relevance, at most `limit`. */
  readonly results: readonly SearchResult[];
  /** Indexes that could not answer for some collection; empty when all is well. */
  readonly degraded: readonly LegName[];
  /** Collections that were asked for and could not be searched at all. */
  readonly failedCollections: readonly FailedCollection[];
  /** How the lists were fused; null for a search of one index. */
  readonly fusion: FusionMethod | null;
  /** What the embedding model does not cover, if it had a part in the search, and the phrases that no passage holds. */
  readonly notices: readonly (CoverageNotice | PhraseNotice)[];
  readonly rerank: Pick<RerankOutcome, 'skipped' | 'error'>;
  /** Everything that went wrong on the way, for the log. */
  readonly failures: readonly LegFailure[];
  readonly timings: StageTimings;
}

/** In the order in which an answer names them. */
const LEGS: readonly LegName[] = ['vector', 'keyword'];

/** Finds passages: one list per index, fused by chunk, reranked, with a relevance that means the same for every method. */
export class SearchService {
  private readonly ranker: CandidateRanker;
  private readonly judge: PassageJudge;
  private readonly relatedWords: RelatedWords;

  constructor(
    private readonly ports: SearchPorts,
    private readonly settings: SearchSettings,
    private readonly reranking: RerankStage,
    /** Milliseconds that only go forward. */
    private readonly now: () => number,
  ) {
    const reader = new PassageReader(ports);
    this.relatedWords = new RelatedWords(ports.keywordIndex);
    this.ranker = new CandidateRanker(
      ports,
      settings,
      reader,
      new MarkedCollections(ports.catalog, ports.keywordIndex),
      this.relatedWords,
    );
    this.judge = new PassageJudge(ports, reader);
  }

  /**
   * @param time of the call; a reranker has no more than it leaves
   * @throws ArbiterError INVALID_REQUEST for filters that contradict themselves. NOT_FOUND for an unknown collection.
   *   CONFLICT when every collection was built with another model or in other stores. UNAVAILABLE when no index answered.
   * @throws the signal's reason
   */
  async search(request: CompleteRequest, signal: AbortSignal, time: TimeBudget = UNLIMITED): Promise<SearchOutcome> {
    const filter = [...chunkFilterOf(request.filters), ...readableBy(request.caller ?? null)];
    const { model } = this.ports.embedder;
    const uncoveredScript = request.method === 'keyword' ? null : findUncoveredScript(request.query, model);
    const legs = legsOf(request.method, uncoveredScript === null);
    const { targets, failed } = await resolveTargets(this.ports, request.knowledge_bases, {
      comparesVectors: legs.includes('vector'),
      caller: request.caller ?? null,
      signal,
    });
    const text = parseSearchText(request.query);
    const run: SearchRun = {
      request,
      text,
      isNamed: isNamedQuery(text.text, (word) => STOP_WORDS.has(word)),
      targets,
      legs,
      modelReadsQuery: uncoveredScript === null,
      filter,
      fusion: request.fusion ?? this.settings.fusion,
      // Unless a request asks for it, only a hybrid search is reranked: the others show what one index says.
      reranks: request.rerank ?? (this.settings.rerank && legs.length > 1),
      signal,
      calls: new IndexCalls(this.settings.indexTimeoutMs, signal),
      clock: new StageClock(this.now),
    };
    const notices = [
      ...(uncoveredScript ? [uncoveredScript] : []),
      ...(legs.includes('vector') ? findUncoveredLanguages(targets, model) : []),
    ];
    if (targets.length === 0) {
      const nothing = { notices, results: [], degraded: [], failures: [], timings: run.clock.timings };
      return {
        ...nothing,
        failedCollections: failed,
        fusion: null,
        rerank: { skipped: 'nothing-to-rerank', error: null },
      };
    }

    // What the judge asks, and whether there are marks, is known before the search begins.
    const calls = run.calls.nextStep();
    const estimator = this.estimatorFor(run, calls);
    const found = await this.ranker.rank(run, calls);
    const fusion = legs.length > 1 ? found.fusion : null;
    const silent = silentCollections(run, found);
    if (silent.length === targets.length) throw noIndexAnswered(found.failures);
    const { ranked: reranked, ...rerank } = await run.clock.time('rerank', () => this.rerank(run, found, time));
    const ranked = found.phrases.prefer(reranked);
    const passages = await run.clock.time('judge', async () =>
      this.judge.judge(run, { estimator: await estimator, calls }, ranked, found),
    );
    const failures = [...found.failures, ...calls.failures];
    return {
      results: passages.map((passage, index) =>
        resultOf(passage, { rank: index + 1, fusion, explain: request.explain === true }),
      ),
      degraded: LEGS.filter((leg) => failures.some((failure) => failure.leg === leg)),
      failedCollections: [...failed, ...silent],
      fusion,
      notices: [...notices, ...found.phrases.notices],
      rerank,
      failures,
      timings: run.clock.timings,
    };
  }

  private estimatorFor({ text, targets, signal }: SearchRun, calls: IndexCalls): Promise<RelevanceEstimator> {
    const { keywordIndex, embedder } = this.ports;
    const { relatedWords } = this;
    const options = { embeddingModel: embedder.model, keywordIndex, relatedWords, calls, signal };
    const estimator = RelevanceEstimator.create(text.text, targets, options);
    // A search that fails before never waits for it.
    estimator.catch(() => undefined);
    return estimator;
  }

  private rerank(
    { text, reranks, signal }: SearchRun,
    { ranked }: RankedCandidates,
    time: TimeBudget,
  ): Promise<RerankOutcome> {
    if (ranked.length === 0) return Promise.resolve(skipReranking(ranked, 'nothing-to-rerank'));
    if (!reranks) return Promise.resolve(skipReranking(ranked, 'not-wanted'));
    return this.reranking.apply(text.text, ranked, signal, time);
  }
}

/** A model that cannot read the query has no vector to add to the keywords; alone it is asked all the same. */
function legsOf(method: SearchMethod, modelReadsQuery: boolean): readonly LegName[] {
  if (method !== 'hybrid') return [method];
  return modelReadsQuery ? ['vector', 'keyword'] : ['keyword'];
}

/** Collections for which every index that was asked has failed, before anything was found in them. */
function silentCollections(
  { targets, legs }: SearchRun,
  { ranked, failures }: Pick<RankedCandidates, 'ranked' | 'failures'>,
): FailedCollection[] {
  const heard = new Set(ranked.map(({ target }) => target.collection));
  return targets.flatMap(({ collection }) => {
    if (heard.has(collection)) return [];
    const own = failures.filter((failure) => failure.collection === collection);
    const [first] = own;
    return first && legs.every((leg) => own.some((failure) => failure.leg === leg))
      ? [{ name: collection, error: first.error }]
      : [];
  });
}

/** A typed failure that all of them share speaks for itself; when each failed for its own reason it is "no index answered". */
function noIndexAnswered(failures: readonly LegFailure[]): ArbiterError {
  const errors = failures.map(({ error }) => error);
  const [first] = errors;
  if (first && errors.every(({ message }) => message === first.message)) return first;
  return new ArbiterError('UNAVAILABLE', 'No search index answered.', { cause: new AggregateError(errors) });
}
