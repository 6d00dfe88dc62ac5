import { commaList, flag, secretText, urlOf, variable } from '@arbiter/platform';

/** Settings for the reach of tools. */
export const toolVariables = {
  toolsMayIngest: variable({
    env: 'TOOLS_MAY_INGEST',
    schema: flag(),
    default: false,
    description:
      'Whether models may add documents to the library with the tool `ingest`, in agents, plans and MCP clients at `/mcp`. `arbiter mcp` allows it unless this is `false`.',
  }),
  searxngUrl: variable({
    env: 'SEARXNG_URL',
    schema: urlOf('http', 'https'),
    values: 'URL such as http://127.0.0.1:8888',
    description: 'The SearXNG server of the tool web-search. It receives the questions, and must support JSON output.',
  }),
  braveApiKey: variable({
    env: 'BRAVE_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key of the Brave Search API, for the tool web-search. It receives the questions.',
    secret: true,
  }),
  httpRequestAllowedHosts: variable({
    env: 'HTTP_REQUEST_ALLOWED_HOSTS',
    schema: commaList(),
    default: [],
    description:
      'Hosts that the tool http-request may read, such as `example.org`, `*.example.org`, `example.org:8443`; without any, it is off. Addresses that are not public are always refused.',
  }),
};
