import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addChanges,
  buildGraph,
  correctGraph,
  deleteDocument,
  dropCollection,
  listChanges,
  listDocuments,
  submitJob,
  watchJob,
  type IngestionJob,
} from '@arbiter/contracts';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import { startArmOverBus, type StartedArm } from '@arbiter/platform/testing';
import { Registry } from 'prom-client';
import { book, drawn, PictureEmbedder, written } from '../../test/page-library.js';
import { ingestionWorkerConfig } from '../ingestion-worker.config.js';
import { IngestionWorkerModule } from '../ingestion-worker.module.js';
import { bindIngestionPorts } from '../ingestion-worker.ports.js';

/** Occurs in no other file, and is no word of the index itself. Capitalised, it is an entity. */
const SECRET = 'zanzibarquux';
const SECRET_FILE = '# The Zanzibarquux\n\nThe Zanzibarquux is a serpent below the pier.\n';
const COLLECTION = 'coast';

let root: string;
let library: string;
let arm: StartedArm;
let ports: Awaited<ReturnType<typeof bindIngestionPorts>>;
let release: () => Promise<void>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'arbiter-deleted-'));
  library = join(root, 'library');
  await mkdir(library);
  for (let i = 0; i < 12; i += 1) await writeFile(join(library, `${i}.md`), `# Beacon ${i}\n\nIt burns ${i} hours.\n`);
  const { values } = loadConfig(ingestionWorkerConfig, { env: { INGESTION_ROOTS: root }, cwd: root });
  const bound = await bindIngestionPorts(values, { cwd: root, ids: new RandomIds() });
  ports = { ...bound, pageEmbedder: new PictureEmbedder() };
  release = () => bound.close();
  const logger = createLogger({ name: 'test', level: 'fatal' });
  const module = IngestionWorkerModule.register(values, ports, logger);
  arm = await startArmOverBus({ app: 'ingestion-worker', module, logger, registry: new Registry() });
});

afterAll(async () => {
  await arm.close();
  await release();
  await rm(root, { recursive: true });
});

async function ingest(): Promise<IngestionJob> {
  const sources = [{ kind: 'path' as const, path: library }];
  const { id } = await arm.client.request(submitJob, { collection: COLLECTION, sources });
  const events = arm.client.stream(watchJob, { jobId: id });
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
  }
}

/** Files of the data directory that contain a word in any case, by folder. */
async function foldersWith(word: string): Promise<string[]> {
  const data = join(root, '.arbiter');
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const folders = new Set<string>();
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const content = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
    const texts = [content, expanded(content)].map((bytes) => bytes.toString('latin1').toLowerCase());
    if (texts.some((text) => text.includes(word))) folders.add(parentPath.slice(data.length + 1).split('/')[0] ?? '');
  }
  return [...folders].sort();
}

/** What a gzip archive in a file holds; empty if there is none. */
function expanded(content: Buffer): Buffer {
  const start = content.indexOf(Buffer.of(0x1f, 0x8b, 0x08));
  try {
    return start === -1 ? Buffer.alloc(0) : gunzipSync(content.subarray(start));
  } catch {
    return Buffer.alloc(0);
  }
}

describe('a document that is deleted', () => {
  it('stands in no file of the data directory once the job has ended that found it gone', async () => {
    await writeFile(join(library, 'secret.md'), SECRET_FILE);
    await ingest();
    expect(await foldersWith(SECRET)).toEqual(['blobs', 'documents', 'indexes']);
    await arm.client.request(buildGraph, { collection: COLLECTION });
    expect(await foldersWith(SECRET)).toEqual(['blobs', 'documents', 'extractions', 'graphs', 'indexes']);
    await rm(join(library, 'secret.md'));
    expect((await ingest()).counts).toMatchObject({ deleted: 1, unchanged: 12 });
    expect(await foldersWith(SECRET)).toEqual([]);
  });

  it('is erased soon after it was deleted by its id', async () => {
    await writeFile(join(library, 'secret.md'), SECRET_FILE);
    await ingest();
    // Each job keeps the graph current.
    expect(await foldersWith(SECRET)).toEqual(['blobs', 'documents', 'extractions', 'graphs', 'indexes']);
    const { documents } = await arm.client.request(listDocuments, { collection: COLLECTION });
    const { id } = documents.find(({ source }) => source === 'secret.md')!;
    await arm.client.request(deleteDocument, { documentId: id });
    while ((await foldersWith(SECRET)).length > 0) await delay(200);
    expect((await arm.client.request(listDocuments, { collection: COLLECTION })).documents).toHaveLength(12);
  });
});

