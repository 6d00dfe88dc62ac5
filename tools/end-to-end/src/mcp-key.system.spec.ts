import { afterAll, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { send } from './http-calls.js';
import { INITIALIZE, MCP_ACCEPT, McpClients } from './mcp-clients.js';
import { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEY = 'a-key-of-24-characters-!';

const processes = new Processes();
const folders = new TemporaryFolders();
const clients = new McpClients();
afterAll(async () => {
  await clients.closeAll();
  await processes.stopAll();
  await folders.removeAll();
});

it('the door at /mcp asks for the key where there is one', async () => {
  const keyed = await startStandaloneProcess(processes, {
    dataDir: await folders.create(),
    env: { ...NO_READER, ARBITER_API_KEY: KEY },
  });
  for (const tried of [{}, { authorization: 'Bearer a-key-of-24-characters-?' }]) {
    const reply = await send(`${keyed.url}/mcp`, { json: INITIALIZE, headers: { ...MCP_ACCEPT, ...tried } });
    expect(reply.status).toBe(401);
    expect(reply.problem().code).toBe('UNAUTHENTICATED');
  }
  const client = await clients.overHttp('2025-11-25', keyed.url, { authorization: `Bearer ${KEY}` });
  const answer = await client.callTool({ name: 'query', arguments: { query: 'Who keeps the lantern?' } });
  expect(answer.structuredContent).toMatchObject({ status: 'declined' });
});
