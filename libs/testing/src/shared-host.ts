import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

/** Where `tools/jest/shared-host.mjs` listens, in the environment of every process that runs specs. */
const ADDRESS = 'ARBITER_SHARED_HOST';
/** A hang guard: the first request for the standalone may have to fill its library. */
const ANSWER_MS = 880_000;
/** Ports that no spec answers for (`tools/jest/outside.mjs`). */
const SHARED_PORTS = Symbol.for('arbiter.shared-ports');

/**
 * Asks the process that runs jest for something that specs of all workers share, which it starts with the first request.
 *
 * @param path as `SHARED` of tools/jest/shared-host.mjs has it
 * @returns the host's reply; ports of the URLs in it count as this process's own
 * @throws ArbiterError with the code and message of what could not be started; UNAVAILABLE outside of jest
 */
export async function askSharedHost(path: string): Promise<Readonly<Record<string, string>>> {
  const { [ADDRESS]: host } = process.env;
  if (host === undefined)
    throw new ArbiterError('UNAVAILABLE', `${ADDRESS} is not set: what specs share is there while jest runs them.`);
  share(host);
  const response = await answerTo(`${host}${path}`);
  const reply = (await json(response)) as Record<string, string>;
  if (response.statusCode !== 200) throw new ArbiterError(reply.code as ErrorCode, reply.message ?? 'no reason given');
  for (const value of Object.values(reply)) share(value);
  return reply;
}

/** Not by fetch, which gives up a server that takes five minutes: on a machine with other work, the library does. */
function answerTo(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal: AbortSignal.timeout(ANSWER_MS) }, resolve).once('error', reject);
  });
}

/**
 * An account of its own on the broker that all specs share: no subject, stream or bucket of another spec is in it. It has
 * JetStream, and stays until jest ends. Where {@link natsServerAvailable} has a reason, specs are skipped with it instead.
 *
 * @throws ArbiterError UNAVAILABLE when the broker cannot be started
 */
export async function sharedBroker(): Promise<SharedBroker> {
  const { url = '' } = await askSharedHost('/broker');
  const { host, username, password } = new URL(url);
  return { url, options: { servers: host, user: username, pass: decodeURIComponent(password) } };
}

export interface SharedBroker {
  /** `nats://user:password@127.0.0.1:port`, for `NATS_URL` and `connectNats`. */
  readonly url: string;
  /** The same for `connect` of the client, which reads no credentials from URLs. */
  readonly options: { readonly servers: string; readonly user: string; readonly pass: string };
}

function share(url: string): void {
  const shared = (globalThis as { [SHARED_PORTS]?: Set<number> })[SHARED_PORTS];
  if (shared && /^(?:http|nats):/.test(url)) shared.add(Number(new URL(url).port));
}
