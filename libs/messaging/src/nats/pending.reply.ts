import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import { type Annotations, decodeAnnotations } from '../call/annotations.js';
import type { FrameTag } from '../wire/frame.js';
import { decodeAnswer, decodeError } from '../wire/message.codec.js';

/** Most unread events; one more ends the call. It bounds memory and is no flow control. */
const MAX_WAITING_EVENTS = 8_192;

/** The caller's side of one call over NATS: receives frames and yields their events in order. */
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
    /** Time of the callee's last frame, or of sending the call; monotonic milliseconds. */
    public heardAt: number,
  ) {}

  /** Whether the callee ended the call. If not, the caller should send it a cancellation. */
  get endedByCallee(): boolean {
    return this.#endedByCallee;
  }

  /** Annotations of the output; undefined before it arrives. */
  get annotations(): Annotations | undefined {
    return this.#annotations;
  }

  /**
   * Takes one frame. Frames of a settled call are ignored.
   *
   * @param headerOf value of a header of the frame, '' if it is missing; absent if the frame has no headers
   */
  accept({ number, kind }: FrameTag, payload: Uint8Array, headerOf?: (header: string) => string): void {
    if (this.#outcome) return;
    if (number !== this.#expected) {
      const lost = { reason: 'frames_lost', expected: this.#expected, received: number };
      this.fail(this.#unavailable(`Frames of ${this.operation.name} were lost.`, lost));
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
    this.fail(this.#unavailable(`No arm serves ${this.operation.name}.`, { reason }));
  }

  loseCallee(silenceMs: number): void {
    this.fail(this.#unavailable(`${this.operation.name} has been silent for ${silenceMs} ms.`, { reason: 'silence' }));
  }

  /** Ends the call: the broker has lost its connection to the callee's process. */
  buryCallee(): void {
    this.#endedByCallee = true;
    this.fail(this.#unavailable(`The replica that served ${this.operation.name} has gone.`, { reason: 'callee_gone' }));
  }

  /** @throws ArbiterError the failure of the call */
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
