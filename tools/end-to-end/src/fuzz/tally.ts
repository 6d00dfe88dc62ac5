import { performance } from 'node:perf_hooks';
import fc from 'fast-check';

/** Requests of one door that are under way together. */
const AT_ONCE = 8;
/** Of the requests that took longest. */
const SLOWEST = 3;

interface Timed {
  readonly ms: number;
  readonly request: string;
}

/** Sends the requests of one door, counts the answers, and keeps the forbidden ones. */
export class Tally<T> {
  private readonly counts = new Map<string, number>();
  private readonly failures: string[] = [];
  private slowest: readonly Timed[] = [];

  constructor(
    readonly door: string,
    private readonly requests: fc.Arbitrary<T>,
    /** @returns the label under which the answer is counted. @throws Error for a forbidden answer */
    private readonly sendOne: (request: T) => Promise<string>,
  ) {}

  /** Forbidden answers, with their requests. */
  get untold(): readonly string[] {
    return this.failures;
  }

  async send(count: number, seed: number): Promise<void> {
    const left = fc.sample(this.requests, { numRuns: count, seed }).values();
    const worker = async (): Promise<void> => {
      for (const request of left) await this.settle(request);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  private async settle(request: T): Promise<void> {
    const begun = performance.now();
    let outcome = 'untold';
    try {
      outcome = await this.sendOne(request);
    } catch (error) {
      this.failures.push(`${this.door} ${described(request)}: ${told(error)}`);
    }
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
    const timed = { ms: Math.round(performance.now() - begun), request: described(request).slice(0, 160) };
    this.slowest = [...this.slowest, timed].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  }

  describe(): string {
    const counts = [...this.counts].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome} ${count}`);
    const slowest = this.slowest.map(({ ms, request }) => `  ${ms} ms: ${request}\n`);
    return `${this.door}: ${counts.join(', ')}\n${slowest.join('')}`;
  }
}

/** An error with its cause: `fetch failed` alone tells nothing. */
function told(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return cause === undefined ? String(error) : `${String(error)} (${told(cause)})`;
}

function described(request: unknown): string {
  return JSON.stringify(request, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('utf8').slice(0, 400) : value,
  ).slice(0, 600);
}
