import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import { type Annotations, decodeAnnotations } from '../call/annotations.js';
import type { FrameTag } from '../wire/frame.js';
import { decodeAnswer, decodeError } from '../wire/message.codec.js';

/** Events that wait for a slow reader before the call is given up; a bound on memory, not a flow control. */
const MAX_WAITING_EVENTS = 8_192;

/** The caller's half of one call over NATS: takes frames as they come, gives them out in order as they are asked for. */
export class PendingReply {
  readonly #events: unknown[] = [];
  #outcome: { readonly output: unknown } | { readonly error: ArbiterError } | null = null;
  #wake: (() => void) | null = null;
  #expected = 0;
  #endedByCallee = false;
  #annotations: Annotations | undefined;
  /** Subject of the probe, which the broker refuses once the callee is gone; null until its first beat. */
  probe: string | null = null;

  constructor(
    private readonly operation: AnyOperation,
    /** When something was last heard of the callee, or the call was sent; monotonic milliseconds. */
    public heardAt: number,
  ) {}

  /** Whether the callee ended the call; if not, it should be told that the caller no longer waits. */
  get endedByCallee(): boolean {
    return this.#endedByCallee;
  }

  /** What came with the output, once that is there. */
  get annotations(): Annotations | undefined {
    return this.#annotations;
  }

  /**
   * What came after the call was settled is of no interest any more.
   *
   * @param headerOf value of a header of the frame, '' when it has none such; absent when it has no headers
   */
  accept({ number, kind }: FrameTag, payload: Uint8Array, headerOf?: (header: string) => string): void {
    if (this.#outcome) return;
    if (number !== this.#expected) {
      const lost = { reason: 'frames_lost', expected: this.#expected, received: number };
      this.fail(this.#unavailable(`Frames of ${this.operation.name} were lost on the way.`, lost));
      return;
    }
    if (kind === 'beat') return;
    this.#expected += 1;
    this.#endedByCallee = kind !== 'event';
    try {
      if (kind === 'event') this.#push(decodeAnswer(payload));
      else if (kind === 'end') this.#end(decodeAnswer(payload), headerOf);
      else this.#settle({ error: decodeError(decodeAnswer(payload)) });
    } catch (thrown) {
      this.fail(ArbiterError.from(thrown));
    }
  }

  /** Ends the call from our side; events not yet read are dropped. */
  fail(error: ArbiterError): void {
    if (this.#outcome) return;
    this.#events.length = 0;
    this.#settle({ error });
  }

  /** Ends the call: the broker knows no service for the operation. */
  refuse(reason: string): void {
    this.#endedByCallee = true;
    this.fail(this.#unavailable(`Nobody serves ${this.operation.name}.`, { reason }));
  }

  loseCallee(silenceMs: number): void {
    this.fail(
      this.#unavailable(`Nothing was heard of ${this.operation.name} for ${silenceMs} ms.`, { reason: 'silence' }),
    );
  }

  /** The broker has no connection any more to the process that works on this call. */
  buryCallee(): void {
    this.#endedByCallee = true;
    this.fail(this.#unavailable(`The replica that served ${this.operation.name} is gone.`, { reason: 'callee_gone' }));
  }

  /** @throws ArbiterError how the call failed */
  async next(): Promise<IteratorResult<unknown, unknown>> {
    for (;;) {
      if (this.#events.length > 0) return { done: false, value: this.#events.shift() };
      if (this.#outcome && 'error' in this.#outcome) throw this.#outcome.error;
      if (this.#outcome) return { done: true, value: this.#outcome.output };
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #unavailable(message: string, details: Readonly<Record<string, unknown>>): ArbiterError {
    return new ArbiterError('UNAVAILABLE', message, { details: { operation: this.operation.name, ...details } });
  }

  #end(output: unknown, headerOf: ((header: string) => string) | undefined): void {
    if (headerOf) this.#annotations = decodeAnnotations(this.operation, headerOf);
    this.#settle({ output });
  }

  #push(event: unknown): void {
    if (this.#events.length >= MAX_WAITING_EVENTS) {
      throw new ArbiterError(
        'OVERLOADED',
        `The reader of ${this.operation.name} fell ${MAX_WAITING_EVENTS} events behind.`,
      );
    }
    this.#events.push(event);
    this.#wake?.();
  }

  #settle(outcome: { readonly output: unknown } | { readonly error: ArbiterError }): void {
    this.#outcome = outcome;
    this.#wake?.();
  }
}
