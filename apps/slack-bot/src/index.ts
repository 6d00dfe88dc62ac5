export { connectSlack } from './connect-slack.js';
export { slackBotConfig } from './slack-bot.config.js';
export { SLACK_DIALECT } from './slack-dialect.js';