describe('a document with a diagram', () => {
  const inIndex = () => ports.pageIndex!.documentIds(COLLECTION, new AbortController().signal);
  const chart = (): Promise<void> =>
    writeFile(join(library, 'chart.pdf'), book(drawn(`Reefs of the ${SECRET}`), written('Contents')));
  const listed = async () => (await arm.client.request(listDocuments, { collection: COLLECTION })).documents;

  const filesOf = async (id: string): Promise<string[]> =>
    (await readdir(join(root, '.arbiter'), { recursive: true })).filter((path) => path.includes(id));

  /** Tables with rows of a document: it stands beside its vectors. */
  const tablesWith = async (id: string): Promise<string[]> => {
    const indexes = join(root, '.arbiter', 'indexes');
    const files = (await readdir(indexes, { recursive: true })).filter((path) => /\/data\/.*\.lance$/.test(path));
    const holds = await Promise.all(files.map(async (path) => (await readFile(join(indexes, path))).includes(id)));
    return files.filter((_, at) => holds[at]).map((path) => path.split('/')[0] ?? '');
  };

  it('leaves no vector and no file once it is gone, however it goes', async () => {
    await rm(join(library, 'secret.md'), { force: true });
    await chart();
    await ingest();
    const { id } = (await listed()).find(({ source }) => source === 'chart.pdf')!;
    expect(await inIndex()).toEqual([id]);
    expect(await tablesWith(id)).toContain('pages.coast.lance');
    // Its original and its boxes, and that its pages were embedded.
    expect((await filesOf(id)).filter((path) => path.startsWith('blobs/'))).toHaveLength(3);
    await rm(join(library, 'chart.pdf'));
    await ingest();
    expect([await inIndex(), await foldersWith(SECRET), await filesOf(id)]).toEqual([[], [], []]);
    expect(await tablesWith(id)).toEqual([]);

    await chart();
    await ingest();
    expect(await inIndex()).toEqual([id]);
    await arm.client.request(deleteDocument, { documentId: id });
    expect([await inIndex(), await filesOf(id)]).toEqual([[], []]);
    while ((await foldersWith(SECRET)).length > 0 || (await tablesWith(id)).length > 0) await delay(200);
    await rm(join(library, 'chart.pdf'));
  });
});

describe('a collection that is dropped', () => {
  const live = new AbortController().signal;
  const record = async (): Promise<void> => {
    const bytes = (version: string) => new TextEncoder().encode(`${version} of the ${SECRET}`);
    for (const version of ['v1', 'v2']) await ports.graphs.put(COLLECTION, { version, bytes: bytes(version) }, live);
    const entity_updates = [{ entity_id: SECRET, status: `asleep below the ${SECRET}` }];
    // It may be built into the graph while the collection is dropped.
    await arm.client.request(addChanges, { collection: COLLECTION, entries: [{ session_id: 1, entity_updates }] });
    const corrections = [{ kind: 'add-entity' as const, name: SECRET, type: 'serpent', id: `the-${SECRET}` }];
    await arm.client.request(correctGraph, { collection: COLLECTION, corrections, by: 'Ann' });
  };

  it('takes its changelog, its corrections and all snapshots of its graph along, to the last byte', async () => {
    await rm(join(library, 'secret.md'), { force: true });
    await ingest();
    await record();
    expect(await foldersWith(SECRET)).toEqual(['changelogs', 'corrections', 'graphs']);
    expect(await arm.client.request(dropCollection, { collection: COLLECTION })).toMatchObject({ documents: 12 });
    expect(await foldersWith(SECRET)).toEqual([]);
    await expect(arm.client.request(dropCollection, { collection: COLLECTION })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('leaves the changelog and the corrections where it is to be built anew', async () => {
    await ingest();
    await record();
    await arm.client.request(dropCollection, { collection: COLLECTION, keepChangelog: true });
    expect(await foldersWith(SECRET)).toEqual(['changelogs', 'corrections']);
    expect((await arm.client.request(listChanges, { collection: COLLECTION })).changes).toHaveLength(1);
    // Nothing but the two logs is left of it by now.
    expect(await arm.client.request(dropCollection, { collection: COLLECTION })).toMatchObject({ documents: 0 });
    expect(await foldersWith(SECRET)).toEqual([]);
  });
});
