import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentSummary, type getPageRegions, type OperationOutput, type Upload } from '@arbiter/contracts';
import { natsServerAvailable, type RunningNatsServer, startNatsServer } from '@arbiter/testing';
import { onePage, stream } from '@arbiter/testing/pdf';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { NO_READER } from './environment.js';
import { ingest, send } from './http-calls.js';
import { Processes } from './processes.js';
import { startStandaloneProcess } from './servers.js';
import { TemporaryFolders } from './temporary-folders.js';
import { filesWithWords } from './words-on-disk.js';

const KEYS = { acme: 'a-key-of-an-editor-of-tenant-acme', zenith: 'a-key-of-an-editor-of-tenant-zenith' } as const;
/** As a word it stands in no other file. */
const WORD = 'zanzibarquux';
/** A page of words with rules below each other, as a table has them. */
const SHEET = onePage({
  4: stream(Array.from({ length: 25 }, (_, row) => `50 ${100 + row * 20} m 550 ${100 + row * 20} l S`).join(' ')),
});
const NOTE = `# Pier\n\nThe Zanzibarquux sleeps below the pier.\n`;

const processes = new Processes();
const folders = new TemporaryFolders();
let broker: RunningNatsServer | null = null;
afterEach(async () => {
  await processes.stopAll();
  await broker?.stop();
  broker = null;
});
afterAll(async () => {
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

describe.each(['filesystem', ...(natsServerAvailable() === null ? ['nats'] : [])])(
  'with DOCUMENT_STORE=%s',
  (store) => {
    it('a file is uploaded, read, shown as it was, and leaves no word when it is deleted', async () => {
      const disk = await folders.create();
      const url = await open(disk, store);
      const form = new FormData();
      form.append('file', new Blob([NOTE]), 'notes/pier.md');
      const stored = await fetch(`${url}/v1/uploads`, { method: 'POST', body: form, ...as('acme') });
      const { uploads } = (await stored.json()) as { uploads: Upload[] };
      const sources = uploads.map(({ uploadId, name }) => ({ kind: 'upload', uploadId, name }));
      const stolen = { collection: 'zenith.coast', sources };
      expect((await send(`${url}/v1/jobs`, { json: stolen, ...as('zenith') })).status).toBe(404);

      expect((await ingest(url, 'acme.coast', sources, as('acme'))).counts).toMatchObject({ added: 1, failed: 0 });
      const listed = (await send(`${url}/v1/documents?collection=acme.coast`, as('acme'))).json();
      const [pier] = (listed as { documents: DocumentSummary[] }).documents;
      expect(pier).toMatchObject({ source: 'notes/pier.md', original: { bytes: NOTE.length } });
      const range = { ...as('acme').headers, range: 'bytes=2-5' };
      const part = await send(`${url}/v1/documents/${pier!.id}/original`, { headers: range });
      expect([part.status, part.text]).toEqual([206, NOTE.slice(2, 6)]);
      for (const path of ['original', 'chunks'])
        expect((await send(`${url}/v1/documents/${pier!.id}/${path}`, as('zenith'))).status).toBe(404);
      expect((await send(`${url}/v1/documents/${pier!.id}/chunks`, as('acme'))).text).toContain(WORD.slice(1));

      await send(`${url}/v1/documents/${pier!.id}`, { method: 'DELETE', ...as('acme') });
      expect((await send(`${url}/v1/documents/${pier!.id}/original`, as('acme'))).status).toBe(404);
      while ((await filesWithWords(disk, [WORD])).length > 0) await delay(200);
    });

    it('a page is drawn for its tenant alone, and no byte of its picture or its regions outlives the document', async () => {
      const disk = await folders.create();
      const url = await open(disk, store);
      const form = new FormData();
      form.append('file', new Blob([SHEET]), 'lamp.pdf');
      const stored = await fetch(`${url}/v1/uploads`, { method: 'POST', body: form, ...as('acme') });
      const { uploads } = (await stored.json()) as { uploads: Upload[] };
      const sources = uploads.map(({ uploadId, name }) => ({ kind: 'upload', uploadId, name }));
      await ingest(url, 'acme.coast', sources, as('acme'));
      const listed = (await send(`${url}/v1/documents?collection=acme.coast`, as('acme'))).json();
      const [lamp] = (listed as { documents: DocumentSummary[] }).documents;
      const page = (path: string, headers = as('acme').headers) =>
        fetch(`${url}/v1/pages/${lamp!.id}/${path}`, { headers });

      const whole = await page('1?width=300');
      const jpeg = Buffer.from(await whole.arrayBuffer());
      expect([whole.status, whole.headers.get('content-type'), jpeg.readUInt16BE(0)]).toEqual([
        200,
        'image/jpeg',
        0xffd8,
      ]);
      const again = { ...as('acme').headers, 'if-none-match': whole.headers.get('etag')! };
      const part = { ...as('acme').headers, range: 'bytes=0-1' };
      const strange = as('zenith').headers;
      for (const [path, headers, status] of [
        ['1?width=300', again, 304],
        ['1?width=300', part, 206],
        ['1?width=300', strange, 404],
        ['2', as('acme').headers, 404],
        ['1?width=99', as('acme').headers, 400],
        ['1/regions', as('acme').headers, 200],
        ['1/regions', strange, 404],
        ['2/regions', as('acme').headers, 404],
      ] as const)
        expect([path, (await page(path, headers)).status]).toEqual([path, status]);

      // As the search reads files: in small letters.
      const bytes = jpeg.subarray(-200, -100).toString('latin1').toLowerCase();
      const { regions } = (await (await page('1/regions')).json()) as OperationOutput<typeof getPageRegions>;
      const shapes = [bytes, JSON.stringify(regions[0]).toLowerCase()];
      for (const shape of shapes) expect(await filesWithWords(disk, [shape])).not.toEqual([]);
      await send(`${url}/v1/documents/${lamp!.id}`, { method: 'DELETE', ...as('acme') });
      expect((await page('1?width=300')).status).toBe(404);
      while ((await filesWithWords(disk, shapes)).length > 0) await delay(200);
    });
  },
);
