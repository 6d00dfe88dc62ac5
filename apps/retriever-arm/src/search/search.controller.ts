import { Controller, Inject } from '@nestjs/common';
import {
  asksForExtras,
  passageOf,
  search,
  type SearchPart,
  type SearchRequest,
  type SearchResponse,
  type SynthesisDegradation,
  type SynthesizeResponse,
} from '@arbiter/contracts';
import {
  formatTimings,
  HandlesOperation,
  OperationCtx,
  OperationPayload,
  type OperationContext,
} from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { citeBySource } from '../synthesis/cite-by-source.js';
import { SYNTHESIZER, type Synthesizer } from '../synthesis/synthesizer.js';
import { CLOCK, SEARCH_OPTIONS } from '../retriever-arm.tokens.js';
import { timeBudgetUntil } from '../time-budget.js';
import { withDefaults, type CompleteRequest, type SearchDefaults } from './search-defaults.js';
import { ModelAccount } from './model-account.js';
import { SearchObserver } from './search.observer.js';
import { SearchService, type SearchOutcome } from './search.service.js';

export interface SearchControllerOptions {
  readonly defaults: SearchDefaults;
  /** Whether a search is summarised unless it says otherwise. */
  readonly synthesis: boolean;
}

@Controller()
export class SearchController {
  constructor(
    @Inject(SearchService) private readonly service: SearchService,
    @Inject(SYNTHESIZER) private readonly synthesizer: Synthesizer,
    @Inject(SearchObserver) private readonly observer: SearchObserver,
    @Inject(SEARCH_OPTIONS) private readonly options: SearchControllerOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @HandlesOperation(search)
  async search(
    @OperationPayload() payload: SearchRequest,
    @OperationCtx() { signal, deadline, annotate }: OperationContext,
  ): Promise<SearchResponse> {
    const request = withDefaults(payload, this.options.defaults);
    const time = timeBudgetUntil(deadline, this.clock);
    const account = new ModelAccount(request);
    const outcome = await this.service.search(request, signal, time, { ...account.terms, onReport: account.add });
    this.observer.searched(request, outcome);
    const { results, failedCollections, notices, timings } = outcome;
    const answer =
      (request.include_synthesis ?? this.options.synthesis) && results.length > 0
        ? await this.synthesizer.synthesize(
            { query: request.query, passages: results.map(passageOf), terms: account.terms },
            signal,
            time,
          )
        : null;
    if (answer) account.add(answer);
    annotate('mode', modeOf(request, outcome, answer));
    const degraded: SearchPart[] = [...outcome.degraded, ...missingModels(outcome, answer)];
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
      ...(asksForExtras(request) && {
        degraded,
        failed_knowledge_bases: failedCollections.map(({ name, error }) => ({ name, code: error.code })),
        notices: notices.map(({ message }) => message),
        ...account.report(),
      }),
    };
  }
}

/** Why a synthesis is less than it could be where no language model is away. The reader is told of in `mode`. */
const WITHOUT_MODEL: readonly SynthesisDegradation[] = ['model-over-budget', 'not-read'];

/** What a language model should have done: a synthesis of its own words, or anything that the budget leaves no room for. */
function missingModels(
  { rerank }: Pick<SearchOutcome, 'rerank'>,
  answer: Pick<SynthesizeResponse, 'degraded'> | null,
): SearchPart[] {
  const isOverBudget = rerank.skipped === 'over-budget' || answer?.degraded === 'model-over-budget';
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
