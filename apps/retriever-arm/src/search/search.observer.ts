import type { Logger } from '@arbiter/platform';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { CompleteRequest } from './search-run.js';
import type { SearchOutcome } from './search.service.js';

/** From a cached vector (0.1 ms) to a store that is nearly given up, in seconds. */
const STAGE_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface SearchObserverOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Whether questions are logged as they were asked. */
  readonly logQueries: boolean;
}

/** Counts and logs what searches did, above all what they could not do: no fallback is silent. */
export class SearchObserver {
  private readonly logger: Logger;
  private readonly logQueries: boolean;
  private readonly stages: Histogram<'stage'>;
  private readonly failures: Counter<'leg' | 'code'>;
  private readonly reranks: Counter<'outcome'>;
  private readonly notices: Counter<'notice'>;
  private readonly empty: Counter<'method'>;

  constructor({ logger, registry, logQueries }: SearchObserverOptions) {
    this.logger = logger;
    this.logQueries = logQueries;
    const registers = [registry];
    this.stages = new Histogram({
      name: 'arbiter_search_stage_duration_seconds',
      help: 'Time that a search spent in each of its stages.',
      labelNames: ['stage'],
      buckets: STAGE_BUCKETS_S,
      registers,
    });
    this.failures = new Counter({
      name: 'arbiter_search_index_failures_total',
      help: 'Answers that an index owed a search, by index and error code.',
      labelNames: ['leg', 'code'],
      registers,
    });
    this.reranks = new Counter({
      name: 'arbiter_search_reranks_total',
      help: 'Searches by what became of reranking: applied, or why not.',
      labelNames: ['outcome'],
      registers,
    });
    this.notices = new Counter({
      name: 'arbiter_search_notices_total',
      help: 'What the embedding model does not cover, and phrases that no passage holds.',
      labelNames: ['notice'],
      registers,
    });
    this.empty = new Counter({
      name: 'arbiter_search_empty_total',
      help: 'Searches that found nothing of the asked relevance.',
      labelNames: ['method'],
      registers,
    });
  }

  searched({ query, method }: CompleteRequest, outcome: SearchOutcome): void {
    const { results, failures, failedCollections, notices, rerank, timings } = outcome;
    for (const [stage, milliseconds] of Object.entries(timings)) this.stages.observe({ stage }, milliseconds / 1_000);
    for (const { leg, error } of failures) this.failures.inc({ leg, code: error.code });
    for (const { code } of notices) this.notices.inc({ notice: code });
    this.reranks.inc({ outcome: rerank.skipped ?? 'applied' });
    if (results.length === 0) this.empty.inc({ method });
    for (const { leg, collection, error } of failures) {
      this.logger.warn({ leg, collection, code: error.code, err: error }, 'an index did not answer a search');
    }
    for (const { name, error } of failedCollections) {
      this.logger.warn({ collection: name, code: error.code }, 'a collection could not be searched');
    }
    if (rerank.error) this.logger.warn({ outcome: rerank.skipped, err: rerank.error }, 'a search was not reranked');
    if (this.logQueries) this.logger.info({ query, method, results: results.length, timings }, 'searched');
  }
}
