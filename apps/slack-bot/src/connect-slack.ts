import type { LibraryTalk, RunningBot } from '@arbiter/chat-bot';
import { misconfigured, type ConfigValues, type Logger } from '@arbiter/platform';
import { App, HTTPReceiver, LogLevel, SocketModeReceiver, webApi, type Logger as SlackLogger } from '@slack/bolt';
import type { slackBotConfig } from './slack-bot.config.js';
import { SlackEvents } from './slack-events.js';
import { isRefusal } from './slack-posts.js';

const CALL_MS = 30_000;

type Values = ConfigValues<typeof slackBotConfig.variables>;

/** Signs in to Slack and answers there. */
export async function connectSlack(values: Values, talk: LibraryTalk, logger: Logger): Promise<RunningBot> {
  const { token, apiUrl, adminRoles, host, eventsPort } = values;
  // With 429 the client waits as long as `Retry-After` says.
  const retryConfig = webApi.retryPolicies.fiveRetriesInFiveMinutes;
  const common = { clientOptions: { slackApiUrl: apiUrl, timeout: CALL_MS, retryConfig }, logger: loggerOf(logger) };
  const receiver = receiverOf(values, common);
  const app = new App({ ...common, token, receiver, convoStore: false, deferInitialization: true });
  new SlackEvents(app, talk, adminRoles, logger).listen();
  await admitted(app.init(), 'Slack refuses SLACK_BOT_TOKEN: copy the bot token of the installed app again.');
  await admitted(
    app.start({ host, port: eventsPort }),
    'Slack refuses SLACK_APP_TOKEN: make an app-level token with the scope connections:write.',
  );
  const isSocketOpen = () => receiver instanceof HTTPReceiver || receiver.client.websocket?.isActive() === true;
  return { isConnected: isSocketOpen, close: () => app.stop() };
}

/** Where Slack's events come in. */
function receiverOf(
  { appToken, signingSecret }: Values,
  { clientOptions, logger }: { readonly clientOptions: webApi.WebClientOptions; readonly logger: SlackLogger },
): HTTPReceiver | SocketModeReceiver {
  if (appToken !== undefined) return new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions } });
  if (signingSecret !== undefined) return new HTTPReceiver({ signingSecret, logger });
  throw misconfigured('Set SLACK_APP_TOKEN for socket mode, or SLACK_SIGNING_SECRET and PORT for HTTP mode.');
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
