import { withDeadline } from '@arbiter/adapter-kit/resilience';
import {
  extrasFor,
  listCollections,
  passageOf,
  reaches,
  search,
  synthesize,
  type CollectionSummary,
  type SearchPart,
  type SearchRequest,
  type SearchResponse,
  type SynthesisDegradation,
  type SynthesisEvent,
  type SynthesizeRequest,
  type SynthesizeResponse,
} from '@arbiter/contracts';
import { formatTimings, HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { indexNameOf, type Clock, type CollectionCatalog, type KeywordIndex } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { valueIfMissing } from './calls/index-calls.js';
import { timeBudgetUntil } from './calls/time-budget.js';
import { readableBy } from './candidates/chunk-filter.js';
import { CATALOG, CLOCK, KEYWORD_INDEX, LIBRARY_SEARCH, RETRIEVER_OPTIONS } from './retriever-arm.tokens.js';
import type { LibrarySearch } from './search/library-search.js';
import { withDefaults, type CompleteRequest, type SearchDefaults } from './search/search-run.js';
import { SearchObserver } from './search/search.observer.js';
import type { SearchOutcome } from './search/search.service.js';
import { citeBySource } from './synthesis/sentences/citations.js';
import { SYNTHESIZER, type Synthesizer } from './synthesis/synthesizer.js';

/** Longest search, in milliseconds; the call's deadline leaves a language model more, which writes afterwards. */
const SEARCH_MS = 10_000;
const SEARCH_LIMIT = { timeoutMs: SEARCH_MS, what: 'The search', code: 'DEADLINE_EXCEEDED' } as const;

export interface RetrieverOptions {
  readonly defaults: SearchDefaults;
  /** Whether a search is summarised unless it says otherwise. */
  readonly synthesis: boolean;
}

/** The operations of the retriever arm. */
@Controller()
export class RetrieverController {
  constructor(
    @Inject(LIBRARY_SEARCH) private readonly service: LibrarySearch,
    @Inject(SYNTHESIZER) private readonly synthesizer: Synthesizer,
    @Inject(SearchObserver) private readonly observer: SearchObserver,
    @Inject(RETRIEVER_OPTIONS) private readonly options: RetrieverOptions,
    @Inject(CATALOG) private readonly catalog: CollectionCatalog,
    @Inject(KEYWORD_INDEX) private readonly keywordIndex: KeywordIndex,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @HandlesOperation(search)
  async search(
    payload: SearchRequest,
    { signal, deadline, annotate, principal }: OperationContext,
  ): Promise<SearchResponse> {
    const request = withDefaults(payload, this.options.defaults, principal);
    const searchTime = timeBudgetUntil(Math.min(deadline, this.clock.now() + SEARCH_MS), this.clock);
    const outcome = await withDeadline(signal, SEARCH_LIMIT, (limited) =>
      this.service.search(request, limited, searchTime),
    );
    this.observer.searched(request, outcome);
    const { results, failedCollections, notices, timings } = outcome;
    const answer =
      (request.include_synthesis ?? this.options.synthesis) && results.length > 0
        ? await this.synthesizer.synthesize(
            {
              query: request.query,
              passages: results.map(passageOf),
              state: principal?.groups ? undefined : request.state,
              terms: { budget: request.budget, includePrompts: request.includePrompts },
            },
            signal,
            timeBudgetUntil(deadline, this.clock),
          )
        : null;
    annotate('mode', modeOf(request, outcome, answer));
    const degraded: SearchPart[] = [...outcome.degraded, ...missingModels(answer)];
    if (degraded.length > 0) annotate('degraded', degraded.join(','));
    if (notices.length > 0) annotate('notice', [...new Set(notices.map(({ code }) => code))].join(','));
    // An empty library is searched in no time.
    if (Object.keys(timings).length > 0) annotate('timing', formatTimings(timings));
    const cited = citeBySource(answer, results);
    return {
      results: [...results],
      query: request.query,
      method_used: request.method,
      total_results: results.length,
      synthesis: cited.synthesis,
      citations: request.include_citations ? cited.sources : [],
      ...extrasFor(payload, {
        degraded,
        failed_knowledge_bases: failedCollections.map(({ name, error }) => ({ name, code: error.code })),
        notices: notices.map(({ message }) => message),
        ...(answer?.usage && { usage: answer.usage }),
        ...(answer?.modelCalls && { modelCalls: answer.modelCalls }),
      }),
    };
  }

  @HandlesOperation(synthesize)
  synthesize(
    { budget, includePrompts, state, ...task }: SynthesizeRequest,
    { signal, deadline, principal }: OperationContext,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    const terms = { budget, includePrompts };
    // What has changed is told by documents that a caller of some groups may not read.
    const world = principal?.groups ? {} : { state };
    return this.synthesizer.stream({ ...task, ...world, terms }, signal, timeBudgetUntil(deadline, this.clock));
  }

  @HandlesOperation(listCollections)
  async list(_input: unknown, { signal, principal }: OperationContext): Promise<{ collections: CollectionSummary[] }> {
    const manifests = (await this.catalog.list(signal)).filter(({ name }) => reaches(principal, name));
    const readable = readableBy(principal);
    return {
      collections: await Promise.all(
        manifests.map(async (manifest) => {
          const index = indexNameOf(manifest);
          const [chunks, documents] = await Promise.all([
            this.keywordIndex.count(index, signal, readable).catch(valueIfMissing(0)),
            this.keywordIndex.documentIds(index, signal, readable).catch(valueIfMissing<readonly string[]>([])),
          ]);
          return { manifest, chunks, documents: documents.length };
        }),
      ),
    };
  }
}

/** Why a synthesis is less than it could be where no language model is away. The reader is told of in `mode`. */
const WITHOUT_MODEL: readonly SynthesisDegradation[] = ['model-over-budget', 'not-read'];

/** What a language model should have done: a synthesis of its own words, or anything that the budget leaves no room for. */
function missingModels(answer: Pick<SynthesizeResponse, 'degraded'> | null): SearchPart[] {
  const isOverBudget = answer?.degraded === 'model-over-budget';
  const isAway = answer?.degraded !== undefined && !WITHOUT_MODEL.includes(answer.degraded);
  return [...(isAway ? (['language-model'] as const) : []), ...(isOverBudget ? (['model-budget'] as const) : [])];
}

/**
 * `hybrid; fusion=feedback; rerank=applied; synthesis=generated`: what was really done, in words that are fixed. Where it
 * is less than was wanted, the word says why.
 */
function modeOf(
  { method }: CompleteRequest,
  { fusion, rerank }: SearchOutcome,
  answer: Pick<SynthesizeResponse, 'mode' | 'degraded'> | null,
): string {
  return [
    method,
    ...(fusion ? [`fusion=${fusion}`] : []),
    `rerank=${rerank.skipped ?? 'applied'}`,
    ...(answer ? [`synthesis=${answer.degraded ?? answer.mode}`] : []),
  ].join('; ');
}
