import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { diskFaultOf } from '@arbiter/ports';
import type { Express } from 'express';

const DEFAULT_TIMEOUT_MS = 2_000;

/** Loading a model on a busy machine takes seconds, and only the first probe waits for it. */
const LOADING_MS = 15_000;

/** Something without which the app cannot work: its store, its broker, its model. */
export interface ReadinessCheck {
  readonly name: string;
  /** Resolves when all is well, rejects with what is wrong. Listens to the signal, which aborts at the timeout. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  /** Default 2,000. */
  readonly timeoutMs?: number;
}

export type CheckResult = { readonly status: 'up' } | { readonly status: 'down'; readonly reason: string };

export interface ReadinessReport {
  readonly status: 'ready' | 'unready' | 'stopping';
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** Told why a check failed, in full. */
export type OnDown = (check: string, error: unknown) => void;

/** What everybody may know of a failed check. */
const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNAVAILABLE: 'unavailable',
  DEADLINE_EXCEEDED: 'no answer in time',
  UNAUTHENTICATED: 'not let in',
  FORBIDDEN: 'not let in',
};

/** Whether an app can do its work now. Probes that come together share one round of checks. */
export class Readiness {
  private round: Promise<ReadinessReport> | undefined;
  private stopping = false;

  constructor(
    private readonly checks: readonly ReadinessCheck[],
    private readonly onDown: OnDown = () => undefined,
  ) {}

  /** Marks the app as not ready, so that it gets no new work while it finishes the old. */
  stop(): void {
    this.stopping = true;
  }

  async report(): Promise<ReadinessReport> {
    if (this.stopping) return { status: 'stopping', checks: {} };
    this.round ??= this.runAll().finally(() => {
      this.round = undefined;
    });
    return this.round;
  }

  private async runAll(): Promise<ReadinessReport> {
    const results = await Promise.all(
      this.checks.map(async (check) => [check.name, await run(check, this.onDown)] as const),
    );
    const ready = results.every(([, { status }]) => status === 'up');
    return { status: ready ? 'ready' : 'unready', checks: Object.fromEntries(results) };
  }
}

async function run(
  { name, check, timeoutMs = DEFAULT_TIMEOUT_MS }: ReadinessCheck,
  onDown: OnDown,
): Promise<CheckResult> {
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort(new ArbiterError('DEADLINE_EXCEEDED', 'The check took too long.'));
      resolve({ status: 'down', reason: `no answer within ${timeoutMs} ms` });
    }, timeoutMs);
  });
  try {
    return await Promise.race([check(timeout.signal).then((): CheckResult => ({ status: 'up' })), late]);
  } catch (thrown) {
    onDown(name, thrown);
    // Probes are open to everybody: a sentence may name a broker, a path or a key. It stands in the log.
    return { status: 'down', reason: reasonOf(thrown) };
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(thrown: unknown): string {
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
  return { name, check: (signal) => model.warmUp(signal), timeoutMs: LOADING_MS };
}
