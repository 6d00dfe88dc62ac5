import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS, pathParameters, type AnyOperation } from '@arbiter/contracts';
import { soakSample } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ask, ingest, search, send, type HttpReply } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Words of one tenant, or of one group: no answer to anybody else may hold them, whatever is asked. */
const TENANT_WORD = 'Quillfeather';
const GROUP_WORD = 'Mossbanner';
const OPERATOR_WORD = 'Tallowreach';

const KEYS = {
  operator: 'the-key-of-the-operator-of-this-server',
  acme: 'a-key-of-an-editor-of-tenant-acme',
  acmeAdmin: 'a-key-of-an-admin-of-tenant-acme',
  crew: 'a-key-of-a-reader-of-acme-in-a-group',
  outsider: 'a-key-of-a-reader-of-acme-in-no-group',
  other: 'a-key-of-an-admin-of-another-tenant',
  monitor: 'a-key-that-reads-metrics-and-no-more',
} as const;
type Holder = keyof typeof KEYS;

const keyFile = {
  version: 1,
  keys: [
    { name: 'acme-editor', role: 'editor', tenant: 'acme', key: KEYS.acme },
    { name: 'acme-admin', role: 'admin', tenant: 'acme', key: KEYS.acmeAdmin },
    { name: 'acme-crew', role: 'reader', tenant: 'acme', groups: ['crew'], key: KEYS.crew },
    { name: 'acme-outsider', role: 'reader', tenant: 'acme', groups: [], key: KEYS.outsider },
    { name: 'other-admin', role: 'admin', tenant: 'other', key: KEYS.other },
    { name: 'prometheus', role: 'monitor', key: KEYS.monitor },
  ].map(({ key, ...entry }) => ({
    ...entry,
    sha256: createHash('sha256').update(key).digest('hex'),
    created: '2026-01-01T00:00:00Z',
  })),
};

const DOCUMENTS = {
  'lamp.md': `# The lamp\n\nThe lamp of ${TENANT_WORD} Point is kept by Mara Voss. Mara Voss lives in ${TENANT_WORD} Point.\n`,
  'session-1.md': `---\nsession: 1\n---\n# Session 1\n\nMara Voss joined the Tide Guild. The old boat was destroyed.\n`,
};
const RESTRICTED = `---\naccess_groups: [crew]\n---\n# The vault\n\nThe vault of ${GROUP_WORD} Keep opens with a brass key. Jonas Reed guards ${GROUP_WORD} Keep.\n`;

/** Everybody could read it; then it names a group, in front matter that cannot be read. */
const FORMERLY_OPEN = `# The cellar\n\nThe cellar of ${GROUP_WORD} Keep is dry.\n`;

const processes = new Processes();
const folders = new TemporaryFolders();
let server: RunningStandalone;
/** What each operation is asked, by whoever may not see what acme has. */
let requests: ReturnType<typeof drawRequests>;
/** Ids of what tenant acme has, by the name of the parameter that asks for them. */
const ids = new Map<string, string[]>();

