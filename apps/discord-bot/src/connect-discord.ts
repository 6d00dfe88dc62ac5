import type { LibraryTalk, RunningBot } from '@arbiter/chat-bot';
import { misconfigured, type ConfigValues, type Logger } from '@arbiter/platform';
import { Client, Events, GatewayIntentBits, Partials, RESTEvents } from 'discord.js';
import type { discordBotConfig } from './discord-bot.config.js';
import { DiscordEvents } from './discord-events.js';
import { SLASH_COMMANDS } from './slash-commands.js';

/** Discord tells of the servers that the bot is in; it is ready without those that are down. */
const READY_MS = 30_000;
/** Codes by which the gateway ends a connection for good (https://docs.discord.com/developers/topics/opcodes-and-status-codes). */
const REFUSED_TOKEN = 4_004;

/** Signs in to Discord and answers there. */
export async function connectDiscord(
  { token, apiUrl, adminRoles }: ConfigValues<typeof discordBotConfig.variables>,
  talk: LibraryTalk,
  logger: Logger,
  signal: AbortSignal,
): Promise<RunningBot> {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      // Without the privileged intent for contents: what mentions the bot, or is sent to it alone, comes with its text.
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.GuildMessageReactions,
      GatewayIntentBits.DirectMessages,
      GatewayIntentBits.DirectMessageReactions,
    ],
    // Events of messages from before a restart come without them.
    partials: [Partials.Channel, Partials.Message, Partials.Reaction, Partials.User],
    allowedMentions: { parse: [], repliedUser: false },
    rest: { api: apiUrl },
  });
  new DiscordEvents(talk, adminRoles, logger).listen(client);
  client
    .on(Events.Error, (error) => logger.warn({ err: error }, 'the connection to Discord'))
    .on(Events.ShardReconnecting, () => logger.info('connecting with Discord again'))
    .on(Events.ShardResume, () => logger.info('connected with Discord again'));
  client.rest.on(RESTEvents.RateLimited, ({ route, timeToReset }) =>
    logger.info({ route, waitMs: timeToReset }, 'Discord limits a route'),
  );
  await signedIn(client, token, signal);
  // It does not come back from this: the supervisor starts a fresh process, which says what is wrong.
  client.on(Events.ShardDisconnect, ({ code }) => {
    if (!signal.aborted) throw new Error(`Discord has ended the connection for good (${code}).`);
  });
  await client.application?.commands.set(SLASH_COMMANDS);
  return { isConnected: () => client.isReady(), close: () => client.destroy() };
}

/** @throws Error that ends the app as misconfigured where Discord refuses the token or the intents */
async function signedIn(client: Client, token: string, signal: AbortSignal): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    client.once(Events.ClientReady, () => resolve());
    client.once(Events.ShardDisconnect, ({ code }) => reject(refused(code)));
    AbortSignal.any([signal, AbortSignal.timeout(READY_MS)]).addEventListener('abort', () =>
      reject(new Error('Discord did not let the bot in within half a minute.')),
    );
  });
  try {
    await Promise.all([ready, client.login(token)]);
  } catch (error) {
    await client.destroy();
    if (error instanceof Error && 'code' in error && error.code === 'TokenInvalid') throw refused(REFUSED_TOKEN, error);
    throw error;
  }
}

function refused(code: number, cause?: unknown): Error {
  const why =
    code === REFUSED_TOKEN
      ? 'Discord refuses DISCORD_TOKEN: copy the token of the bot from the developer portal again.'
      : `Discord ended the connection (${code}): look at the settings of the bot in the developer portal.`;
  return misconfigured(why, cause);
}
