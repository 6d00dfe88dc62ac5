export { slackBotConfig } from './slack-bot.config.js';
