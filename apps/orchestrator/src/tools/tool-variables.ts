import { commaList, flag, secretText, urlOf, variable, wholeNumber } from '@arbiter/platform';
import { z } from 'zod';

/** Settings for the reach of tools and for the cache of their results. */
export const toolVariables = {
  toolsMayIngest: variable({
    env: 'TOOLS_MAY_INGEST',
    schema: flag(),
    default: false,
    description:
      'Whether models may add documents to the library with the tool `ingest`, in agents, plans and MCP clients at `/mcp`. `arbiter mcp` allows it unless this is `false`.',
  }),
  allowPackCode: variable({
    env: 'ARBITER_ALLOW_PACK_CODE',
    schema: flag(),
    default: false,
    description:
      'Whether the `tools/` code of packs that Arbiter does not ship runs, each pack in its own thread. This is not a sandbox: malicious code can escape.',
  }),
  toolCacheMegabytes: variable({
    env: 'TOOL_CACHE_MB',
    schema: wholeNumber(0, 4_096),
    default: 16,
    description:
      'Cache for tool results, in megabytes. Entries are valid until their collections change. 0 turns the cache off.',
  }),
  toolMaxOutputKilobytes: variable({
    env: 'TOOL_MAX_OUTPUT_KB',
    schema: wholeNumber(1, 65_536),
    default: 2_048,
    description: 'Largest output of one tool run, in kilobytes of JSON.',
  }),
  webSearchProvider: variable({
    env: 'WEB_SEARCH_PROVIDER',
    schema: z.enum(['none', 'searxng', 'brave']),
    default: 'none',
    description: 'Search engine of the tool web-search. It receives the questions. `none` turns the tool off.',
  }),
  searxngUrl: variable({
    env: 'SEARXNG_URL',
    schema: urlOf('http', 'https'),
    values: 'URL such as http://127.0.0.1:8888',
    description: 'The SearXNG server. It must support JSON output.',
  }),
  braveApiKey: variable({
    env: 'BRAVE_API_KEY',
    schema: secretText(),
    values: 'key',
    description: 'Key of the Brave Search API.',
    secret: true,
  }),
  httpRequestAllowedHosts: variable({
    env: 'HTTP_REQUEST_ALLOWED_HOSTS',
    schema: commaList(),
    default: [],
    description:
      'Hosts that the tool http-request may read, such as `example.org`, `*.example.org`, `example.org:8443`. Without hosts, the tool is off. Addresses that are not public are always refused.',
  }),
  httpRequestMaxKilobytes: variable({
    env: 'HTTP_REQUEST_MAX_KB',
    schema: wholeNumber(1, 65_536),
    default: 256,
    description: 'Largest text that http-request reads, in kilobytes.',
  }),
  httpRequestTimeoutMs: variable({
    env: 'HTTP_REQUEST_TIMEOUT_MS',
    schema: wholeNumber(1, 30_000),
    default: 10_000,
    description: 'Time limit for one request of http-request with its redirects, in milliseconds.',
  }),
};
