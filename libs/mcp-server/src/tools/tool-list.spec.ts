import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, OPERATIONS } from '@arbiter/contracts';
import { ScriptedCaller, unreadableKeywords, type Script } from '@arbiter/testing';
import { connectClient, WAYS, type ConnectedClient, type Way } from '../../test/connect-client.js';
import { LIBRARY } from '../../test/library.fixture.js';
import { TOOLS } from './tool-catalog.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

async function connect(scripts: Readonly<Record<string, Script>>, way: Way = 'http 2026') {
  const caller = new ScriptedCaller({ ...LIBRARY, ...scripts });
  const connected = await connectClient(way, caller);
  open.push(connected);
  return { client: connected.client, caller };
}

const unit = { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] };
/** Options of options of options. */
const nested = { ...unit, properties: { ...unit.properties, options: { type: 'array', items: unit } } };
const deep = { ...unit, properties: { ...unit.properties, options: { type: 'array', items: nested } } };

const tool = (name: string, collections?: readonly string[]) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: {
    type: 'object',
    properties: { item: { type: 'string', minLength: 1 }, units: { type: 'array', minItems: 1, items: deep } },
    required: ['item'],
    additionalProperties: false,
  },
  ...(collections && { collections }),
});

const DOMAIN_TOOLS = {
  'orchestrator.list-tools': {
    output: {
      tools: [
        tool('keyword-search'),
        tool('summarize'),
        tool('price-lookup', ['lore', 'elsewhere']),
        tool('star-chart', ['elsewhere']),
        tool('bell-count', ['bare']),
        // A pack that would take the place of a tool of the server.
        tool('query', ['lore']),
      ],
      unavailable: [],
    },
  },
  'retriever.list-collections': {
    output: {
      collections: ['lore', 'bare'].map((name) => ({
        manifest: {
          ...{ name, formatVersion: 1, embeddingModel: 'm', dimensions: 3, analyser: 'english', chunkerVersion: 1 },
          createdAt: '2026-01-01T00:00:00.000Z',
        },
        documents: name === 'lore' ? 2 : 0,
        chunks: 0,
      })),
    },
  },
};

const resultOf = (result: object) => ({
  'orchestrator.run-plan': {
    output: {
      results: [
        {
          step: 'call',
          result: { tool: 'price-lookup', data: [], confidence: 1, duration: 1, success: true, ...result },
        },
      ],
    },
  },
});
const payload = {
  name: 'p',
  payloadType: 'entity',
  objects: [{ item: 'oar', price: 9 }],
  metadata: {},
  message: 'Found 1.',
};

describe.each(WAYS)('the list of tools over %s', (way) => {
  it('ends with the tools of domains that have documents, by the names of their packs', async () => {
    const { client } = await connect(DOMAIN_TOOLS, way);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(TOOLS.length)).toEqual(['price-lookup']);
    expect(tools.filter(({ name }) => name === 'query')).toHaveLength(1);
    expect(tools.at(-1)).toMatchObject({
      title: 'Price lookup',
      description: 'Does price-lookup.',
      inputSchema: { type: 'object', required: ['item'], additionalProperties: false },
    });
    // Two levels of what is within one another are told; a third repeats them.
    const options = { type: 'array', items: { properties: { name: { type: 'string' }, options: { type: 'array' } } } };
    expect(tools.at(-1)!.inputSchema.properties).toMatchObject({ units: { items: { properties: { options } } } });
    expect(JSON.stringify(tools.at(-1))).not.toMatch(/minLength|items.*items.*items/);
  });

  it('has no tool of a domain where no collection of one is filled', async () => {
    const { client } = await connect({ 'orchestrator.list-tools': DOMAIN_TOOLS['orchestrator.list-tools'] }, way);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(TOOLS.length)).toEqual(['price-lookup']);
    const bare = await connect({ ...DOMAIN_TOOLS, 'retriever.list-collections': { output: { collections: [] } } }, way);
    expect((await bare.client.listTools()).tools).toHaveLength(TOOLS.length);
  });

  it('is there without those tools where they cannot be asked for', async () => {
    const { client } = await connect({ 'orchestrator.list-tools': new ArbiterError('UNAVAILABLE', 'Later.') }, way);
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
  });
});

