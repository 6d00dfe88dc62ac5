import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IngestionSource } from '@arbiter/contracts';
import { zipOf } from '@arbiter/testing';
import { INN, library, LIGHT, SCRATCH } from '../../test/ingestion-library.js';

type Answer = (response: ServerResponse, headers: Readonly<Record<string, unknown>>) => unknown;

describe('a page of the web, in a run', () => {
  let server: Server;
  let root: string;
  let pages: Map<string, Answer>;
  let asked: string[];

  beforeEach(async () => {
    pages = new Map();
    asked = [];
    server = createServer(({ url = '', headers }, response) => {
      asked.push(url);
      const answer = pages.get(url);
      if (answer) answer(response, headers);
      else response.writeHead(404).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await rm(SCRATCH, { recursive: true, force: true });
  });

  const page = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
    pages.set(path, (response) => response.writeHead(200, { 'content-type': 'text/markdown', ...headers }).end(body));
  const at = (...paths: string[]): IngestionSource[] => paths.map((path) => ({ kind: 'url', url: `${root}${path}` }));

  it('is searchable under its address, whatever its name ends in', async () => {
    page('/guide?page=2', LIGHT);
    const { ingest, findChunks } = library({});
    expect((await ingest(at('/guide?page=2'))).counts).toMatchObject({ found: 1, added: 1, failed: 0 });
    expect((await findChunks('lamp'))[0]).toMatchObject({
      source: `${root}/guide?page=2`,
      metadata: { url: `${root}/guide?page=2` },
    });
  });

  it('is not read again while its server says that it is the same', async () => {
    let sent = 0;
    pages.set('/a.md', (response, headers) => {
      if (headers['if-none-match'] === '"1"') return response.writeHead(304).end();
      sent += 1;
      return response.writeHead(200, { 'content-type': 'text/markdown', etag: '"1"' }).end(INN);
    });
    const { ingest } = library({});
    await ingest(at('/a.md'));
    expect((await ingest(at('/a.md'))).counts).toMatchObject({ found: 1, unchanged: 1, deleted: 0, bytes: 0 });
    expect(sent).toBe(1);
  });

  it('is asked for by its date where its server knows no more', async () => {
    const date = 'Sun, 01 Mar 2026 10:00:00 GMT';
    pages.set('/a.md', (response, headers) =>
      headers['if-modified-since'] === date
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'content-type': 'text/markdown', 'last-modified': date }).end(INN),
    );
    const { ingest } = library({});
    await ingest(at('/a.md'));
    expect((await ingest(at('/a.md'))).counts).toMatchObject({ unchanged: 1 });
  });

  it.each([404, 410])('is deleted when its server says that it has gone (%d)', async (status) => {
    page('/a.md', INN);
    const { ingest, find } = library({});
    await ingest(at('/a.md'));
    pages.set('/a.md', (response) => response.writeHead(status).end());
    expect((await ingest(at('/a.md'))).counts).toMatchObject({ found: 0, deleted: 1 });
    expect(await find('eel')).toEqual([]);
  });

  it.each([401, 403, 429, 500])('stays when its server refuses (%d), and the others are read', async (status) => {
    page('/a.md', INN);
    page('/b.md', LIGHT);
    const { ingest, find } = library({});
    await ingest(at('/a.md'));
    pages.set('/a.md', (response) => response.writeHead(status).end());
    const { counts, failures } = await ingest(at('/a.md', '/b.md'));
    expect(counts).toMatchObject({ added: 1, deleted: 0, failed: 1 });
    expect(failures).toMatchObject([{ source: `${root}/a.md`, stage: 'load' }]);
    expect(await find('eel')).toHaveLength(1);
  });

  it('is read in the encoding that its server names', async () => {
    page('/a.txt', Buffer.from('Zoë swims.', 'latin1'), { 'content-type': 'text/plain; charset=ISO-8859-1' });
    const { ingest, find } = library({});
    await ingest(at('/a.txt'));
    expect(await find('swims')).toEqual(['Zoë swims.']);
  });

  it('has the title that is given to it', async () => {
    page('/a.md', INN);
    const { ingest, findChunks } = library({});
    await ingest([{ kind: 'url', url: `${root}/a.md`, title: 'House rules' }]);
    expect((await findChunks('eel'))[0]?.title).toBe('House rules');
  });

  it('may be an archive', async () => {
    page('/download', zipOf([{ name: 'inn.md', content: INN }]), { 'content-type': 'application/zip' });
    const { ingest, findChunks } = library({});
    await ingest(at('/download'));
    expect((await findChunks('eel'))[0]?.source).toBe(`${root}/download/inn.md`);
    expect((await ingest(at('/download'))).counts).toMatchObject({ unchanged: 1, deleted: 0 });
  });

  it.each(['http://127.0.0.2:1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]:1/', 'file:///etc/passwd'])(
    'does not lead to %s by a redirect',
    async (location) => {
      pages.set('/a.md', (response) => response.writeHead(302, { location }).end());
      const { ingest } = library({});
      await expect(ingest(at('/a.md'))).rejects.toMatchObject({
        code: location.startsWith('file') ? 'INVALID_REQUEST' : 'FORBIDDEN',
      });
    },
  );

  it('ends when it redirects without end', async () => {
    pages.set('/a.md', (response) => response.writeHead(302, { location: '/a.md' }).end());
    await expect(library({}).ingest(at('/a.md'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked.length).toBeLessThan(10);
  });

  it('is refused when it is larger than the limit, without being read to its end', async () => {
    let isOpen = true;
    pages.set('/a.md', (response) => {
      response.writeHead(200, { 'content-type': 'text/markdown' });
      response.on('close', () => (isOpen = false));
      const send = () => {
        if (isOpen && response.write('x'.repeat(100_000))) setImmediate(send);
        else if (isOpen) response.once('drain', send);
      };
      send();
    });
    await expect(library({}).ingest(at('/a.md'))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });
});
