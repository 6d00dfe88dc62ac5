// What specs of all workers share: one standalone with one library, one broker. Jest starts this in the process that starts the
// workers (globalSetup), and stops it when all have ended.
import { createServer } from 'node:http';
import { constants } from 'node:os';
import { unnoted } from './outside.mjs';

/** Where workers reach it; `askSharedHost` of libs/testing reads the variable. */
const ADDRESS = 'ARBITER_SHARED_HOST';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * What can be asked for, by path. Each is loaded and started with the first request; of what it started, `reply` tells each
 * request, and `stop` ends it. TypeScript is loaded from its sources (hooks.mjs).
 */
const SHARED = {
  '/broker': async () => {
    const { NatsAccounts } = await import('../../libs/testing/src/nats-accounts.ts');
    const accounts = await NatsAccounts.start();
    return { reply: () => ({ url: accounts.takeUrl() }), stop: () => accounts.stop() };
  },
  '/standalone': async () => {
    const { LibraryStandalone, SHARED_SETTINGS } = await import('../end-to-end/src/shared/library-standalone.ts');
    const standalone = await LibraryStandalone.start(SHARED_SETTINGS);
    const { url, retrieverUrl } = standalone;
    return {
      reply: () => ({ url, retrieverUrl, output: standalone.output() }),
      stop: () => standalone.stop(),
    };
  },
};

/** A server on the loopback that starts what workers ask for, each once. */
class SharedHost {
  #server = createServer((request, response) => void this.#answer(request.url, response));
  /** By path: what was started, or is starting. */
  #started = new Map();
  /** What has been started and can be stopped. */
  #running = new Set();
  #stopped = Promise.resolve();
  #onSignal = (signal) => void this.#endBy(signal);

  async open() {
    // One that does not hold up the end of jest's process.
    this.#server.unref();
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    process.env[ADDRESS] = `http://127.0.0.1:${this.#server.address().port}`;
  }

  async close() {
    delete process.env[ADDRESS];
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#server.close();
    this.#server.closeAllConnections();
    await Promise.all([...this.#started.values()].map((starting) => starting.catch(() => undefined)));
    await this.#stopRunning();
    this.#started.clear();
  }

  /** Waits also for what an earlier call stops: a signal may come while jest ends by itself, or make it end. */
  #stopRunning() {
    const stopping = [...this.#running].map(({ stop }) => stop());
    this.#running.clear();
    this.#stopped = Promise.all([this.#stopped, ...stopping]);
    return this.#stopped;
  }

  async #answer(path, response) {
    const start = SHARED[path];
    const send = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!start) return send(404, { code: 'NOT_FOUND', message: `Nothing shared is at ${path}.` });
    try {
      const { reply } = await this.#once(path, start);
      send(200, reply());
    } catch ({ code = 'INTERNAL', message }) {
      send(500, { code, message });
    }
  }

  #once(path, start) {
    if (this.#started.size === 0) for (const signal of SIGNALS) process.once(signal, this.#onSignal);
    const started =
      this.#started.get(path) ??
      unnoted(start).then((service) => {
        this.#running.add(service);
        return service;
      });
    this.#started.set(path, started);
    return started;
  }

  /** When a signal ends jest, it calls no globalTeardown. What is only just starting ends with this process (`startProcess`). */
  async #endBy(signal) {
    await this.#stopRunning();
    process.exit(128 + constants.signals[signal]);
  }
}

export const sharedHost = new SharedHost();
