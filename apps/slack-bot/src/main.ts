import { serveBot } from '@arbiter/chat-bot';
import { nodeProcessHost } from '@arbiter/platform';
import { connectSlack } from './connect-slack.js';
import { slackBotConfig } from './slack-bot.config.js';

await serveBot({ definition: slackBotConfig, host: nodeProcessHost(process), connect: connectSlack });
