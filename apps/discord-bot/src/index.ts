export { connectDiscord } from './connect-discord.js';
export { discordBotConfig } from './discord-bot.config.js';
export { DISCORD_DIALECT } from './discord-dialect.js';
