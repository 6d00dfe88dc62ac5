import { botVariables } from '@arbiter/chat-bot';
import {
  armPortVariable,
  defineConfig,
  portNumber,
  secretText,
  urlWithoutCredentials,
  variable,
} from '@arbiter/platform';

/** The environment of the Slack bot. */
export const slackBotConfig = defineConfig({
  app: 'slack-bot',
  section: 'slack_bot',
  variables: {
    ...botVariables,
    // Beside a Discord bot on one machine.
    port: armPortVariable(8_011),
    token: variable({
      env: 'SLACK_BOT_TOKEN',
      schema: secretText(),
      required: true,
      values: 'bot token, xoxb-…',
      description: 'By which the bot speaks in a workspace.',
      secret: true,
    }),
    appToken: variable({
      env: 'SLACK_APP_TOKEN',
      schema: secretText(),
      values: 'app-level token, xapp-…',
      description: 'For socket mode, in which the bot connects to Slack and needs no public address.',
      secret: true,
    }),
    signingSecret: variable({
      env: 'SLACK_SIGNING_SECRET',
      schema: secretText(),
      values: 'signing secret of the app',
      description: 'For HTTP mode, in which Slack calls the bot; without SLACK_APP_TOKEN.',
      secret: true,
    }),
    eventsPort: variable({
      env: 'PORT',
      schema: portNumber(),
      default: 8_020,
      description: "Where Slack's calls come in, at /slack/events; in HTTP mode.",
    }),
    apiUrl: variable({
      env: 'SLACK_API_URL',
      schema: urlWithoutCredentials('http', 'https'),
      default: 'https://slack.com/api/',
      values: 'URL such as https://slack.com/api/',
      description: "Slack's web interface; another one behind a proxy or in tests.",
    }),
  },
});
