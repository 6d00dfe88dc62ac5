import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QdrantVectorIndex } from './qdrant-vector.index.js';

const missing = spawnSync('openssl', ['version']).status === 0 ? null : 'no openssl to make a certificate with';
if (missing) process.stderr.write(`skipped: ${missing}\n`);

(missing ? describe.skip : describe)('over TLS', () => {
  const { signal } = new AbortController();
  const keys: unknown[] = [];
  let certificate: string;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbiter-qdrant-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
    certificate = await readFile(cert, 'utf8');
    server = createServer({ key: await readFile(key), cert: certificate }, (request, response) => {
      keys.push(request.headers['api-key']);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ result: { aliases: [] }, status: 'ok', time: 0 }));
    });
    await rm(folder, { recursive: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('trusts the authority that it is given, and sends the key', async () => {
    const index = new QdrantVectorIndex({ url, caCertificate: certificate, apiKey: 'k' });
    expect(await index.health(signal)).toEqual({ ok: true, detail: `Qdrant at ${url}: vectors of 0 collections.` });
    expect(keys).toEqual(['k']);
    await index.close();
  });

  it('sends nothing to a server that it does not trust, and says what helps', async () => {
    keys.length = 0;
    const index = new QdrantVectorIndex({ url, apiKey: 'k', retry: { retries: 0, baseDelayMs: 1, maxDelayMs: 1 } });
    expect(await index.health(signal)).toEqual({ ok: false, detail: expect.stringContaining('caCertificate') });
    expect(keys).toEqual([]);
    await index.close();
  });
});
