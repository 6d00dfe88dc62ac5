import { LibraryTalk, type BotSurroundings, type RunningBot } from '@arbiter/chat-bot';
import { misconfigured, type Logger } from '@arbiter/platform';
import { App, HTTPReceiver, LogLevel, SocketModeReceiver, webApi, type Logger as SlackLogger } from '@slack/bolt';
import { AdminCommands } from './admin-commands.js';
import type { slackBotConfig } from './slack-bot.config.js';
import { SLACK_DIALECT } from './slack-dialect.js';
import { SlackEvents } from './slack-events.js';
import { isRefusal } from './slack-posts.js';

/** Slack allows some 50 edits a minute (https://docs.slack.dev/apis/web-api/rate-limits, tier 3). */
const EDIT_INTERVAL_MS = 1_200;
const CALL_MS = 30_000;

/** Where Slack's events come in. */
interface Door {
  readonly receiver: HTTPReceiver | SocketModeReceiver;
  /** What is wrong where Slack refuses to open it. */
  readonly refused: string;
  readonly open: () => Promise<unknown>;
  readonly isOpen: () => boolean;
}

/** Signs in to Slack and answers there. */
export async function connectSlack({
  values,
  library,
  logger,
  signal,
}: BotSurroundings<typeof slackBotConfig.variables>): Promise<RunningBot> {
  const { token, apiUrl, domain, adminRoles } = values;
  // With 429 the client waits as long as `Retry-After` says.
  const clientOptions: webApi.WebClientOptions = {
    slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`,
    timeout: CALL_MS,
    retryConfig: webApi.retryPolicies.fiveRetriesInFiveMinutes,
  };
  const slackLogger = loggerOf(logger);
  const { receiver, refused, open, isOpen } = doorOf(values, clientOptions, slackLogger);
  const app = new App({
    token,
    receiver,
    clientOptions,
    logger: slackLogger,
    convoStore: false,
    deferInitialization: true,
  });
  const talk = new LibraryTalk({
    library,
    dialect: SLACK_DIALECT,
    editIntervalMs: EDIT_INTERVAL_MS,
    domain,
    logger,
    signal,
  });
  const events = new SlackEvents({ talk, admin: new AdminCommands(talk, adminRoles, logger), logger });
  events.listen(app);
  app.error((error) => {
    logger.warn({ err: error }, 'an event of Slack');
    return Promise.resolve();
  });
  await admitted(app.init(), 'Slack refuses SLACK_BOT_TOKEN: copy the bot token of the installed app again.');
  await admitted(open(), refused);
  return {
    isConnected: isOpen,
    async close() {
      await app.stop();
      await events.settled();
    },
  };
}

function doorOf(
  { appToken, signingSecret, host, eventsPort }: BotSurroundings<typeof slackBotConfig.variables>['values'],
  clientOptions: webApi.WebClientOptions,
  logger: SlackLogger,
): Door {
  if (appToken !== undefined) {
    const receiver = new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions } });
    let isOpen = false;
    receiver.client.on('connected', () => (isOpen = true));
    receiver.client.on('close', () => (isOpen = false));
    const refused = 'Slack refuses SLACK_APP_TOKEN: make an app-level token with the scope connections:write.';
    return { receiver, refused, open: () => receiver.start(), isOpen: () => isOpen };
  }
  if (signingSecret === undefined)
    throw misconfigured('Set SLACK_APP_TOKEN for socket mode, or SLACK_SIGNING_SECRET and PORT for HTTP mode.');
  const receiver = new HTTPReceiver({ signingSecret, logger });
  let isOpen = false;
  const open = async () => {
    const server = await receiver.start({ host, port: eventsPort });
    isOpen = true;
    server.on('close', () => (isOpen = false));
  };
  return { receiver, refused: 'Slack refuses the app.', open, isOpen: () => isOpen };
}

/** @throws Error that ends the app as misconfigured where Slack refuses a token */
async function admitted(entering: Promise<unknown>, why: string): Promise<void> {
  try {
    await entering;
  } catch (error) {
    throw isRefusal(error) ? misconfigured(`${why} (${error.data.error})`, error) : error;
  }
}

/** Slack's own lines; those of debugging hold what people write. */
function loggerOf(logger: Logger): SlackLogger {
  return {
    debug: () => undefined,
    info: (...message: unknown[]) => logger.debug({ slack: message.map(String) }, 'Slack'),
    warn: (...message: unknown[]) => logger.warn({ slack: message.map(String) }, 'Slack'),
    error: (...message: unknown[]) => logger.warn({ slack: message.map(String) }, 'Slack'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
