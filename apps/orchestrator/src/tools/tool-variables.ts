import { commaList, flag, secretText, urlOf, variable, wholeNumber } from '@arbiter/platform';
import { z } from 'zod';

/** Settings for the reach of tools and for the cache of their results. */
export const toolVariables = {
  toolsMayIngest: variable({
    env: 'TOOLS_MAY_INGEST',
    schema: flag(),
    default: false,
    description:
      'Whether a tool that a model chooses may put documents into the library: the `ingest` of agents, of plans, and of MCP clients at `/mcp`. `arbiter mcp` has it unless this is `false`.',
  }),
  allowPackCode: variable({
    env: 'ARBITER_ALLOW_PACK_CODE',
    schema: flag(),
    default: false,
    description:
      'Whether code in the `tools/` of packs runs that did not come with Arbiter: each pack in a thread of its own, but with no wall against code that means harm.',
  }),
  toolCacheMegabytes: variable({
    env: 'TOOL_CACHE_MB',
    schema: wholeNumber(0, 4_096),
    default: 16,
    description:
      'Memory for results of tools, which are used until their collections change, in megabytes; 0 keeps none.',
  }),
  toolMaxOutputKilobytes: variable({
    env: 'TOOL_MAX_OUTPUT_KB',
    schema: wholeNumber(1, 65_536),
    default: 2_048,
    description: 'What one run of a tool may yield, in kilobytes of JSON.',
  }),
  webSearchProvider: variable({
    env: 'WEB_SEARCH_PROVIDER',
    schema: z.enum(['none', 'searxng', 'brave']),
    default: 'none',
    description: 'Search engine of the tool web-search: questions are sent there. `none` turns the tool off.',
  }),
  searxngUrl: variable({
    env: 'SEARXNG_URL',
    schema: urlOf('http', 'https'),
    values: 'URL such as http://127.0.0.1:8888',
    description: 'The SearXNG server that is asked; it must answer in JSON.',
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
      'Hosts that the tool http-request may read from, such as `example.org`, `*.example.org`, `example.org:8443`; with none it is off. Addresses that are not public are refused all the same.',
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
    description: 'Time for one request of http-request with all redirects, in milliseconds.',
  }),
};
