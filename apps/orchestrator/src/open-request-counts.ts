import { JetStreamRequestCounts } from '@arbiter/adapters-nats-jetstream';
import { ArbiterError } from '@arbiter/contracts';
import { connectNats } from '@arbiter/messaging';
import { type Logger, RandomIds } from '@arbiter/platform';
import { type RequestCounts, SYSTEM_CLOCK } from '@arbiter/ports';
import type { OrchestratorConfig } from './orchestrator.config.js';

export interface OpenRequestCounts {
  /** Null where each process counts for itself. */
  readonly counts: RequestCounts | null;
  close(): Promise<void>;
}

/**
 * What all orchestrators count together, where SESSION_STORE says that they share.
 *
 * @throws ArbiterError INVALID_REQUEST for SESSION_STORE=nats without NATS_URL; UNAVAILABLE when no broker is there
 */
export async function openRequestCounts(
  { sessionStore, natsUrl }: Pick<OrchestratorConfig, 'sessionStore' | 'natsUrl'>,
  logger: Logger,
): Promise<OpenRequestCounts> {
  if (sessionStore === 'filesystem') return { counts: null, close: () => Promise.resolve() };
  if (natsUrl === undefined) {
    throw new ArbiterError('INVALID_REQUEST', 'SESSION_STORE=nats needs a broker with JetStream: set NATS_URL.');
  }
  const link = await connectNats({ url: natsUrl, name: 'arbiter-request-counts' });
  const counts = new JetStreamRequestCounts(link.connection, {
    replica: new RandomIds().next('orchestrator'),
    clock: SYSTEM_CLOCK,
    onTrouble: (error) =>
      error
        ? logger.warn({ err: error }, 'requests are counted by this process alone: the broker is away')
        : logger.info('requests are counted over all orchestrators again'),
  }).start();
  return {
    counts,
    close: async () => {
      await counts.close();
      await link.close();
    },
  };
}
