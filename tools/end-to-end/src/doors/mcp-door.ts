import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { BotLibrary } from '../bots/bot-library.js';
import { childEnvironment } from '../environment.js';
import { send } from '../http-calls.js';
import { WORKSPACE } from '../installation.js';
import { INITIALIZE, MCP_ACCEPT, McpClients, textOf } from '../mcp-clients.js';
import { BED, DREAM, fenced, shownJson, steadyText } from './door-texts.js';

/** The official client's exchange over stdio and over HTTP, in both eras of the protocol. */
export async function mcpPage(library: BotLibrary): Promise<string> {
  const clients = new McpClients();
  try {
    const command = process.execPath;
    const args = [WORKSPACE.arbiterPath, 'mcp'];
    const env = childEnvironment(library.env);
    const transport = new StdioClientTransport({ command, args, env, stderr: 'ignore' });
    const authorization = `Bearer ${library.env.ARBITER_API_KEY}`;
    const stdio = await exchangeOf(await clients.connect('2025-11-25', transport));
    const http = await exchangeOf(await clients.overHttp('2026-07-28', library.url, { authorization }));
    const others = http.calls.filter((call, at) => call !== stdio.calls[at]);
    const headers = { ...MCP_ACCEPT, authorization: 'Bearer of-a-stranger' };
    const refused = await send(`${library.url}/mcp`, { json: INITIALIZE, headers });
    return [
      '# An exchange over the Model Context Protocol',
      'The official SDK as a client, connected as in [the guide](../guides/mcp.md). Long texts and lists are cut: `…`.',
      '## Over stdio, revision 2025-11-25\n\nTo `initialize` the server answers:',
      stdio.opening,
      `\`tools/list\` names ${stdio.tools.length} tools: \`${stdio.tools.join('`, `')}\`.`,
      ...stdio.calls,
      '## Over HTTP, revision 2026-07-28\n\nTo `server/discover` the server answers:',
      http.opening,
      `\`tools/list\` names ${http.tools.length} tools.`,
      `Of the ${http.calls.length} calls above ${http.calls.length - others.length} have the same results. The others:`,
      ...others,
      `### A wrong key\n\nThe status is ${refused.status}:`,
      shownJson(refused.json()),
    ].join('\n\n');
  } finally {
    await clients.closeAll();
  }
}

/** @returns for readers; `fetch` asks for what `search` found */
async function exchangeOf(client: Client) {
  const calls: string[] = [];
  const call = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    const result = await client.callTool({ name, arguments: args });
    const { structuredContent: data, isError, _meta } = result;
    const shown = data === undefined ? _meta : data;
    const text = name === 'query' || isError === true ? [fenced('text', textOf(result))] : [];
    calls.push(steadyText([`### \`${name}\` ${JSON.stringify(args)}`, ...text, shownJson(shown)].join('\n\n')));
    return data;
  };
  const { tools } = await client.listTools();
  const { results } = (await call('search', { query: BED })) as { results: { id: string }[] };
  await call('fetch', { id: results[0]?.id });
  await call('vector-search', { query: BED, limit: 3 });
  await call('query', { query: BED, domain: 'lantern-coast' });
  await call('query', { query: DREAM, domain: 'lantern-coast' });
  await call('fetch', { id: 'no-such-document' });
  const opening = {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    serverInfo: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  };
  return { opening: shownJson(opening), tools: tools.map(({ name }) => name), calls };
}
