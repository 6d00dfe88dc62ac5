import type { Server } from 'node:http';
import type { BotSurroundings, RunningBot } from '@arbiter/chat-bot';
import { misconfigured, type Logger } from '@arbiter/platform';
import { App, HTTPReceiver, LogLevel, SocketModeReceiver, webApi, type Logger as SlackLogger } from '@slack/bolt';
import type { slackBotConfig } from './slack-bot.config.js';
import { SlackEvents } from './slack-events.js';
import { isRefusal } from './slack-posts.js';

const CALL_MS = 30_000;

/** Signs in to Slack and answers there. */
export async function connectSlack({
  values,
  talk,
  logger,
}: BotSurroundings<typeof slackBotConfig.variables>): Promise<RunningBot> {
  const { token, apiUrl, adminRoles } = values;
  // With 429 the client waits as long as `Retry-After` says.
  const clientOptions: webApi.WebClientOptions = {
    slackApiUrl: apiUrl,
    timeout: CALL_MS,
    retryConfig: webApi.retryPolicies.fiveRetriesInFiveMinutes,
  };
  const slackLogger = loggerOf(logger);
  const { receiver, open, isOpen } = doorOf(values, clientOptions, slackLogger);
  const settings = { token, receiver, clientOptions, logger: slackLogger };
  const app = new App({ ...settings, convoStore: false, deferInitialization: true });
  new SlackEvents(app, talk, adminRoles, logger).listen();
  await admitted(app.init(), 'Slack refuses SLACK_BOT_TOKEN: copy the bot token of the installed app again.');
  await admitted(open(), 'Slack refuses SLACK_APP_TOKEN: make an app-level token with the scope connections:write.');
  return { isConnected: isOpen, close: () => app.stop() };
}

/** Where Slack's events come in. */
function doorOf(
  { appToken, signingSecret, host, eventsPort }: BotSurroundings<typeof slackBotConfig.variables>['values'],
  clientOptions: webApi.WebClientOptions,
  logger: SlackLogger,
) {
  if (appToken !== undefined) {
    const receiver = new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions } });
    const isOpen = () => receiver.client.websocket?.isActive() === true;
    return { receiver, open: () => receiver.start(), isOpen };
  }
  if (signingSecret === undefined)
    throw misconfigured('Set SLACK_APP_TOKEN for socket mode, or SLACK_SIGNING_SECRET and PORT for HTTP mode.');
  const receiver = new HTTPReceiver({ signingSecret, logger });
  let server: Server | undefined;
  const open = async () => (server = await receiver.start({ host, port: eventsPort }));
  return { receiver, open, isOpen: () => server?.listening === true };
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
  const line =
    (level: 'debug' | 'warn') =>
    (...message: unknown[]) =>
      logger[level]({ slack: message.map(String) }, 'Slack');
  const nothing = () => undefined;
  const levels = { setLevel: nothing, getLevel: () => LogLevel.INFO, setName: nothing };
  return { ...levels, debug: nothing, info: line('debug'), warn: line('warn'), error: line('warn') };
}
