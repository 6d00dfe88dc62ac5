import { ArbiterError, type ErrorCode, type HealthCheck, type HealthReport } from '@arbiter/contracts';
import { diskFaultOf } from '@arbiter/ports';
import type { Express } from 'express';

const DEFAULT_TIMEOUT_MS = 2_000;

/** Longest wait for a model to be loaded: minutes for one that a server has to read first. */
const LOADING_MS = 600_000;

/** Something without which the app cannot work: its store, its broker, its model. */
export interface ReadinessCheck {
  readonly name: string;
  /**
   * Resolves when all is well, or with what everybody may know: a remark, or what is missing. Rejects with what is wrong, which
   * is logged. Listens to the signal, which aborts at the timeout.
   */
  readonly check: (signal: AbortSignal) => Promise<HealthCheck | undefined> | Promise<void>;
  /** Default 2,000. */
  readonly timeoutMs?: number;
  /** What a check that takes longer is said to be doing. */
  readonly late?: string;
}

/** Told once that a check begins to fail, with why in full; null once it passes again. Probes come every few seconds. */
export type OnChange = (check: string, error: unknown) => void;

/** What everybody may know of a failed check. */
const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNAVAILABLE: 'unavailable',
  DEADLINE_EXCEEDED: 'no answer in time',
  UNAUTHENTICATED: 'not let in',
  FORBIDDEN: 'not let in',
};

/** Whether an app can do its work now. Probes that come together share one round of checks. */
export class Readiness {
  private round: Promise<HealthReport> | undefined;
  private stopping = false;
  private readonly down = new Set<string>();

  constructor(
    private readonly checks: readonly ReadinessCheck[],
    private readonly onChange: OnChange = () => undefined,
  ) {}

  /** Marks the app as not ready, so that it gets no new work while it finishes the old. */
  stop(): void {
    this.stopping = true;
  }

  async report(): Promise<HealthReport> {
    if (this.stopping) return { status: 'stopping', checks: {} };
    this.round ??= this.runAll().finally(() => {
      this.round = undefined;
    });
    return this.round;
  }

  private async runAll(): Promise<HealthReport> {
    const results = await Promise.all(this.checks.map(async (check) => [check.name, await this.run(check)] as const));
    const ready = results.every(([, { status }]) => status === 'up');
    return { status: ready ? 'ready' : 'unready', checks: Object.fromEntries(results) };
  }

  private async run({ name, check, timeoutMs = DEFAULT_TIMEOUT_MS, late }: ReadinessCheck): Promise<HealthCheck> {
    const timeout = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new ArbiterError('DEADLINE_EXCEEDED', `The check gave no answer within ${timeoutMs} ms.`);
        timeout.abort(error);
        reject(error);
      }, timeoutMs);
    });
    try {
      const told = (await Promise.race([check(timeout.signal), limit])) ?? { status: 'up' };
      if (told.status === 'down') this.failed(name, told.reason);
      else if (this.down.delete(name)) this.onChange(name, null);
      return told;
    } catch (thrown) {
      this.failed(name, thrown);
      // Probes are open to everybody: a sentence may name a broker, a path or a key. It stands in the log.
      return { status: 'down', reason: timeout.signal.aborted && late !== undefined ? late : publicReason(thrown) };
    } finally {
      clearTimeout(timer);
    }
  }

  private failed(name: string, why: unknown): void {
    if (!this.down.has(name)) this.onChange(name, why);
    this.down.add(name);
  }
}

/** Why something failed, in words that name no address, path or key. */
export function publicReason(thrown: unknown): string {
  if (!(thrown instanceof ArbiterError)) return 'failed';
  return diskFaultOf(thrown.details.reason)?.cause ?? REASONS[thrown.code] ?? 'failed';
}

/**
 * `GET /health/live`: 200 as long as the process answers at all; a failed check is no reason to restart it.
 * `GET /health/ready`: 200 when every check passes, else 503 with what is down.
 */
export function mountHealthRoutes(app: Express, health: Readiness): void {
  app.get('/health/live', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'live' });
  });
  app.get('/health/ready', async (_req, res) => {
    const report = await health.report();
    res
      .status(report.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
}

/** Ready while what is kept in a folder can be written: without that no job ends well, and no answer is recorded. */
export function diskCheck(name: string, directory: { readonly probe: () => Promise<void> }): ReadinessCheck {
  return { name, check: () => directory.probe() };
}

/** Ready once the model is loaded and answers. */
export function modelCheck(
  name: string,
  model: { readonly warmUp: (signal: AbortSignal) => Promise<void> },
): ReadinessCheck {
  let loading: Promise<void> | undefined;
  return {
    name,
    late: 'is loading',
    // One load for all probes: to end it with the first probe would begin it anew with the next.
    check: async () => {
      loading ??= model.warmUp(AbortSignal.timeout(LOADING_MS)).finally(() => (loading = undefined));
      await loading;
    },
  };
}
