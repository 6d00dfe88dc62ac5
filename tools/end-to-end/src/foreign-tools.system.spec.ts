import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, send, type HttpReply } from './http-calls.js';
import { McpClients, REVISIONS } from './mcp-clients.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEYS = {
  operator: 'the-key-of-the-operator-of-this-server',
  acme: 'a-key-of-an-editor-of-tenant-acme',
  other: 'a-key-of-an-editor-of-another-tenant',
} as const;
type Holder = keyof typeof KEYS;

/** What the tools say of whatever is asked. No document holds it. */
const SAID = 'The cards say Foxglove.';
const LAMP = 'The lamp of Gull Point burns whale oil.';
const QUESTION = 'What does the lamp of Gull Point burn?';
/** Says that a tool gave the answer. */
const COMPUTED = '"synthesis":"computed"';

/** Packs with a tool each: one of either tenant, and one by which a tenant reaches for the collection of the other. */
const PACKS = [
  { domain: 'acme.games', collection: 'acme.lore', tool: 'coin', answers: false },
  { domain: 'other.games', collection: 'other.lore', tool: 'dice', answers: false },
  { domain: 'other.reach', collection: 'acme.lore', tool: 'cards', answers: true },
];

const toolSource = (name: string, answers: boolean): string => `
import { BaseMcpTool, Result } from '@arbiter/tool-sdk';
import { z } from 'zod';
export class Tool extends BaseMcpTool {
  name = '${name}'; description = 'Throws.'; inputSchema = z.strictObject({});
  async runIfTrue({ tasksCompleted }) { return [${answers} && !tasksCompleted.has('${name}'), {}]; }
  constructor(library) { super(); this.library = library; }
  async *execute(tree, inputs, call) {
    if (!${answers}) { yield new Result({ objects: [{ said: '${SAID}' }] }); return; }
    const { results } = await this.library.request('retriever.search', { query: 'lamp', knowledge_bases: ['acme.lore'] }, call);
    const { document_id: documentId, start, end } = results[0].metadata;
    const passage = { chunkId: documentId + '@0', documentId, collection: 'acme.lore', text: results[0].content, start, end,
      title: 'The lamp', source: 'lamp.md', section: [], page: null, metadata: {}, score: 1 };
    yield new Result({
      objects: [{ said: '${SAID}' }], statement: { text: '${LAMP.replace('.', ' [1].')}', passages: [passage] },
    });
  }
}`;

const clients = new McpClients();
const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;

const call = (holder: Holder, path: string, json?: unknown): Promise<HttpReply> =>
  send(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${KEYS[holder]}` },
    ...(json !== undefined && { json }),
  });

beforeAll(async () => {
  const dataDir = await folders.create();
  const domains = join(dataDir, 'packs');
  for (const { domain, collection, tool, answers } of PACKS) {
    await mkdir(join(domains, domain, 'tools'), { recursive: true });
    const config = {
      domain,
      version: '1.0.0',
      description: 'Games.',
      vectorDatabase: { collections: [collection] },
      tools: { custom: ['tool.mjs#Tool'] },
    };
    await writeFile(join(domains, domain, 'config.json'), JSON.stringify(config));
    await writeFile(join(domains, domain, 'tools', 'tool.mjs'), toolSource(tool, answers));
  }
  const keys = (['acme', 'other'] as const).map((tenant) => ({
    name: tenant,
    role: 'editor',
    tenant,
    sha256: createHash('sha256').update(KEYS[tenant]).digest('hex'),
    created: '2026-01-01T00:00:00Z',
  }));
  const keysFile = join(dataDir, 'keys.json');
  await writeFile(keysFile, JSON.stringify({ version: 1, keys }), { mode: 0o600 });
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: {
      ...NO_READER,
      ARBITER_API_KEY: KEYS.operator,
      ARBITER_KEYS_FILE: keysFile,
      ARBITER_DOMAINS_DIR: domains,
      ARBITER_ALLOW_PACK_CODE: 'true',
    },
  });
  const source = { kind: 'inline', name: 'lamp.md', content: `# The lamp\n\n${LAMP}\n` };
  await ingest(server.url, 'acme.lore', [source], { headers: { authorization: `Bearer ${KEYS.acme}` } });
});
afterAll(async () => {
  await clients.closeAll();
  await processes.stopAll();
  await folders.removeAll();
});

