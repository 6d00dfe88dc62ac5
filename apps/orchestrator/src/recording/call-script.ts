import { ArbiterError, unpackTexts, type FlightRecord, type RecordedCall } from '@arbiter/contracts';
import { canonicalJson } from '@arbiter/ports';
import { redact } from './pack-run.js';

/** A call of a replay that the record does not hold. */
export interface MissingCall {
  readonly name: string;
  /** Redacted. */
  readonly input: unknown;
}

interface WaitingCall {
  readonly call: RecordedCall;
  readonly resolve: (call: RecordedCall) => void;
}

/** `details.reason` of the CONFLICT that a replay meets. */
export const NOT_RECORDED = 'not_recorded';

/**
 * The recorded calls of one run, which answer the same calls again. They are matched by name and input, and in order of
 * their start if both are equal.
 *
 * Concurrent calls end in their recorded order, however fast they are answered now. Of the waiting calls, the one that
 * ended first goes first. It goes only when the code has nothing left to do until then.
 */
export class CallScript {
  readonly missing: MissingCall[] = [];
  /** Calls that were given out, in the order in which they ended. */
  readonly taken: RecordedCall[] = [];
  readonly #byRequest = new Map<string, RecordedCall[]>();
  readonly #waiting: WaitingCall[] = [];
  readonly #isCut: (name: string) => boolean;
  #isPumping = false;

  constructor({ calls, texts }: FlightRecord) {
    for (const packed of calls.filter(({ cutBytes }) => cutBytes === 0)) {
      const call = { ...packed, ...(unpackTexts(valuesOf(packed), texts) as ReturnType<typeof valuesOf>) };
      const key = keyOf(call.name, call.input);
      this.#byRequest.set(key, [...(this.#byRequest.get(key) ?? []), call]);
    }
    this.#isCut = (name) => calls.some((call) => call.name === name && call.cutBytes > 0);
  }

  /** Recorded calls that have not been requested. */
  get left(): readonly RecordedCall[] {
    return [...this.#byRequest.values()].flat();
  }

  /** @throws ArbiterError CONFLICT, reason {@link NOT_RECORDED}, for a request that the record does not hold, or no longer */
  take(name: string, input: unknown): Promise<RecordedCall> {
    const asked = redact(input);
    const call = this.#byRequest.get(keyOf(name, asked))?.shift();
    if (!call) {
      this.missing.push({ name, input: asked });
      const why = this.#isCut(name) ? 'a call of it was cut for size' : 'it was not asked so before';
      throw new ArbiterError('CONFLICT', `The record holds no such request to ${name}: ${why}.`, {
        details: { reason: NOT_RECORDED, operation: name },
      });
    }
    return new Promise((resolve) => {
      this.#waiting.push({ call, resolve });
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      const next = this.#waiting.reduce((first, each) => (each.call.ended < first.call.ended ? each : first));
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.taken.push(next.call);
      next.resolve(next.call);
      if (this.#waiting.length > 0) this.#pump();
    });
  }
}

/** Result of a recorded call: its output, or its error thrown again. */
export function outcomeOf({ output, error }: RecordedCall): unknown {
  if (error) throw new ArbiterError(error.code, error.message, { details: error.details });
  return output;
}

function valuesOf({ input, events, output, error }: RecordedCall) {
  return { input, events, output, error };
}

function keyOf(name: string, input: unknown): string {
  return `${name} ${canonicalJson(input)}`;
}
