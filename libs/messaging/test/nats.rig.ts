import { natsServerAvailable, type RunningNatsServer, sharedBroker, startNatsServer } from '@arbiter/testing';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { OperationDispatcher } from '../src/dispatch/operation.dispatcher.js';
import { connectNats } from '../src/nats/connect-nats.js';
import { NatsOperationTransport } from '../src/nats/nats-operation.transport.js';
import type { NatsLink } from '../src/nats/nats.link.js';
import { echo } from './contract.operations.js';

const missing = natsServerAvailable();
if (missing) process.stderr.write(`NATS half of the messaging contract skipped: ${missing}\n`);

/** A block of tests that need a broker; skipped where none can be started. */
export function describeNats(name: string, tests: () => void): void {
  if (missing) describe.skip(name, tests);
  else describe(name, tests);
}

/** Of the transports that specs start. */
export const VERSION = '0.0.1';

/** An account on the shared broker, and what the tests of a block open on it, which is closed after each of them. */
export class NatsRig {
  #url: string | undefined;
  readonly #open: (() => Promise<unknown>)[] = [];

  constructor() {
    beforeAll(async () => {
      this.#url = await this.openBroker();
    });
    afterEach(async () => {
      for (const close of this.#open.splice(0).reverse()) await close();
    });
  }

  /** With user and password. */
  get url(): string {
    if (this.#url === undefined) throw new TypeError('the broker is there from the first test of the block on');
    return this.#url;
  }

  protected async openBroker(): Promise<string> {
    return (await sharedBroker()).url;
  }

  async link(name: string, signingKeys?: readonly string[]): Promise<NatsLink> {
    const opened = await connectNats({ url: this.url, name, signingKeys });
    this.#open.push(() => opened.close());
    return opened;
  }

  async serve(dispatcher: OperationDispatcher, beatMs?: number): Promise<NatsOperationTransport> {
    const options = { link: await this.link('callee'), version: VERSION };
    const transport = new NatsOperationTransport(beatMs === undefined ? options : { ...options, beatMs });
    await transport.start(dispatcher);
    this.#open.push(async () => {
      await dispatcher.drain(0);
      await transport.close();
    });
    return transport;
  }
}

/** The same on a broker of the block's own, which its tests may stop and start. */
export class OwnBrokerRig extends NatsRig {
  #server: RunningNatsServer | undefined;

  constructor() {
    super();
    afterAll(() => this.#server?.stop());
  }

  get server(): RunningNatsServer {
    if (!this.#server) throw new TypeError('the broker starts before the first test of the block');
    return this.#server;
  }

  protected override async openBroker(): Promise<string> {
    this.#server = await startNatsServer();
    return this.#server.url;
  }
}

/** Answers every echo with the same text. */
export function echoing(answer = 'echo'): OperationDispatcher {
  const dispatcher = new OperationDispatcher();
  dispatcher.register(echo, () => Promise.resolve({ text: answer }));
  return dispatcher;
}
