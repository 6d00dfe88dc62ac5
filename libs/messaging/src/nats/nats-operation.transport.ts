import { type AnyOperation, ArbiterError, type Arm } from '@arbiter/contracts';
import { createInbox, type Msg, type Service, type Subscription } from 'nats';
import type { Annotations } from '../call/annotations.js';
import { cancelled } from '../call/call.scope.js';
import { type MessagingRuntime, SYSTEM_RUNTIME } from '../call/messaging.runtime.js';
import type { OperationDispatcher, OperationTransport, TransportHealth } from '../dispatch/operation.dispatcher.js';
import type { IncomingCall, InvokeOperation } from '../operation-call.js';
import type { SignedCall } from '../wire/call-signature.js';
import { decodeCall } from '../wire/call.headers.js';
import { BEAT_MS, cancelSubject, FIRST_BEAT_SHARE } from '../wire/frame.js';
import type { NatsLink } from './nats.link.js';
import { ServedCall } from './served.call.js';

export interface NatsOperationTransportOptions {
  readonly link: NatsLink;
  /** Semantic version of the arm, as `nats micro list` shows it. */
  readonly version: string;
  /** Between two signs of life to the caller of a running call, in milliseconds. Default 500. */
  readonly beatMs?: number;
  readonly runtime?: Pick<MessagingRuntime, 'now'>;
  /** Told of a call that was refused because nobody with a key signed it; for logs. */
  readonly onForgery?: (operation: AnyOperation, refusal: ArbiterError) => void;
}

/**
 * Serves a dispatcher's operations over NATS: each arm as a service `arbiter-<arm>`, its replicas one queue group.
 * Every replica also listens where callers take calls back.
 */
export class NatsOperationTransport implements OperationTransport {
  readonly #link: NatsLink;
  readonly #version: string;
  readonly #beatMs: number;
  readonly #runtime: Pick<MessagingRuntime, 'now'>;
  readonly #onForgery: NatsOperationTransportOptions['onForgery'];
  readonly #services: Service[] = [];
  readonly #subscriptions: Subscription[] = [];
  /** Running calls by a number of ours, which beats carry in their reply subject. */
  readonly #calls = new Map<string, ServedCall>();
  /** Running calls by the subject on which the caller takes them back. */
  readonly #cancellable = new Map<string, ServedCall>();
  #lastCall = 0;
  readonly #serving = new Set<Promise<void>>();
  readonly #beatInbox = createInbox();
  #pulse: NodeJS.Timeout | null = null;
  #accepting = false;

  constructor(options: NatsOperationTransportOptions) {
    const { link, version, beatMs = BEAT_MS, runtime = SYSTEM_RUNTIME, onForgery } = options;
    this.#link = link;
    this.#onForgery = onForgery;
    this.#version = version;
    this.#beatMs = beatMs;
    this.#runtime = runtime;
  }