const as = (holder: Holder): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${KEYS[holder]}` },
});
const call = (holder: Holder, path: string, json?: unknown, method?: string): Promise<HttpReply> =>
  send(`${server.url}${path}`, { ...as(holder), ...(json !== undefined && { json }), ...(method && { method }) });

beforeAll(async () => {
  const dataDir = await folders.create();
  const keysFile = join(dataDir, 'keys.json');
  await mkdir(dataDir, { recursive: true });
  await writeFile(keysFile, JSON.stringify(keyFile), { mode: 0o600 });
  for (const [name, whose] of Object.entries({ 'acme.tides': 'Mara Voss', house: `${OPERATOR_WORD} is` }))
    await writeFile(
      join(dataDir, `${name}.json`),
      JSON.stringify({ command: 'eval answers', metrics: { [whose]: 1 } }),
    );
  server = await startStandaloneProcess(processes, {
    dataDir,
    env: { ...NO_READER, ARBITER_API_KEY: KEYS.operator, ARBITER_KEYS_FILE: keysFile, REPORTS_DIR: dataDir },
  });
  const sourcesOf = (documents: Readonly<Record<string, string>>): object[] =>
    Object.entries(documents).map(([name, content]) => ({ kind: 'inline', name, content }));
  await ingest(server.url, 'acme.lore', sourcesOf(DOCUMENTS), as('acme'));
  await ingest(server.url, 'acme.vault', sourcesOf({ 'cellar.md': FORMERLY_OPEN }), as('acme'));
  const broken = `---\ntitle: a: b\naccess_groups: [crew]\n---\n${FORMERLY_OPEN}`;
  await ingest(server.url, 'acme.vault', sourcesOf({ 'cellar.md': broken }), as('acme'));
  const job = await ingest(server.url, 'acme.vault', sourcesOf({ 'vault.md': RESTRICTED }), as('acme'));
  await ingest(
    server.url,
    'house',
    sourcesOf({ 'house.md': `# House\n\n${OPERATOR_WORD} is the house.\n` }),
    as('operator'),
  );
  for (const collection of ['acme.lore', 'acme.vault']) await call('acme', `/v1/graphs/${collection}/build`, {});
  const added = await call('acme', '/v1/changelog', {
    collection: 'acme.lore',
    entries: [{ session_id: 2, entity_updates: [{ entity_id: 'mara-voss', status: 'missing', notes: TENANT_WORD }] }],
  });
  expect(added.status).toBe(201);
  const answer = await ask(
    server.url,
    { query: `Who keeps the lamp of ${TENANT_WORD} Point?`, sessionId: 's-1' },
    as('acme'),
  );
  expect(answer).toMatchObject({ status: 'answered', sessionId: 's-1' });
  const documents = JSON.parse((await call('acme', '/v1/documents?collection=acme.lore')).text) as {
    documents: { id: string }[];
  };
  const entities = JSON.parse((await call('acme', '/v1/graphs/acme.lore/entities')).text) as {
    entities: { id: string }[];
  };
  expect(entities.entities.length).toBeGreaterThan(0);
  ids.set('jobId', [job.id]);
  ids.set('page', ['1']);
  ids.set('answerId', [answer.id]);
  ids.set('sessionId', ['s-1']);
  ids.set(
    'documentId',
    documents.documents.map(({ id }) => id),
  );
  ids.set(
    'entityId',
    entities.entities.map(({ id }) => id),
  );
  ids.set(
    'entity',
    entities.entities.slice(0, 2).map(({ id }) => id),
  );
  ids.set('name', ['acme.tides', 'house']);
  ids.set('collection', ['acme.lore', 'acme.vault', 'house']);
  ids.set('domain', ['acme.lore', 'lantern-coast']);
  requests = drawRequests();
});
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

interface SentRequest {
  readonly operation: AnyOperation;
  readonly input: Record<string, unknown>;
}

/**
 * All that an operation takes, and a draw of what none does: of four requests in five the operation has no such field, and they are
 * refused before anybody looks for anything.
 */
function drawRequests(): ReadonlyMap<AnyOperation, readonly SentRequest[]> {
  const all = ROUTES.flatMap((operation) => [...everyRequestFor(operation)].map((input) => ({ operation, input })));
  const isTaken = ({ operation, input }: SentRequest): boolean => operation.input.safeParse(input).success;
  const refused = all.filter((request) => !isTaken(request));
  const drawn = new Set(soakSample('requests that are refused', refused, Math.ceil(refused.length / 10)));
  const sent = all.filter((request) => drawn.has(request) || isTaken(request));
  return new Map(ROUTES.map((operation) => [operation, sent.filter((request) => request.operation === operation)]));
}

/** Requests for an operation: its own examples, with the ids and names of what tenant acme has put in everywhere. */
function* everyRequestFor(operation: AnyOperation): Generator<Record<string, unknown>> {
  const needed = operation.http ? pathParameters(operation.http) : [];
  for (const input of Object.values(operation.examples)) {
    const plain = input as Record<string, unknown>;
    yield plain;
    const fields = [...new Set([...Object.keys(plain), ...needed, 'collection', 'domain'])];
    for (const field of fields)
      for (const id of ids.get(field) ?? []) yield { ...plain, ...named(needed), [field]: id };
    for (const field of ['collections', 'knowledge_bases', 'collection_names'])
      for (const id of ids.get('collection') ?? []) yield { ...plain, ...named(needed), [field]: [id] };
    for (const field of ['query', 'question'])
      if (field in plain)
        yield { ...plain, ...named(needed), [field]: `Tell me of ${TENANT_WORD} Point and ${GROUP_WORD} Keep.` };
  }
}

function named(parameters: readonly string[]): Record<string, string> {
  return Object.fromEntries(parameters.map((name) => [name, ids.get(name)?.[0] ?? 'x']));
}

