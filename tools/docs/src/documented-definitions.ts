import { discordBotConfig } from '@arbiter/discord-bot';
import type { ConfigDefinition } from '@arbiter/platform';
import { slackBotConfig } from '@arbiter/slack-bot';
import { CONFIG_DEFINITIONS } from '@arbiter/standalone';

/** Configurations of the arms, and of the optional parts beside them. */
export const DOCUMENTED_DEFINITIONS: readonly ConfigDefinition[] = [
  ...CONFIG_DEFINITIONS,
  discordBotConfig,
  slackBotConfig,
];
