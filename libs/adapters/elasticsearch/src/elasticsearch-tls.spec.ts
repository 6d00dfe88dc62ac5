import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSignedCertificate } from '../test/self-signed-certificate.js';
import { ElasticsearchKeywordIndex } from './elasticsearch-keyword.index.js';

const { signal } = new AbortController();
const own = selfSignedCertificate();

describe('a server with a certificate of its own authority', () => {
  let server: Server;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-tls-'));
    server = createServer({ key: own.key, cert: own.certificate }, (request, response) => {
      const mapping = { 'knowledge_base.c@1': { mappings: { _meta: { collection: 'c', mapping_version: 1 } } } };
      response.setHeader('content-type', 'application/json').setHeader('x-elastic-product', 'Elasticsearch');
      response.end(JSON.stringify(request.url?.endsWith('/_count') ? { count: 7 } : mapping));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  const count = async (caCertificate?: string): Promise<number> => {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ca = caCertificate === undefined ? {} : { caCertificate };
    const index = await ElasticsearchKeywordIndex.open({ url, retries: 0, ...ca });
    try {
      return await index.count('c', signal);
    } finally {
      await index.close();
    }
  };

  it('is trusted with the authority as text, and as a file', async () => {
    expect(await count(own.certificate)).toBe(7);
    const path = join(folder, 'ca.pem');
    await writeFile(path, own.certificate);
    expect(await count(path)).toBe(7);
  });

  it('is not trusted without it, nor with another', async () => {
    const refused = { code: 'UNAVAILABLE', message: expect.stringMatching(/certificate|signature/i) };
    await expect(count()).rejects.toMatchObject(refused);
    await expect(count(selfSignedCertificate().certificate)).rejects.toMatchObject(refused);
  });
});