/** Sends an input as the route has it: path, then query or body. */
async function sendInput(
  holder: Holder,
  { http }: AnyOperation,
  input: Record<string, unknown>,
): Promise<HttpReply | null> {
  if (!http) return null;
  const own = new Set(pathParameters(http));
  const path = http.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name])));
  const rest = Object.entries(input).filter(([name]) => !own.has(name));
  if (http.method === 'POST' || http.method === 'PUT') return call(holder, path, Object.fromEntries(rest), http.method);
  const query = new URLSearchParams();
  for (const [name, value] of rest)
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return call(holder, query.size > 0 ? `${path}?${query.toString()}` : path, undefined, http.method);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : 'x';
}

const ROUTES = OPERATIONS.filter(({ http }) => http !== undefined);

describe('with the key of another tenant', () => {
  it.each(ROUTES.map((operation) => [operation.name, operation] as const))(
    '%s tells nothing',
    async (_, operation) => {
      for (const { input } of requests.get(operation) ?? []) {
        const reply = await sendInput('other', operation, input);
        expect(reply?.text).not.toContain(`${TENANT_WORD} Point is`);
        expect(`${reply?.text}`.replaceAll(JSON.stringify(input).slice(1, -1), '')).not.toMatch(
          new RegExp(`Mara Voss|Jonas Reed|${OPERATOR_WORD} is|brass key`),
        );
        expect(reply?.status).not.toBe(500);
      }
    },
    120_000,
  );

  it('nothing of the first tenant is gone or changed', async () => {
    const found = await search(
      server.url,
      { query: `lamp of ${TENANT_WORD} Point`, min_relevance_score: 0 },
      as('acme'),
    );
    expect(found.results.map(({ content }) => content).join(' ')).toContain('Mara Voss');
    const { collections } = JSON.parse((await call('acme', '/v1/collections')).text) as {
      collections: { manifest: { name: string }; documents: number }[];
    };
    expect(collections.map(({ manifest, documents }) => [manifest.name, documents])).toEqual([
      ['acme.lore', 2],
      ['acme.vault', 1],
    ]);
  });

  it.each(['a tool', 'a resource', 'a prompt'])('the Model Context Protocol has nothing either: %s', async (what) => {
    const message =
      what === 'a tool'
        ? {
            method: 'tools/call',
            params: { name: 'query', arguments: { query: `Who keeps the lamp of ${TENANT_WORD} Point?` } },
          }
        : { method: what === 'a resource' ? 'resources/list' : 'prompts/list' };
    const headers = {
      ...as('other').headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    };
    const reply = await send(`${server.url}/mcp`, { headers, json: { jsonrpc: '2.0', id: 1, ...message } });
    expect(reply.text).not.toMatch(/Mara Voss|Jonas Reed|acme\.|lantern-coast/);
  });
});

describe('a reader who is in no group', () => {
  it('finds what everybody may read, and nothing of a restricted document by any route', async () => {
    expect(
      (await ask(server.url, { query: `Who keeps the lamp of ${TENANT_WORD} Point?` }, as('outsider'))).status,
    ).toBe('answered');
    const sent = [...requests.values()].flat();
    const namesVault = ({ input }: SentRequest): boolean => {
      const text = JSON.stringify(input);
      return text.includes('vault') || text.includes(GROUP_WORD);
    };
    const others = sent.filter((request) => !namesVault(request));
    const drawn = soakSample('requests that do not name what is restricted', others, Math.ceil(others.length / 3));
    for (const { operation, input } of [...sent.filter(namesVault), ...drawn]) {
      const reply = await sendInput('outsider', operation, input);
      expect(`${reply?.text}`).not.toMatch(/brass key|Jonas Reed/);
    }
  }, 300_000);

  it('is given by every method of search what a member of the group is given, less that', async () => {
    for (const method of ['vector', 'keyword', 'hybrid']) {
      const asked = { query: `What opens the vault of ${GROUP_WORD} Keep?`, method, min_relevance_score: 0 };
      const seen = await search(server.url, asked, as('crew'));
      const hidden = await search(server.url, asked, as('outsider'));
      expect(seen.results.map(({ content }) => content).join(' ')).toContain('brass key');
      expect(hidden.results.map(({ content }) => content).join(' ')).not.toContain('brass key');
    }
    const answer = await ask(server.url, { query: `What opens the vault of ${GROUP_WORD} Keep?` }, as('crew'));
    expect(answer.answer).toContain('brass key');
  });
});

