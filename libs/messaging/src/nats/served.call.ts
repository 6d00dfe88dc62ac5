import { ArbiterError } from '@arbiter/contracts';
import { type Annotations, encodeAnnotations } from '../call/annotations.js';
import { CancellationSource } from '../call/cancellation.js';
import { encodeFrameTag, FRAME_HEADER, type FrameKind, isWholeAnswer } from '../wire/frame.js';
import { encodeAnswer, encodeError } from '../wire/message.codec.js';
import type { NatsLink } from './nats.link.js';
import { publishBounded } from './publish-bounded.js';

/** What `nats` and other tools of the services protocol (ADR-32) read errors from. */
const SERVICE_ERROR = 'Nats-Service-Error';
const SERVICE_ERROR_CODE = 'Nats-Service-Error-Code';
const EMPTY = new Uint8Array();

type HeaderLines = readonly (readonly [name: string, values: readonly [string]])[];

/** The callee's half of one call over NATS: numbers the frames and sends them to the caller. */
export class ServedCall extends CancellationSource {
  #number = 0;
  #annotations: HeaderLines = [];
  #hasBeaten = false;

  constructor(
    private readonly link: NatsLink,
    private readonly replySubject: string,
    /** Where an answer to a beat comes in; the broker itself answers when the caller's inbox is gone. */
    private readonly beatSubject: string,
  ) {
    super();
  }

  /** @throws ArbiterError PAYLOAD_TOO_LARGE */
  event(event: unknown): void {
    this.#send('event', encodeAnswer(event));
  }

  /** Headers of the frame with the output; an error goes without. */
  annotate(annotations: Annotations): void {
    this.#annotations = encodeAnnotations(annotations);
  }

  /** @throws ArbiterError PAYLOAD_TOO_LARGE */
  end(output: unknown): void {
    this.#send('end', encodeAnswer(output), this.#annotations);
  }

  error(error: ArbiterError): void {
    const service: HeaderLines = [
      [SERVICE_ERROR, [`${error.code} ${singleLine(error.message)}`]],
      [SERVICE_ERROR_CODE, [String(error.status)]],
    ];
    try {
      this.#send('error', encodeError(error), service);
    } catch {
      // Its details do not fit through; its code always does.
      const { code } = error;
      this.#send('error', encodeError(new ArbiterError(code, 'The error is too large to be sent in full.')));
    }
  }

  /** Whether the caller has been told once where this call is served. */
  get hasBeaten(): boolean {
    return this.#hasBeaten;
  }

  beat(): void {
    this.#hasBeaten = true;
    this.#send('beat', EMPTY, [], this.beatSubject);
  }

  #send(kind: FrameKind, payload: Uint8Array, extra: HeaderLines = [], reply?: string): void {
    // A frame that is not sent leaves a gap, which the caller notices by the next number.
    const number = kind === 'beat' ? this.#number : this.#number++;
    if (!this.link.connected) return;
    const tag = { number, kind };
    try {
      if (extra.length === 0 && isWholeAnswer(tag)) {
        publishBounded(this.link, this.replySubject, payload, {});
        return;
      }
      const headers = [[FRAME_HEADER, [encodeFrameTag(tag)]], ...extra] as const;
      publishBounded(this.link, this.replySubject, payload, reply === undefined ? { headers } : { headers, reply });
    } catch (thrown) {
      if (kind !== 'beat') this.#number = number;
      throw thrown;
    }
  }
}

function singleLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 512);
}
