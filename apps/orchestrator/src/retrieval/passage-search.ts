import { sleep } from '@arbiter/adapter-kit/resilience';
import {
  ArbiterError,
  MAX_QUERY_LENGTH,
  passageOf,
  search,
  type Passage,
  type SearchFallback,
  type SearchMethod,
} from '@arbiter/contracts';
import type { OperationClient, ParentCall } from '@arbiter/messaging';
import { DEFAULT_EXECUTOR_SETTINGS, waitBeforeRetry, type ExecutorPorts } from '../execution/tool-executor.js';

export interface PassageSearchOptions {
  /** Passages at most, 1–100. */
  readonly limit: number;
  /** Calibrated relevance to the query below which a passage is left out, 0–1. */
  readonly minRelevance: number;
  /** True leaves out feedback and reranking, which give nothing to a query of names. Default false. */
  readonly plain?: boolean;
  /** Default hybrid. */
  readonly method?: SearchMethod;
  /** Absent where nothing stands in. */
  readonly fallback?: { readonly method: SearchMethod; readonly condition: SearchFallback['condition'] };
}

export interface FoundPassages {
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Indexes and collections that could not answer. */
  readonly degraded: readonly string[];
  /** Remarks of the searches, a sentence each. */
  readonly notices: readonly string[];
}

/** All that the retrieval of a plan needs from outside. Implementations end with the question that they search for. */
export interface PassageSearch {
  /** @throws ArbiterError of the retriever, or of the question's deadline */
  search(query: string, options: PassageSearchOptions): Promise<FoundPassages>;
}

/** Scope and caller of the searches for one question. */
export interface SearchScope {
  /** Empty for all of the library. */
  readonly collections: readonly string[];
  /** Leaves out documents of a later session, by the number in their metadata. */
  readonly asOfSession: number | undefined;
  readonly call: ParentCall;
}

const METHODS: Readonly<Record<string, SearchMethod>> = {
  'hybrid-search': 'hybrid',
  'vector-search': 'vector',
  'keyword-search': 'keyword',
};

/** The method of a search tool, by the name that a plan gives it; hybrid for a name that is no search. */
export function methodOf(tool: string): SearchMethod {
  return METHODS[tool] ?? 'hybrid';
}

/**
 * Asks the retriever once.
 *
 * @throws ArbiterError of the retriever
 */
export async function searchLibrary(
  client: OperationClient,
  query: string,
  { limit, minRelevance, plain = false, method = 'hybrid' }: Omit<PassageSearchOptions, 'fallback'>,
  { collections, asOfSession, call }: SearchScope,
): Promise<FoundPassages & { readonly method: SearchMethod }> {
  const found = await client.request(
    search,
    {
      query,
      limit,
      method,
      include_synthesis: false,
      ...(plain && { fusion: 'z-score' as const, rerank: false }),
      min_relevance_score: minRelevance,
      ...(collections.length > 0 && { knowledge_bases: [...collections] }),
      ...(!plain && { state: asOfSession === undefined ? {} : { asOfSession } }),
      // Holds of documents without a session, too.
      ...(asOfSession !== undefined && { filters: { session: { not: { gt: asOfSession } } } }),
    },
    { parent: call },
  );
  const { results, degraded = [], failed_knowledge_bases: failed = [], notices = [] } = found;
  return {
    passages: results.map(passageOf),
    degraded: [...degraded, ...failed.map(({ name }) => name)],
    notices,
    method: found.method_used,
  };
}

/** Passages that one search may ask for. */
const MOST_PASSAGES = 50;

/** Outcome of a search. */
type Outcome = { readonly found: FoundPassages } | { readonly error: ArbiterError };

/** Searches the library for one question. Retries, metrics and cached results are those of the search tools. */
export class RetrieverSearch implements PassageSearch {
  /** @param execution cache, metrics and durations that this run shares with its tools */
  constructor(
    private readonly client: OperationClient,
    private readonly execution: Omit<ExecutorPorts, 'tools'>,
    private readonly scope: SearchScope,
  ) {}

  async search(query: string, { fallback, ...asked }: PassageSearchOptions): Promise<FoundPassages> {
    const text = query.slice(0, MAX_QUERY_LENGTH).toWellFormed();
    const options = { ...asked, limit: Math.min(asked.limit, MOST_PASSAGES) };
    const { method = 'hybrid' } = options;
    let outcome = await this.outcomeOf(text, options, method);
    if (fallback && isWanted(fallback, outcome)) {
      this.execution.observer.fellBack(toolOf(method), fallback.condition);
      const second = await this.outcomeOf(text, options, fallback.method);
      if (hasFound(second) && bestScore(second) >= bestScore(outcome)) outcome = second;
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.found;
  }

  private async outcomeOf(query: string, options: PassageSearchOptions, method: SearchMethod): Promise<Outcome> {
    try {
      return { found: await this.cached(query, { ...options, method }, toolOf(method)) };
    } catch (thrown) {
      this.scope.call.signal.throwIfAborted();
      return { error: ArbiterError.from(thrown) };
    }
  }

  private async cached(query: string, options: PassageSearchOptions, tool: string): Promise<FoundPassages> {
    const { collections, asOfSession, call } = this.scope;
    const inputs = { query, asOfSession, ...options };
    const looked = await this.execution.cache.look<FoundPassages>(
      { name: tool, version: 'passages', inputs, collections },
      call,
    );
    if (looked.hit) return looked.hit;
    const found = await this.measured(query, options, tool);
    // Indexes that could not take part may do so the next time.
    if (found.passages.length > 0 && found.degraded.length === 0) await looked.keep(found);
    return found;
  }

  private async measured(query: string, options: PassageSearchOptions, tool: string): Promise<FoundPassages> {
    const { clock, durations, observer } = this.execution;
    const startedAt = clock.monotonic();
    const stopped = observer.attemptStarted(tool);
    let error: ArbiterError | null = null;
    try {
      return await this.retried(query, options, tool);
    } catch (thrown) {
      error = ArbiterError.from(thrown);
      throw thrown;
    } finally {
      stopped();
      const durationMs = clock.monotonic() - startedAt;
      observer.ended(tool, durationMs, error);
      if (!error) durations.record(tool, durationMs);
    }
  }

  private async retried(query: string, options: PassageSearchOptions, tool: string): Promise<FoundPassages> {
    const { signal, deadline } = this.scope.call;
    for (let tried = 1; ; tried += 1) {
      try {
        const { method: _, ...found } = await searchLibrary(this.client, query, options, this.scope);
        return found;
      } catch (thrown) {
        signal.throwIfAborted();
        const error = ArbiterError.from(thrown);
        const waitMs = waitBeforeRetry(error, tried, deadline, this.execution, DEFAULT_EXECUTOR_SETTINGS.retry);
        if (waitMs === null) throw error;
        this.execution.observer.retried(tool, error);
        await sleep(waitMs, signal);
      }
    }
  }
}

function toolOf(method: SearchMethod): string {
  return `${method}-search`;
}

/** Nothing found is as good a reason as an error. */
function isWanted({ condition }: Pick<SearchFallback, 'condition'>, outcome: Outcome): boolean {
  if (condition === 'on_error') return !hasFound(outcome);
  return hasFound(outcome) && bestScore(outcome) < DEFAULT_EXECUTOR_SETTINGS.lowConfidence;
}

function hasFound(outcome: Outcome): boolean {
  return 'found' in outcome && outcome.found.passages.length > 0;
}

function bestScore(outcome: Outcome): number {
  return 'found' in outcome ? Math.max(0, ...outcome.found.passages.map(({ score }) => score)) : 0;
}
