import { serveBot } from '@arbiter/chat-bot';
import { nodeProcessHost } from '@arbiter/platform';
import { discordBotConfig } from './discord-bot.config.js';
import { connectDiscord } from './connect-discord.js';

await serveBot({ definition: discordBotConfig, host: nodeProcessHost(process), connect: connectDiscord });