const planOf = (tool: string): object => ({
  query: QUESTION,
  collections: ['acme.lore'],
  plan: { steps: [{ id: 'one', tool, parameters: {} }], reasoning: '', estimatedDuration: 0 },
});

describe('a tool of a pack', () => {
  it.each([
    ['operator', ['coin', 'dice', 'cards']],
    ['acme', ['coin']],
    ['other', ['dice']],
  ] as const)('is listed for whoever may use the pack: %s', async (holder, expected) => {
    const { tools, unavailable } = (await call(holder, '/v1/tools')).json() as {
      tools: { name: string }[];
      unavailable: { name: string }[];
    };
    const own = new Set(['coin', 'dice', 'cards']);
    const listed = (some: readonly { name: string }[]) => some.map(({ name }) => name).filter((name) => own.has(name));
    expect(listed(tools).sort()).toEqual([...expected].sort());
    expect(listed(unavailable).sort()).toEqual([...expected].sort());
  });

  it('runs in plans of a caller that may use the pack, and of no other', async () => {
    const run = (tool: string) => call('acme', '/v1/plans', planOf(tool));
    expect((await run('coin')).text).toContain(SAID);
    for (const tool of ['dice', 'cards']) {
      const refused = await run(tool);
      expect(refused.status).toBe(400);
      expect(refused.text).not.toContain(SAID);
    }
  });

  it('answers no question of another tenant', async () => {
    const asked = { query: QUESTION, collections: ['acme.lore'] };
    expect((await call('operator', '/v1/query', asked)).text).toContain(COMPUTED);
    const reply = await call('acme', '/v1/query', asked);
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain(COMPUTED);
  });

  it('is chosen by no agent of another tenant', async () => {
    const asked = { query: QUESTION, collection_names: ['acme.lore'] };
    expect((await call('operator', '/agentic_search', asked)).text).toContain(SAID);
    const reply = await call('acme', '/agentic_search', asked);
    expect(reply.status).toBe(200);
    expect(reply.text).not.toMatch(/Foxglove|"cards"/);
  });

  it.each(REVISIONS)('answers no question of another tenant over the Model Context Protocol, %s', async (revision) => {
    const over = async (holder: Holder): Promise<string> => {
      const client = await clients.overHttp(revision, server.url, { authorization: `Bearer ${KEYS[holder]}` });
      const asked = { name: 'query', arguments: { query: QUESTION, collections: ['acme.lore'] } };
      const { id } = (await client.callTool(asked)).structuredContent as { id: string };
      // Over MCP an answer does not tell how it was made: its record does.
      return (await call(holder, `/v1/answers/${id}?withoutFlight=true`)).text;
    };
    expect(await over('operator')).toContain(COMPUTED);
    const record = await over('acme');
    expect(record).toContain('"synthesis":');
    expect(record).not.toContain(COMPUTED);
  });

  it.each(REVISIONS)(
    'is offered over the Model Context Protocol where its domain has documents, %s',
    async (revision) => {
      const own = async (holder: Holder): Promise<string[]> => {
        const client = await clients.overHttp(revision, server.url, { authorization: `Bearer ${KEYS[holder]}` });
        const names = (await client.listTools()).tools.map(({ name }) => name);
        return names.filter((name) => ['coin', 'dice', 'cards'].includes(name)).sort();
      };
      expect(await own('operator')).toEqual(['cards', 'coin']);
      expect(await own('acme')).toEqual(['coin']);
      expect(await own('other')).toEqual([]);
      const client = await clients.overHttp(revision, server.url, { authorization: `Bearer ${KEYS.acme}` });
      const thrown = await client.callTool({ name: 'coin', arguments: {} });
      expect(thrown.structuredContent).toMatchObject({ results: [{ objects: [{ said: SAID }] }] });
      const wrong = await client.callTool({ name: 'coin', arguments: { side: 'x'.repeat(10_000) } });
      expect(wrong).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'INVALID_REQUEST' } } });
      for (const name of ['dice', 'cards'])
        await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    },
  );
});