  async start(dispatcher: OperationDispatcher): Promise<void> {
    const { connection } = this.#link;
    for (const arm of new Set(dispatcher.operations().map(({ arm }) => arm))) {
      const operations = dispatcher.operations().filter((operation) => operation.arm === arm);
      this.#subscriptions.push(
        connection.subscribe(cancelSubject(arm, '*'), {
          callback: (_, { subject }) => this.#cancellable.get(subject)?.abort(cancelled()),
        }),
      );
      this.#services.push(await this.#register(arm, operations, dispatcher));
    }
    // Whatever comes to the reply subject of a beat, from the broker or the caller, says that nobody waits. A caller that
    // wants to know whether this process lives sends to a subject beside them, of no call.
    this.#subscriptions.push(
      connection.subscribe(`${this.#beatInbox}.*`, {
        callback: (_, { subject }) => this.#calls.get(subject.slice(this.#beatInbox.length + 1))?.abort(cancelled()),
      }),
    );
    let ticks = 0;
    this.#pulse = setInterval(() => {
      ticks += 1;
      const isBeat = ticks % (1 / FIRST_BEAT_SHARE) === 0;
      for (const call of this.#calls.values()) if (isBeat || !call.hasBeaten) call.beat();
    }, this.#beatMs * FIRST_BEAT_SHARE).unref();
    this.#accepting = true;
    await this.#link.flush();
  }

  async stopAccepting(): Promise<void> {
    this.#accepting = false;
    for (const service of this.#services) void service.stop();
    // Calls that the broker had handed to us before it learnt of this arrive before the flush returns.
    await this.#link.flush();
  }

  async close(): Promise<void> {
    await this.stopAccepting();
    await Promise.allSettled(this.#serving);
    if (this.#pulse) clearInterval(this.#pulse);
    if (!this.#link.connection.isClosed()) for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.#link.flush();
  }

  health(): TransportHealth {
    const stopped = this.#services.some(({ isStopped }) => isStopped);
    const detail = !this.#link.connected
      ? `no connection to ${this.#link.url}`
      : !this.#accepting || stopped
        ? 'not accepting calls'
        : `serves at ${this.#link.url}`;
    return { transport: 'nats', healthy: this.#link.connected && this.#accepting && !stopped, detail };
  }

  async #register(arm: Arm, operations: readonly AnyOperation[], dispatcher: OperationDispatcher): Promise<Service> {
    const service = await this.#link.connection.services.add({
      name: `arbiter-${arm}`,
      version: this.#version,
      description: `Operations of Arbiter's ${arm} arm`,
      queue: arm,
    });
    for (const operation of operations) {
      service.addEndpoint(operation.name.slice(arm.length + 1), {
        subject: operation.subject,
        metadata: describeOperation(operation),
        handler: (error, message) => {
          if (!error) this.#take(operation, message, dispatcher);
        },
      });
    }
    return service;
  }

  #take(operation: AnyOperation, message: Msg, dispatcher: OperationDispatcher): void {
    // Without a reply subject nobody waits for the answer.
    if (!message.reply) return;
    const serving = this.#serve(operation, message, message.reply, dispatcher);
    this.#serving.add(serving);
    void serving.then(() => this.#serving.delete(serving));
  }

  async #serve(operation: AnyOperation, message: Msg, reply: string, dispatcher: OperationDispatcher): Promise<void> {
    const id = String((this.#lastCall += 1));
    const call = new ServedCall(this.#link, reply, `${this.#beatInbox}.${id}`);
    let cancel: string | undefined;
    try {
      const headers = message.headers ?? [];
      const now = this.#runtime.now();
      this.#verify(operation, { subject: operation.subject, reply, headers, payload: message.data }, now);
      const received = decodeCall(headers, message.data, now);
      cancel = received.cancel;
      // Who names no cancel subject does not speak our frames, and would take a beat for the answer.
      if (cancel !== undefined) {
        this.#calls.set(id, call);
        this.#cancellable.set(cancel, call);
      }
      const incoming: IncomingCall = Object.assign(received, {
        transport: 'nats' as const,
        onAnnotations: (given: Annotations) => call.annotate(given),
      });
      call.end(
        await (received.wantsEvents
          ? sendEvents(dispatcher.invokeUnder(operation, incoming, call), call)
          : dispatcher.answerUnder(operation, incoming, call)),
      );
    } catch (thrown) {
      const error = ArbiterError.from(thrown);
      call.abort(error);
      call.error(error);
    } finally {
      this.#calls.delete(id);
      if (cancel !== undefined) this.#cancellable.delete(cancel);
    }
  }

  /** @throws ArbiterError FORBIDDEN */
  #verify(operation: AnyOperation, call: SignedCall, now: number): void {
    try {
      this.#link.signatures?.verify(call, now);
    } catch (thrown) {
      const refusal = ArbiterError.from(thrown);
      this.#onForgery?.(operation, refusal);
      throw refusal;
    }
  }
}

/** @returns the output, once the events have been sent */
async function sendEvents(frames: ReturnType<InvokeOperation>, call: ServedCall): Promise<unknown> {
  try {
    for (;;) {
      const step = await frames.next();
      if (step.done) return step.value;
      call.event(step.value);
    }
  } finally {
    void frames.return(undefined);
  }
}

/** What `nats micro info` shows of an endpoint. */
function describeOperation({
  name,
  revision,
  summary,
  idempotent,
  deadlineMs,
  events,
}: AnyOperation): Record<string, string> {
  return {
    operation: name,
    revision: String(revision),
    summary,
    idempotent: String(idempotent),
    deadline_ms: String(deadlineMs),
    streams: String(events !== undefined),
  };
}
