import {
  Readiness,
  nodeProcessHost,
  runApp,
  serveHealth,
  type ConfigDefinition,
  type ConfigValues,
  type Logger,
  type Variables,
} from '@arbiter/platform';
import type { botVariables, BotValues } from './bot-variables.js';
import { LibraryClient } from './library-client.js';
import { LibraryTalk } from './library-talk.js';
import type { Dialect } from './render-answer.js';

/** Time for telling people that the bot ends, in milliseconds. */
const FAREWELL_MS = 8_000;

/** A bot that is connected with its vendor. */
export interface RunningBot {
  /** Whether the vendor's messages come in. */
  isConnected(): boolean;
  /** Takes nothing new, and leaves. */
  close(): Promise<unknown>;
}

/**
 * Runs a bot as a process of its own. It is ready while its vendor's messages come in: without the library it still tells people
 * so, therefore a library that is away is no reason to restart it.
 *
 * @param connect throws an Error made by `misconfigured` for a token that the vendor refuses; its signal is aborted when the bot is
 * told to end
 */
export function serveBot<V extends Variables & typeof botVariables>(
  definition: ConfigDefinition<V>,
  dialect: Dialect,
  connect: (values: ConfigValues<V>, talk: LibraryTalk, logger: Logger, signal: AbortSignal) => Promise<RunningBot>,
): Promise<void> {
  return runApp({
    definition,
    host: nodeProcessHost(process),
    async start({ config, logger, signal, onStop }) {
      const { values } = config;
      // Sound: V holds the variables of every bot, which TypeScript does not see through the mapped type.
      const { mcpUrl: url, apiKey: key, host: address, port, domain } = values as unknown as BotValues;
      const library = new LibraryClient(url, key, definition.app, logger);
      const talk = new LibraryTalk(library, dialect, domain, logger, signal);
      const bot = await connect(values, talk, logger, signal);
      const leave = () => talk.settled().then(() => bot.close());
      // Once more for what has come in meanwhile.
      onStop('bot', () => leave().then(() => talk.settled()), FAREWELL_MS);
      const check = () => ({ status: bot.isConnected() ? 'up' : 'down', reason: 'no messages come in' }) as const;
      const health = new Readiness([{ name: 'vendor', check: () => Promise.resolve(check()) }]);
      const door = await serveHealth(health, { host: address, port });
      onStop('health', () => door.close());
      logger.info({ library: url, health: door.url }, 'ready');
    },
  });
}