describe('within a tenant', () => {
  it('each caller has sessions and answers of its own, and an admin sees all answers', async () => {
    expect((await call('acme', '/v1/sessions/s-1')).status).toBe(200);
    expect((await call('outsider', '/v1/sessions/s-1')).status).toBe(404);
    expect((await call('acme', '/v1/sessions')).text).toContain('"id":"s-1"');
    for (const other of ['outsider', 'acmeAdmin', 'other'] as const)
      expect((await call(other, '/v1/sessions')).text).not.toContain(TENANT_WORD);
    const [answerId] = ids.get('answerId') ?? [];
    expect((await call('acme', `/v1/answers/${answerId}`)).status).toBe(200);
    expect((await call('outsider', `/v1/answers/${answerId}`)).status).toBe(404);
    const listed = await call('acmeAdmin', '/v1/answers');
    expect(listed.text).toContain(`"id":"${answerId}"`);
    expect((await call('outsider', '/v1/answers')).text).not.toContain(`"id":"${answerId}"`);
  });

  it.each([
    [
      'a reader',
      'outsider',
      '/v1/jobs',
      { collection: 'acme.lore', sources: [{ kind: 'inline', name: 'a.md', content: 'x' }] },
    ],
    ['an editor', 'acme', '/v1/calibrations', { domain: 'acme.lore', pairs: [] }],
    [
      'an editor, files of the server',
      'acme',
      '/v1/jobs',
      { collection: 'acme.lore', sources: [{ kind: 'path', path: '/tmp' }] },
    ],
    ['one who only watches', 'monitor', '/v1/query', { query: 'Who?' }],
  ] as const)('%s may not do what its role does not include', async (_who, holder, path, json) => {
    expect([400, 403]).toContain((await call(holder, path, json)).status);
  });

  it('keys are of the tenant alone, and no page or key of another sees them', async () => {
    expect((await call('acmeAdmin', '/v1/keys', { name: 'acme-guest', groups: [] })).status).toBe(201);
    const { text } = await call('other', '/v1/keys');
    expect(text).toContain('"tenant":"other"');
    expect(text).not.toMatch(/"tenant":(?!"other")|acme-(?:admin|guest)|prometheus|sha256/);
    expect((await call('other', '/v1/keys/acme-guest', undefined, 'DELETE')).status).toBe(404);
    expect((await call('acmeAdmin', '/v1/keys/acme-guest', undefined, 'DELETE')).status).toBe(200);
  });

  it('a page sees what its key does, and nothing once it was opened by another tenant', async () => {
    const cookieOf = async (holder: Holder): Promise<Record<string, string>> => {
      const response = await fetch(`${server.url}/v1/console/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ key: KEYS[holder] }),
      });
      return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    };
    const [documentId] = ids.get('documentId') ?? [];
    const path = `${server.url}/v1/documents/${documentId}/text`;
    const [own, foreign] = [await cookieOf('acme'), await cookieOf('other')];
    expect((await send(path, { headers: own })).status).toBe(200);
    expect((await send(path, { headers: foreign })).status).toBe(404);
    expect((await send(`${server.url}/v1/console/session`, { headers: foreign })).text).not.toContain('acme');
    expect((await send(`${server.url}/metrics`, { headers: await cookieOf('monitor') })).status).toBe(401);
  });

  it('reports are those of its name, and the installation and the graph of restricted documents are for others', async () => {
    expect((await call('outsider', '/v1/reports')).text).toContain('"name":"acme.tides"');
    expect((await call('outsider', '/v1/reports')).text).not.toContain('house');
    expect((await call('acmeAdmin', '/v1/reports/acme.tides')).status).toBe(200);
    for (const [holder, path, status] of [
      ['acmeAdmin', '/v1/reports/house', 404],
      ['other', '/v1/reports/acme.tides', 404],
      ['acmeAdmin', '/v1/doctor', 403],
      ['acme', '/v1/calibration', 403],
      ['other', `/v1/graphs/acme.lore/subgraph?entity=mara-voss`, 403],
      ['outsider', '/v1/graphs/acme.vault/subgraph', 403],
      ['crew', '/v1/graphs/acme.vault/subgraph', 200],
      ['operator', '/v1/doctor', 200],
    ] as const)
      expect([path, (await call(holder, path)).status]).toEqual([path, status]);
  });

  it('metrics are for whoever watches all tenants', async () => {
    expect((await call('monitor', '/metrics')).status).toBe(200);
    expect((await call('operator', '/metrics')).status).toBe(200);
    expect((await call('acmeAdmin', '/metrics')).status).toBe(403);
  });
});
