import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentChunk, type DocumentSummary, type Upload } from '@arbiter/contracts';
import { natsServerAvailable, type RunningNatsServer, startNatsServer } from '@arbiter/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';
import { filesWithWords } from './words-on-disk.js';

const KEYS = { acme: 'a-key-of-an-editor-of-tenant-acme', zenith: 'a-key-of-an-editor-of-tenant-zenith' } as const;
/** As a word it stands in no other file. */
const WORD = 'zanzibarquux';
const NOTE = `# Pier\n\nThe Zanzibarquux sleeps below the pier.\n`;
const PAGE = `<html><head><title>Gate</title></head><body><script>alert(1)</script><p>The gate is blue.</p></body></html>`;

const processes = new Processes();
const folders = new TemporaryFolders();
let broker: RunningNatsServer | null = null;
afterAll(async () => {
  await processes.stopAll();
  await broker?.stop();
  await folders.removeAll();
});

async function open(disk: string, store: string): Promise<string> {
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  if (store === 'nats') broker = await startNatsServer({ jetstream: true, storeDir: join(disk, 'broker') });
  const keysFile = join(await folders.create(), 'keys.json');
  const keys = Object.entries(KEYS).map(([tenant, key]) => ({
    ...{ name: `${tenant}-editor`, role: 'editor', tenant, created: '2026-01-01T00:00:00Z' },
    sha256: createHash('sha256').update(key).digest('hex'),
  }));
  await writeFile(keysFile, JSON.stringify({ version: 1, keys }), { mode: 0o600 });
  const stores = broker && { NATS_URL: broker.url, DOCUMENT_STORE: store };
  const env = { ...NO_READER, LOG_QUERIES: 'false', ARBITER_KEYS_FILE: keysFile, ...stores };
  return (await startStandaloneProcess(processes, { dataDir, env })).url;
}

const as = (holder: keyof typeof KEYS) => ({ headers: { authorization: `Bearer ${KEYS[holder]}` } });

async function uploadTo(url: string, files: Readonly<Record<string, string>>): Promise<Upload[]> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  const response = await fetch(`${url}/v1/uploads`, { method: 'POST', body: form, ...as('acme') });
  expect(response.status).toBe(201);
  return ((await response.json()) as { uploads: Upload[] }).uploads;
}

async function documentsOf(url: string): Promise<DocumentSummary[]> {
  const listed = await send(`${url}/v1/documents?collection=acme.coast`, as('acme'));
  return (listed.json() as { documents: DocumentSummary[] }).documents;
}

describe.each(['filesystem', ...(natsServerAvailable() === null ? ['nats'] : [])])(
  'with DOCUMENT_STORE=%s',
  (store) => {
    it('a file is uploaded, read, shown as it was, and leaves no word when it is deleted', async () => {
      const disk = await folders.create();
      const url = await open(disk, store);
      const uploads = await uploadTo(url, { 'notes/pier.md': NOTE, 'gate.html': PAGE });
      const sources = uploads.map(({ uploadId, name }) => ({ kind: 'upload', uploadId, name }));

      const stolen = { collection: 'zenith.coast', sources };
      expect((await send(`${url}/v1/jobs`, { json: stolen, ...as('zenith') })).status).toBe(404);

      expect((await ingest(url, 'acme.coast', sources, as('acme'))).counts).toMatchObject({ added: 2, failed: 0 });
      const documents = await documentsOf(url);
      const [gate, pier] = ['gate.html', 'notes/pier.md'].map((name) =>
        documents.find(({ source }) => source === name)!,
      );
      expect(gate!.original).toMatchObject({ bytes: PAGE.length, mediaType: 'text/html' });

      const original = await send(`${url}/v1/documents/${gate!.id}/original`, as('acme'));
      expect([original.status, original.text]).toEqual([200, PAGE]);
      expect(original.headers.get('content-disposition')).toMatch(/^attachment; filename=gate\.html/);
      expect(original.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      const range = { ...as('acme').headers, range: 'bytes=2-5' };
      const part = await send(`${url}/v1/documents/${pier!.id}/original`, { headers: range });
      expect([part.status, part.text]).toEqual([206, NOTE.slice(2, 6)]);
      for (const path of ['original', 'chunks'])
        expect((await send(`${url}/v1/documents/${pier!.id}/${path}`, as('zenith'))).status).toBe(404);

      const chunked = await send(`${url}/v1/documents/${pier!.id}/chunks?limit=1`, as('acme'));
      const { total, chunks } = chunked.json() as { total: number; chunks: DocumentChunk[] };
      expect([total, chunks[0]?.section, chunks[0]?.text]).toEqual([
        1,
        ['Pier'],
        expect.stringContaining(WORD.slice(1)),
      ]);

      await send(`${url}/v1/documents/${pier!.id}`, { method: 'DELETE', ...as('acme') });
      expect((await send(`${url}/v1/documents/${pier!.id}/original`, as('acme'))).status).toBe(404);
      while ((await filesWithWords(disk, [WORD])).length > 0) await delay(200);
    });
  },
);
