import { serveBot } from '@arbiter/chat-bot';
import { connectDiscord } from './connect-discord.js';
import { discordBotConfig } from './discord-bot.config.js';
import { DISCORD_DIALECT } from './discord-dialect.js';

await serveBot(discordBotConfig, DISCORD_DIALECT, connectDiscord);
