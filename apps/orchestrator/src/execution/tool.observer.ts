import type { ArbiterError } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** From a cached result to a web page that is nearly given up, in seconds. */
const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type CacheOutcome = 'hit' | 'miss' | 'unknown-generation';

/** Counts what tools did, and logs what they could not: a failure that another tool makes up for is not silent. */
export class ToolObserver {
  private readonly running: Gauge<'tool'>;
  private readonly runs: Counter<'tool' | 'outcome'>;
  private readonly durations: Histogram<'tool'>;
  private readonly retries: Counter<'tool' | 'code'>;
  private readonly fallbacks: Counter<'tool' | 'condition'>;
  private readonly lookups: Counter<'tool' | 'outcome'>;

  constructor(
    registry: Registry,
    private readonly logger: Logger,
  ) {
    const registers = [registry];
    this.running = new Gauge({
      name: 'arbiter_tool_runs_in_progress',
      help: 'Runs of tools that have not stopped, those included that nobody waits for any more.',
      labelNames: ['tool'],
      registers,
    });
    this.runs = new Counter({
      name: 'arbiter_tool_runs_total',
      help: 'Runs of tools by outcome: ok, or the code of the error. Retries are one run, a cached result is none.',
      labelNames: ['tool', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'arbiter_tool_duration_seconds',
      help: 'Time from the start of a run to its end, retries included.',
      labelNames: ['tool'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.retries = new Counter({
      name: 'arbiter_tool_retries_total',
      help: 'Attempts after the first, by what the one before failed with.',
      labelNames: ['tool', 'code'],
      registers,
    });
    this.fallbacks = new Counter({
      name: 'arbiter_tool_fallbacks_total',
      help: 'Runs of a fallback, by the tool that it stood in for and why.',
      labelNames: ['tool', 'condition'],
      registers,
    });
    this.lookups = new Counter({
      name: 'arbiter_tool_cache_lookups_total',
      help: 'Looks into the cache of results; unknown-generation: the retriever did not say what its collections hold.',
      labelNames: ['tool', 'outcome'],
      registers,
    });
  }

  /** @returns to be called once, when nothing of the attempt runs any more */
  attemptStarted(tool: string): () => void {
    this.running.inc({ tool });
    return () => this.running.dec({ tool });
  }

  retried(tool: string, { code }: ArbiterError): void {
    this.retries.inc({ tool, code });
  }

  /** @param durationMs milliseconds */
  ended(tool: string, durationMs: number, error: ArbiterError | null): void {
    this.runs.inc({ tool, outcome: error?.code ?? 'ok' });
    this.durations.observe({ tool }, durationMs / 1_000);
    if (error && error.code !== 'CANCELLED') {
      this.logger.warn({ tool, code: error.code, err: error }, 'a tool failed');
    }
  }

  fellBack(tool: string, condition: string): void {
    this.fallbacks.inc({ tool, condition });
  }

  lookedUp(tool: string, outcome: CacheOutcome): void {
    this.lookups.inc({ tool, outcome });
  }
}

/** Runs that are remembered of every tool: enough for a median, few enough to follow a change within minutes. */
const WINDOW = 64;

/** What tools took lately, for the estimates of plans. */
export class MeasuredDurations {
  private readonly windows = new Map<string, number[]>();

  /**
   * @param tool its own name: of a registered tool, so that their number is bounded
   * @param durationMs milliseconds of a run that ended well and was not answered from the cache
   */
  record(tool: string, durationMs: number): void {
    const window = this.windows.get(tool) ?? [];
    this.windows.set(tool, [...window.slice(1 - WINDOW), durationMs]);
  }

  /**
   * @param quantile 0–1; the median when absent
   * @returns milliseconds, the nearest rank among the last 64 runs; undefined before the first
   */
  typicalMs(tool: string, quantile = 0.5): number | undefined {
    const ascending = [...(this.windows.get(tool) ?? [])].sort((a, b) => a - b);
    return ascending[Math.max(0, Math.ceil(quantile * ascending.length) - 1)];
  }

  /** The medians of those that have run; a promise, so that it can be recorded with an answer. */
  typical(tools: readonly string[]): Promise<Record<string, number>> {
    const known = tools.flatMap((tool) => {
      const ms = this.typicalMs(tool);
      return ms === undefined ? [] : [[tool, ms] as const];
    });
    return Promise.resolve(Object.fromEntries(known));
  }
}
