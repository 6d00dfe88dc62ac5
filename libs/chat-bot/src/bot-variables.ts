import {
  armPortVariable,
  commaList,
  commonVariables,
  text,
  urlWithoutCredentials,
  variable,
  type ConfigValues,
} from '@arbiter/platform';

const { logLevel, host, apiKey } = commonVariables;

/** Variables that every bot has; spread them into `variables`. */
export const botVariables = {
  logLevel,
  host,
  apiKey,
  port: armPortVariable(8_010),
  mcpUrl: variable({
    env: 'ARBITER_MCP_URL',
    schema: urlWithoutCredentials('http', 'https'),
    default: 'http://127.0.0.1:3100/mcp',
    values: 'URL such as http://127.0.0.1:3100/mcp',
    description: 'The server that a bot asks, in the name of ARBITER_API_KEY.',
    publishedIn: 'bots',
  }),
  domain: variable({
    env: 'BOT_DOMAIN',
    schema: text(),
    values: 'name of a domain pack',
    description: 'The domain that a bot asks; without it the whole library.',
    publishedIn: 'bots',
  }),
  adminRoles: variable({
    env: 'BOT_ADMIN_ROLES',
    schema: commaList(),
    default: [],
    values: 'comma-separated list of ids',
    description:
      'Roles (Discord), or users and user groups (Slack), that may change the library through a bot; none: nobody may.',
    publishedIn: 'bots',
  }),
};

export type BotValues = ConfigValues<typeof botVariables>;
