import {
  ARBITER_VERSION,
  Readiness,
  runApp,
  serveHealth,
  type ConfigDefinition,
  type ConfigValues,
  type Logger,
  type ProcessHost,
  type Variables,
} from '@arbiter/platform';
import type { botVariables, BotValues } from './bot-variables.js';
import { LibraryClient } from './library-client.js';

/** Time for telling people that the bot ends, in milliseconds. */
const FAREWELL_MS = 8_000;

/** What a bot may use from outside. */
export interface BotSurroundings<V extends Variables> {
  readonly values: ConfigValues<V>;
  readonly library: LibraryClient;
  readonly logger: Logger;
  /** Aborted when the bot is told to end. */
  readonly signal: AbortSignal;
}

/** A bot that is connected with its vendor. */
export interface RunningBot {
  /** Whether the vendor's messages come in. */
  isConnected(): boolean;
  /** Takes nothing new, lets what runs end, and leaves. */
  close(): Promise<void>;
}

export interface ServedBot<V extends Variables & typeof botVariables> {
  readonly definition: ConfigDefinition<V>;
  readonly host: ProcessHost;
  /** @throws Error made by `misconfigured` for a token that the vendor refuses */
  readonly connect: (surroundings: BotSurroundings<V>) => Promise<RunningBot>;
}

/**
 * Runs a bot as a process of its own. It is ready while its vendor's messages come in: without the library it still tells people
 * so, therefore a library that is away is no reason to restart it.
 */
export function serveBot<V extends Variables & typeof botVariables>({
  definition,
  host,
  connect,
}: ServedBot<V>): Promise<void> {
  return runApp({
    definition,
    host,
    async start({ config, logger, signal, onStop }) {
      const { values } = config;
      // Sound: V holds the variables of every bot, which TypeScript does not see through the mapped type.
      const { mcpUrl: url, apiKey: key, host: address, port } = values as unknown as BotValues;
      const library = new LibraryClient({ url, key, name: definition.app, version: ARBITER_VERSION, logger });
      onStop('library', () => library.close());
      const bot = await connect({ values, library, logger, signal });
      onStop('bot', () => bot.close(), FAREWELL_MS);
      const check = () => ({ status: bot.isConnected() ? 'up' : 'down', reason: 'no messages come in' }) as const;
      const health = new Readiness([{ name: 'vendor', check: () => Promise.resolve(check()) }]);
      const door = await serveHealth(health, { host: address, port });
      onStop('health', () => door.close());
      logger.info({ library: url, health: door.url }, 'ready');
    },
  });
}
