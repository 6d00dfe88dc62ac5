import { botVariables } from '@arbiter/chat-bot';
import { defineConfig, secretText, urlWithoutCredentials, variable } from '@arbiter/platform';

/** The environment of the Discord bot. */
export const discordBotConfig = defineConfig({
  app: 'discord-bot',
  section: 'discord_bot',
  variables: {
    ...botVariables,
    token: variable({
      env: 'DISCORD_TOKEN',
      schema: secretText(),
      required: true,
      values: 'token of a bot, from the developer portal of Discord',
      description: 'By which the bot signs in to Discord.',
      secret: true,
    }),
    apiUrl: variable({
      env: 'DISCORD_API_URL',
      schema: urlWithoutCredentials('http', 'https'),
      default: 'https://discord.com/api',
      values: 'URL such as https://discord.com/api',
      description: "Discord's interface, without the version; another one behind a proxy or in tests.",
    }),
  },
});