describe('the list of tools', () => {
  it('is read by clients with other engines for patterns, and is short', async () => {
    const { client } = await connect(DOMAIN_TOOLS);
    const { tools } = await client.listTools();
    expect(tools.flatMap(({ name, inputSchema }) => unreadableKeywords(inputSchema).map((at) => name + at))).toEqual(
      [],
    );
    // With the tools of a large pack it stays below 30,000 bytes: an end-to-end test holds that.
    expect(JSON.stringify(tools.slice(0, TOOLS.length)).length).toBeLessThan(22_500);
    for (const { description, title } of tools)
      expect([description, title]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('names every tool once, and what changes the library as such', () => {
    const names = TOOLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const writing = TOOLS.filter(({ annotations }) => annotations.destructiveHint === true).map(({ name }) => name);
    expect(writing.sort()).toEqual(['decide-changes', 'delete-document', 'ingest']);
    const open = OPERATIONS.filter(({ mcp, role }) => mcp && role !== 'reader').map(({ mcp }) => mcp!.tool);
    expect(open.filter((name) => !writing.includes(name))).toEqual(['ingestion-status', 'extract-changes']);
  });
});

describe('a tool of a domain', () => {
  it('runs as a plan of one step over the collections of its domain that are filled', async () => {
    const { client, caller } = await connect({ ...DOMAIN_TOOLS, ...resultOf({ data: [payload] }) });
    const result = await client.callTool({ name: 'price-lookup', arguments: { item: 'oar' } });
    expect(caller.calls.at(-1)).toMatchObject({
      operation: 'orchestrator.run-plan',
      input: { collections: ['lore'], plan: { steps: [{ tool: 'price-lookup', parameters: { item: 'oar' } }] } },
    });
    expect(result).toMatchObject({
      structuredContent: { results: [{ message: 'Found 1.', objects: [{ item: 'oar', price: 9 }] }] },
      content: [{ type: 'text', text: 'Found 1.\n{"item":"oar","price":9}' }],
    });
  });

  it.each([
    [{ success: false, error: 'There is no item "x".', suggestion: 'Search for it.' }, 'NOT_FOUND', 'Search for it.'],
    [{ success: false, error: 'It took too long.', code: 'DEADLINE_EXCEEDED' }, 'DEADLINE_EXCEEDED', 'too long'],
  ])('that fails with %j tells why', async (outcome, code, told) => {
    const { client } = await connect({ ...DOMAIN_TOOLS, ...resultOf(outcome) });
    expect(await client.callTool({ name: 'price-lookup', arguments: { item: 'x' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(told) }],
      _meta: { 'arbiter/error': { code } },
    });
  });

  it('tells what is wrong with its arguments, as the plan was checked', async () => {
    const wrong = new ArbiterError('INVALID_REQUEST', 'The step "call" has no item.', { details: { issues: [1] } });
    const { client } = await connect({ ...DOMAIN_TOOLS, 'orchestrator.run-plan': wrong });
    expect(await client.callTool({ name: 'price-lookup', arguments: { item: 'x'.repeat(10_000) } })).toMatchObject({
      isError: true,
      _meta: { 'arbiter/error': { code: 'INVALID_REQUEST', details: { issues: [1] } } },
    });
  });

  it.each(['star-chart', 'bell-count', 'summarize'])('that is not offered is not run: %s', async (name) => {
    const { client, caller } = await connect(DOMAIN_TOOLS);
    await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    expect(caller.calls.map(({ operation }) => operation)).not.toContain('orchestrator.run-plan');
  });
});
