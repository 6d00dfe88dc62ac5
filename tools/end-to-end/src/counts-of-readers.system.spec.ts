import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@arbiter/contracts';
import { NO_READER } from './environment.js';
import { ingest, send, type HttpReply } from './http-calls.js';
import { McpClients } from './mcp-clients.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';

const KEYS = {
  editor: 'a-key-of-an-editor-of-the-library',
  crew: 'a-key-of-a-reader-who-is-in-a-group',
  outsider: 'a-key-of-a-reader-who-is-in-no-group',
} as const;
type Holder = keyof typeof KEYS;

const COLLECTION = 'house';
const open = ['lamp', 'boat'].map((name) => ({
  kind: 'inline',
  name: `${name}.md`,
  content: `# The ${name}\n\nMara Voss keeps the ${name} of Gull Point.\n`,
}));
const restricted = ['vault', 'ledger', 'cellar', 'attic', 'tower'].map((name) => ({
  kind: 'inline',
  name: `${name}.md`,
  content: `---\naccess_groups: [crew]\n---\n# The ${name}\n\nJonas Reed guards the ${name} of Gull Point.\n`,
}));

const processes = new Processes();
const folders = new TemporaryFolders();
const clients = new McpClients();
let server: RunningStandalone;
/** What the reader in no group is told before and after restricted documents come, by route. */
let before: ReadonlyMap<string, readonly string[]>;
let after: ReadonlyMap<string, readonly string[]>;

const headersOf = (holder: Holder): Record<string, string> => ({ authorization: `Bearer ${KEYS[holder]}` });
const call = (holder: Holder, path: string, json?: unknown): Promise<HttpReply> =>
  send(`${server.url}${path}`, { headers: headersOf(holder), ...(json !== undefined && { json }) });

beforeAll(async () => {
  const dataDir = await folders.create();
  const keys = [
    { name: 'editor', role: 'editor', key: KEYS.editor },
    { name: 'crew', role: 'reader', groups: ['crew'], key: KEYS.crew },
    { name: 'outsider', role: 'reader', groups: [], key: KEYS.outsider },
  ].map(({ key, ...entry }) => ({
    ...entry,
    sha256: createHash('sha256').update(key).digest('hex'),
    created: '2026-01-01T00:00:00Z',
  }));
  const keysFile = join(dataDir, 'keys.json');
  await writeFile(keysFile, JSON.stringify({ version: 1, keys }), { mode: 0o600 });
  server = await startStandaloneProcess(processes, { dataDir, env: { ...NO_READER, ARBITER_KEYS_FILE: keysFile } });
  await ingest(server.url, COLLECTION, open, { headers: headersOf('editor') });
  before = await toldToOutsider();
  await ingest(server.url, COLLECTION, restricted, { headers: headersOf('editor') });
  after = await toldToOutsider();
});
afterAll(async () => {
  await clients.closeAll();
  await processes.stopAll();
  await folders.removeAll();
});

/** Every route that reads, and the searches: what counts there is in each answer. */
async function toldToOutsider(): Promise<ReadonlyMap<string, readonly string[]>> {
  const told = new Map<string, readonly string[]>();
  const keep = (route: string, { status, text }: HttpReply): void => {
    if (status === 200) told.set(route, [...countsIn(JSON.parse(text) as unknown)]);
  };
  const streams = /events$|watch|stream/;
  for (const { http } of OPERATIONS.filter(({ http }) => http?.method === 'GET' && !streams.test(http.path))) {
    if (!http) continue;
    const path = http.path.replace(/\{collection\}/g, COLLECTION).replace(/\{\w+\}/g, 'x');
    for (const query of ['', `?collection=${COLLECTION}`, '?name=Jonas%20Reed']) {
      keep(`${path}${query}`, await call('outsider', `${path}${query}`));
    }
  }
  for (const query of ['Gull Point', 'Jonas Reed', 'Mara Voss']) {
    keep(`search ${query}`, await call('outsider', '/search', { query, min_relevance_score: 0, explain: true }));
  }
  const client = await clients.overHttp('2026-07-28', server.url, headersOf('outsider'));
  told.set('MCP resources', [...countsIn(await client.listResources())]);
  return told;
}

/** Whole numbers and lengths of lists, by where they stand. Scores and times are others. */
function* countsIn(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'number' && Number.isInteger(value) && !/start|end|rank|score|weight|Ms$|\bms$/.test(path)) {
    yield `${path}: ${value}`;
  } else if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) yield `${path}: ${value.length} items`;
    for (const [key, inner] of Object.entries(value)) yield* countsIn(inner, `${path}/${key}`);
  }
}

describe('a reader in no group', () => {
  it('is told the same counts whether or not there are documents that it may not read', () => {
    expect(before.size).toBeGreaterThan(5);
    const shared = [...after].filter(([route]) => before.has(route));
    expect(Object.fromEntries(shared)).toEqual(Object.fromEntries([...before].filter(([route]) => after.has(route))));
  });

  it('is told how many documents and chunks it may read, as others are', async () => {
    const sizeFor = async (holder: Holder) => {
      const { collections } = (await call(holder, '/v1/collections')).json() as {
        collections: { documents: number; chunks: number }[];
      };
      return collections.map(({ documents, chunks }) => [documents, chunks]);
    };
    expect(await sizeFor('outsider')).toEqual([[2, 2]]);
    expect(await sizeFor('crew')).toEqual([[7, 7]]);
    expect(await sizeFor('editor')).toEqual([[7, 7]]);
  });

  it('reads no changelog that is kept of all documents, also where there is no graph', async () => {
    const path = `/v1/changelog?collection=${COLLECTION}`;
    expect((await call('editor', path)).status).toBe(200);
    expect((await call('crew', path)).status).toBe(200);
    expect((await call('outsider', path)).status).not.toBe(200);
  });
});
