import { ArbiterError } from '@arbiter/contracts';
import type { ConfigDefinition } from '@arbiter/platform';
import { CONFIG_DEFINITIONS } from '@arbiter/standalone';
import { discordBotConfig } from '@arbiter/discord-bot';
import { slackBotConfig } from '@arbiter/slack-bot';
import type { ArmApp, BotApp, ImageApp } from './image-apps.js';

export * from './image-apps.js';

const ALL_DEFINITIONS: readonly ConfigDefinition[] = [...CONFIG_DEFINITIONS, discordBotConfig, slackBotConfig];

/** @throws ArbiterError INTERNAL for an arm that has none */
export function configOf(app: ArmApp | BotApp): ConfigDefinition {
  const found = ALL_DEFINITIONS.find((definition) => definition.app === app);
  if (found) return found;
  throw new ArbiterError('INTERNAL', `There is no configuration of ${app}.`);
}

/** Every variable that some arm reads, and those that Node.js and the C library of the image read. */
export function knownVariables(app: ImageApp | 'any'): ReadonlySet<string> {
  const definitions: readonly ConfigDefinition[] =
    app === 'any' ? ALL_DEFINITIONS : app === 'standalone' ? CONFIG_DEFINITIONS : [configOf(app)];
  const names = definitions.flatMap(({ variables }) => Object.values(variables).map(({ env }) => env));
  return new Set([...names, 'ARBITER_CONFIG', ...RUNTIME_VARIABLES]);
}

const RUNTIME_VARIABLES = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'MALLOC_ARENA_MAX',
  'MALLOC_TRIM_THRESHOLD_',
];
