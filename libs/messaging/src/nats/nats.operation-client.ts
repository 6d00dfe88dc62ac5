import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import { createInbox, type Msg, type Subscription } from 'nats';
import { type MessagingRuntime, SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import {
  type CallCarrier,
  CarriedOperationClient,
  DISCONNECTED,
  NO_RESPONDERS,
  type OperationClientOptions,
} from '../client/carried-operation.client.js';
import { SIGNATURE_HEADER } from '../wire/call-signature.js';
import { ACCEPT_EVENTS, CALL_HEADERS, encodeCallHeaders, type OutgoingCall } from '../wire/call.headers.js';
import {
  BEAT_MS,
  BEATS_BEFORE_PROBE,
  cancelSubject,
  decodeFrameTag,
  FRAME_HEADER,
  probeSubject,
  SILENCE_MS,
  WHOLE_ANSWER,
} from '../wire/frame.js';
import { encodeInput } from '../wire/message.codec.js';
import type { NatsLink } from './nats.link.js';
import { PendingReply } from './pending.reply.js';
import { publishBounded } from './publish-bounded.js';

/** Status of the message that a broker sends to the reply subject of a request without responders. */
const STATUS_NO_RESPONDERS = 503;
const CLIENT_ID_BYTES = 12;

export interface NatsOperationClientOptions extends OperationClientOptions {
  /** A callee not heard of for so long is UNAVAILABLE. Default 5 s, ten of its beats. */
  readonly silenceMs?: number;
  /** Silence after which the broker is asked whether the callee is still there, in milliseconds. Default 1,000, two beats. */
  readonly probeMs?: number;
}

/** Calls operations over NATS. Closing it leaves the link open: who opened that closes it. */
export class NatsOperationClient extends CarriedOperationClient {
  constructor(
    link: NatsLink,
    { silenceMs = SILENCE_MS, probeMs = BEAT_MS * BEATS_BEFORE_PROBE, ...options }: NatsOperationClientOptions = {},
  ) {
    super(new NatsCarrier(link, silenceMs, probeMs, options.runtime ?? SYSTEM_RUNTIME), options);
  }
}

/** Carries calls over one inbox subscription, shared by all of them: the last token of the reply subject tells which. */
class NatsCarrier implements CallCarrier {
  readonly transport = 'nats';
  readonly #pending = new Map<string, PendingReply>();
  readonly #inbox = createInbox();
  /** Not to be guessed, since it is what takes calls back. */
  readonly #clientId: string;
  #lastCall = 0;
  #subscription: Subscription | null = null;
  #watchdog: NodeJS.Timeout | null = null;
  readonly #stopListening: () => void;

  constructor(
    private readonly link: NatsLink,
    private readonly silenceMs: number,
    /** Silence after which the broker is asked whether the callee is still there, in milliseconds. */
    private readonly probeMs: number,
    private readonly runtime: MessagingRuntime,
  ) {
    this.#clientId = runtime.randomHex(CLIENT_ID_BYTES);
    this.#stopListening = link.onDisconnect(() => this.#failAll('The connection to the broker was lost.'));
  }

  async request(operation: AnyOperation, input: unknown, call: OutgoingCall): Promise<unknown> {
    const [reply, finish] = this.#send(operation, input, call, false);
    try {
      for (;;) {
        const step = await reply.next();
        if (step.done) return outputOf(reply, step.value, call);
      }
    } finally {
      finish();
    }
  }

  async *stream(
    operation: AnyOperation,
    input: unknown,
    call: OutgoingCall,
  ): AsyncGenerator<unknown, unknown, undefined> {
    const [reply, finish] = this.#send(operation, input, call, true);
    try {
      for (;;) {
        const step = await reply.next();
        if (step.done) return outputOf(reply, step.value, call);
        yield step.value;
      }
    } finally {
      finish();
    }
  }

  close(): Promise<void> {
    this.#stopListening();
    this.#failAll('This client is closed.');
    this.#stopWatching();
    if (!this.link.connection.isClosed()) this.#subscription?.unsubscribe();
    return Promise.resolve();
  }

  /** @returns the reply, and what to call when it is no longer read, for whatever reason */
  #send(operation: AnyOperation, input: unknown, call: OutgoingCall, events: boolean): [PendingReply, () => void] {
    const payload = encodeInput(input);
    if (!this.link.connected) throw this.#disconnected(`No connection to the broker at ${this.link.url}.`);
    this.#subscription ??= this.link.connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });

    const token = String((this.#lastCall += 1));
    const cancel = cancelSubject(operation.arm, `${this.#clientId}-${token}`);
    const { subject } = operation;
    const replySubject = `${this.#inbox}.${token}`;
    const now = this.runtime.now();
    const headers = encodeCallHeaders(call, now);
    headers.push([CALL_HEADERS.cancel, [cancel]]);
    if (events) headers.push([CALL_HEADERS.accept, [ACCEPT_EVENTS]]);
    const signature = this.link.signatures?.sign({ subject, reply: replySubject, headers, payload }, now);
    if (signature !== undefined) headers.push([SIGNATURE_HEADER, [signature]]);

    const reply = new PendingReply(operation, this.runtime.monotonic());
    publishBounded(this.link, subject, payload, { headers, reply: replySubject });
    this.#pending.set(token, reply);
    this.#watch();
    const stopListening = call.cancellation.onAbort((reason) => reply.fail(reason));

    let answered = false;
    const finish = (): void => {
      if (answered) return;
      answered = true;
      stopListening();
      this.#pending.delete(token);
      if (!reply.endedByCallee && this.link.connected) this.link.connection.publish(cancel);
    };
    return [reply, finish];
  }

  #receive(message: Msg): void {
    const reply = this.#pending.get(message.subject.slice(this.#inbox.length + 1));
    if (!reply) {
      // A call we gave up while the callee could not be told: what asks to be answered is a beat, and any answer ends it.
      message.respond();
      return;
    }
    reply.heardAt = this.runtime.monotonic();
    const { headers } = message;
    if (headers?.code === STATUS_NO_RESPONDERS) {
      if (reply.probe === null) reply.refuse(NO_RESPONDERS);
      else reply.buryCallee();
      return;
    }
    const tag = headers ? decodeFrameTag(headers.get(FRAME_HEADER)) : WHOLE_ANSWER;
    if (tag?.kind === 'beat' && message.reply) reply.probe ??= probeSubject(message.reply);
    if (tag) reply.accept(tag, message.data, headers && ((header) => headers.get(header)));
  }

  #failAll(why: string): void {
    for (const reply of this.#pending.values()) reply.fail(new ArbiterError('UNAVAILABLE', why));
  }

  #disconnected(why: string): ArbiterError {
    return new ArbiterError('UNAVAILABLE', why, { details: { reason: DISCONNECTED } });
  }

  /** Looks at all calls at once, so that a call costs no timer of its own. */
  #watch(): void {
    const everyMs = Math.min(this.silenceMs / 4, this.probeMs / 2);
    // Not before what has come in meanwhile is read: after a stall of this process, timers go before sockets.
    this.#watchdog ??= setInterval(() => setImmediate(() => this.#lookForSilent()), everyMs).unref();
  }

  #lookForSilent(): void {
    if (this.#pending.size === 0) this.#stopWatching();
    const now = this.runtime.monotonic();
    for (const [token, reply] of this.#pending) {
      if (reply.heardAt < now - this.silenceMs) reply.loseCallee(this.silenceMs);
      else if (reply.heardAt < now - this.probeMs && reply.probe !== null) this.#probe(reply.probe, token);
    }
  }

  #probe(subject: string, token: string): void {
    if (this.link.connected) this.link.connection.publish(subject, undefined, { reply: `${this.#inbox}.${token}` });
  }

  #stopWatching(): void {
    if (this.#watchdog) clearInterval(this.#watchdog);
    this.#watchdog = null;
  }
}

/** @returns the output, after the caller has been told what came beside it */
function outputOf({ annotations }: PendingReply, output: unknown, { onAnnotations }: OutgoingCall): unknown {
  if (annotations?.size) onAnnotations?.(annotations);
  return output;
}
