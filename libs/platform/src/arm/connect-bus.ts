import { ArbiterError } from '@arbiter/contracts';
import {
  connectNats,
  NatsOperationClient,
  NatsOperationTransport,
  type OperationClient,
  type OperationTransport,
} from '@arbiter/messaging';
import type { Logger } from '../logging/create-logger.js';
import { ARBITER_VERSION } from './version.js';

export interface Bus {
  /** By which calls to this arm come in; empty without a broker. */
  readonly transports: readonly OperationTransport[];
  /** Reaches the other arms; null without a broker. */
  readonly client: OperationClient | null;
  close(): Promise<void>;
}

export interface BusOptions {
  /** Undefined: the arm answers over HTTP alone. */
  readonly url: string | undefined;
  /** The arm, as the broker's monitoring shows it. */
  readonly app: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Connects an arm to the broker, where one is configured.
 *
 * @throws ArbiterError UNAVAILABLE, saying what to do, when nobody listens at the URL
 */
export async function connectBus({ url, app, logger, signal }: BusOptions): Promise<Bus> {
  if (url === undefined) return { transports: [], client: null, close: () => Promise.resolve() };
  const link = await connectNats({
    url,
    name: `arbiter-${app}`,
    signal,
    onStatus: (status) => logger.info({ status }, 'broker'),
  }).catch((error: unknown) => {
    if (!(error instanceof ArbiterError) || error.code !== 'UNAVAILABLE') throw error;
    const { message, details } = error;
    throw new ArbiterError('UNAVAILABLE', `${message} Start a nats-server there, or correct NATS_URL.`, {
      details,
      cause: error,
    });
  });
  const client = new NatsOperationClient(link);
  return {
    transports: [new NatsOperationTransport({ link, version: ARBITER_VERSION })],
    client,
    async close() {
      await client.close();
      await link.close();
    },
  };
}
