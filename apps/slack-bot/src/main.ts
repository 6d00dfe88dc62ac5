import { serveBot } from '@arbiter/chat-bot';
import { connectSlack } from './connect-slack.js';
import { slackBotConfig } from './slack-bot.config.js';
import { SLACK_DIALECT } from './slack-dialect.js';

await serveBot(slackBotConfig, SLACK_DIALECT, connectSlack);
