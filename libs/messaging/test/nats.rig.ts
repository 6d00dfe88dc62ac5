import { natsServerAvailable, type RunningNatsServer, startNatsServer } from '@arbiter/testing';
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

/** A broker of the block's own, and what its tests open on it, which is closed after each of them. */
export class NatsRig {
  #server: RunningNatsServer | undefined;
  readonly #open: (() => Promise<unknown>)[] = [];

  constructor() {
    beforeAll(async () => {
      this.#server = await startNatsServer();
    });
    afterEach(async () => {
      for (const close of this.#open.splice(0).reverse()) await close();
    });
    afterAll(() => this.#server?.stop());
  }

  get server(): RunningNatsServer {
    if (!this.#server) throw new TypeError('the broker starts before the first test of the block');
    return this.#server;
  }

  async link(name: string): Promise<NatsLink> {
    const opened = await connectNats({ url: this.server.url, name });
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

/** Answers every echo with the same text. */
export function echoing(answer = 'echo'): OperationDispatcher {
  const dispatcher = new OperationDispatcher();
  dispatcher.register(echo, () => Promise.resolve({ text: answer }));
  return dispatcher;
}
