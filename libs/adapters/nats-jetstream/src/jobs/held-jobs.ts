import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { JsMsg } from 'nats';

interface HeldJob {
  readonly message: JsMsg;
  readonly token: string;
  /** Monotonic time of the last sign of life that the broker has had, in milliseconds. */
  aliveAt: number;
}

/** The jobs that workers of this process are at, each with the message that is to be acknowledged. */
export class HeldJobs {
  readonly #held = new Map<string, HeldJob>();

  /** @param leaseMs time without a sign of life after which the broker gives a job to others */
  constructor(
    private readonly clock: Clock,
    private readonly leaseMs: number,
  ) {}

  hold(jobId: string, message: JsMsg, token: string): void {
    this.#held.set(jobId, { message, token, aliveAt: this.clock.monotonic() });
  }

  get(jobId: string): Pick<HeldJob, 'message' | 'token'> | null {
    return this.#held.get(jobId) ?? null;
  }

  release(jobId: string): void {
    this.#held.delete(jobId);
  }

  wasAlive(jobId: string): void {
    const held = this.#held.get(jobId);
    if (held) held.aliveAt = this.clock.monotonic();
  }

  /** @throws ArbiterError CONFLICT when the broker has had no sign of life for so long that others may have the job */
  assertAlive(jobId: string): void {
    const held = this.#held.get(jobId);
    if (!held || this.clock.monotonic() - held.aliveAt < this.leaseMs) return;
    this.release(jobId);
    throw lost(jobId);
  }
}

export function lost(jobId: string): ArbiterError {
  return new ArbiterError('CONFLICT', `Job "${jobId}" is not running here any more.`, { details: { jobId } });
}
