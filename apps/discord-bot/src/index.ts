export { discordBotConfig } from './discord-bot.config.js';
