import { inspect } from 'node:util';
import { analysedChunkOf, documentsOf, keywordQueryOf } from '@arbiter/ports/testing';
import { until } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ElasticsearchStandIn, operationsOf } from '../test/elasticsearch-stand-in.js';
import { ElasticsearchKeywordIndex } from './elasticsearch-keyword.index.js';
import type { ElasticsearchInput } from './elasticsearch.connection.js';

const { signal } = new AbortController();
const lantern = keywordQueryOf('lantern');
const chunk = (id: string) => analysedChunkOf({ id, text: 'lantern "quoted"\r\n\u0000', metadata: { year: 1204 } });
const indexMissing = { status: 404, body: { error: { type: 'index_not_found_exception' }, status: 404 } };
const busy = { status: 429, body: { error: { type: 'es_rejected_execution_exception' }, status: 429 } };

let server: ElasticsearchStandIn;
const opened: ElasticsearchKeywordIndex[] = [];
const open = async (options: Partial<ElasticsearchInput> = {}): Promise<ElasticsearchKeywordIndex> => {
  const index = await ElasticsearchKeywordIndex.open({ url: server.url, prefix: 'kb', retryPauseMs: 1, ...options });
  opened.push(index);
  return index;
};
beforeEach(async () => {
  server = await ElasticsearchStandIn.start();
});
afterEach(async () => {
  await server.close();
  await Promise.all(opened.splice(0).map((index) => index.close()));
});

describe('every request', () => {
  it('is one of the published specification', async () => {
    const index = await open();
    const filter = [
      { key: 'year', test: { kind: 'number-range', bounds: { gte: 1200 } } },
      { key: 'kind', test: { kind: 'exists' }, negated: true },
    ] as const;
    server.next('indices.get_mapping', indexMissing);
    server.next('indices.get', { status: 200, body: {} });
    await index.replaceDocuments('c', documentsOf(chunk('d#0'), chunk('e#0')), signal);
    await index.deleteDocuments('c', ['d'], signal);
    await index.search('c', lantern, { limit: 5, filter, chunkIds: ['d#0'], required: ['lantern'], signal });
    await index.search('c', [], { limit: 5, signal });
    await index.scores('c', lantern, ['d#0'], signal);
    await index.chunks('c', ['d#0'], signal);
    await index.documentFrequencies('c', ['a', 'b'], signal);
    await index.count('c', signal);
    await index.documentIds('c', signal);
    await index.optimize('c', signal);
    expect(await index.health(signal)).toMatchObject({ ok: true, detail: expect.stringContaining('8.19.2') });
    await index.drop('c', signal);
    expect(server.violations).toEqual([]);
    expect(new Set(server.seen.map(({ name }) => name)).size).toBe(12);
  });

  it('carries the key, which no error shows', async () => {
    const index = await open({ apiKey: 'c2VjcmV0LWtleQ==' });
    for (const [status, code] of [
      [401, 'UNAUTHENTICATED'],
      [403, 'FORBIDDEN'],
    ] as const) {
      server.next('indices.get_mapping', { status, body: { error: { type: 'security_exception' }, status } });
      const error: unknown = await index.count('c', signal).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, message: expect.stringContaining('ELASTICSEARCH_API_KEY') });
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('c2VjcmV0LWtleQ==');
    }
    expect(server.seen[0]?.headers.authorization).toBe('ApiKey c2VjcmV0LWtleQ==');
  });

  it('is never shown with the password of the address', async () => {
    const index = await open({ url: server.url.replace('http://', 'http://user:hidden@') });
    server.next('indices.get_mapping', { status: 500 });
    const error: unknown = await index.count('c', signal).catch((thrown: unknown) => thrown);
    expect(server.seen[0]?.headers.authorization).toBe(`Basic ${btoa('user:hidden')}`);
    expect(inspect(error, { depth: 20 })).not.toMatch(/hidden|dXNlcjpoaWRkZW4/);
  });

  it.each([
    ['answers', []],
    ['is not Elasticsearch', [{ status: 200, headers: { 'x-elastic-product': 'none' } }]],
    ['fails', [{ status: 500 }]],
    ['refuses the password', [{ status: 401 }]],
    ['breaks the connection', ['cut' as const]],
  ])('says how it is without the password of the address, also when it %s', async (_, faults) => {
    const index = await open({ url: server.url.replace('http://', 'http://user:hidden@'), retries: 0 });
    server.next('info', ...faults);
    const health = await index.health(signal);
    expect(health.detail).toContain(server.url);
    expect(health.detail).not.toMatch(/hidden|user|dXNlcjpoaWRkZW4/);
  });
});

describe('a fault of the server', () => {
  it.each([
    ['says that it has too much to do', busy],
    ['is behind a proxy that does not reach it', { status: 502 }],
    ['breaks the connection', 'cut' as const],
  ])('is retried when it %s', async (_, fault) => {
    const index = await open();
    server.next('count', fault, fault);
    expect(await index.count('c', signal)).toBe(0);
    expect(server.bodies('count')).toHaveLength(3);
  });

  it.each([
    ['OVERLOADED', busy],
    ['UNAVAILABLE', { status: 503 }],
    ['UNAVAILABLE', 'cut' as const],
  ])('is %s after the last attempt: %j', async (code, fault) => {
    const index = await open({ retries: 2 });
    server.next('count', fault, fault, fault);
    await expect(index.count('c', signal)).rejects.toMatchObject({ code, retryable: true });
    expect(server.bodies('count')).toHaveLength(3);
  });

  it('is UNAVAILABLE when nobody answers at the address', async () => {
    const index = await open({ retries: 1 });
    await server.close();
    await expect(index.count('c', signal)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    expect(await index.health(signal)).toMatchObject({ ok: false, detail: expect.stringContaining(server.url) });
  });

  it('is UNAVAILABLE when something else than Elasticsearch answers', async () => {
    const index = await open();
    server.next('indices.get_mapping', { status: 200, body: {}, headers: { 'x-elastic-product': 'Other' } });
    await expect(index.count('c', signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('is not Elasticsearch'),
    });
  });

  it('is UNAVAILABLE when the answer does not come in time, and is neither waited for again nor told to others', async () => {
    const index = await open({ requestTimeoutMs: 500 });
    const shared = new AbortController().signal;
    let told = false;
    shared.addEventListener('abort', () => (told = true));
    server.next('count', 'hang');
    await expect(index.count('c', shared)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('500 ms'),
    });
    expect(told).toBe(false);
    expect(server.bodies('count')).toHaveLength(1);
    await server.untilAbandoned(1);
  });

  it('is told apart from a mistake of ours', async () => {
    const index = await open();
    server.next('count', { status: 400, body: { error: { type: 'parsing_exception' }, status: 400 } });
    await expect(index.count('c', signal)).rejects.toMatchObject({ code: 'INTERNAL', retryable: false });
    expect(server.bodies('count')).toHaveLength(1);
  });
});

describe('a call that is aborted', () => {
  it('closes its connection, which ends the search on the server', async () => {
    const index = await open();
    await index.count('c', signal);
    const controller = new AbortController();
    server.next('search', 'hang');
    const search = index.search('c', lantern, { limit: 1, signal: controller.signal });
    const left = expect(search).rejects.toThrow('the caller left');
    await until(() => server.bodies('search').length > 0, { what: 'the search to arrive' });
    controller.abort(new Error('the caller left'));
    await left;
    await server.untilAbandoned(1);
  });

  it('does not wait out the pause before another attempt', async () => {
    const index = await open({ retryPauseMs: 60_000 });
    server.next('indices.get_mapping', busy);
    const controller = new AbortController();
    const count = index.count('c', controller.signal);
    setTimeout(() => controller.abort(new Error('the caller left')), 30);
    await expect(count).rejects.toThrow('the caller left');
  });

  it('shows what a bulk request had written before the caller left', async () => {
    const index = await open();
    const controller = new AbortController();
    server.next('bulk', 'hang');
    const write = index.replaceDocuments('c', documentsOf(chunk('d#0')), controller.signal);
    void until(() => server.bodies('bulk').length > 0).then(() => controller.abort(new Error('the caller left')));
    await expect(write).rejects.toThrow('the caller left');
    await index.close();
    expect(server.seen.map(({ name }) => name).slice(-2)).toEqual(['bulk', 'indices.refresh']);
  });
});

describe('an answer of several pages', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => `d${String(i).padStart(5, '0')}`);

  it('lists all documents', async () => {
    const index = await open();
    const page = (keys: readonly string[]) => ({
      status: 200,
      body: {
        hits: { hits: [] },
        aggregations: {
          documents: {
            after_key: { document_id: keys.at(-1) },
            buckets: keys.map((key) => ({ key: { document_id: key }, doc_count: 1 })),
          },
        },
      },
    });
    server.next('search', page(ids), page(['e', '\uffee', '\u{1f525}']));
    // The server sorts by code points, the port by code units.
    expect(await index.documentIds('c', signal)).toEqual([...ids, 'e', '\u{1f525}', '\uffee']);
    expect(JSON.parse(server.bodies('search')[1]!)).toMatchObject({
      aggs: { documents: { composite: { after: { document_id: 'd09999' } } } },
    });
  });

  it('removes all chunks of a document', async () => {
    const index = await open();
    const page = (keys: readonly string[]) => ({
      status: 200,
      body: { hits: { hits: keys.map((key) => ({ _id: key, sort: ['d', key] })) } },
    });
    server.next('search', page(ids), page(['e']));
    expect(await index.deleteDocuments('c', ['d'], signal)).toBe(10_001);
    expect(JSON.parse(server.bodies('search')[1]!)).toMatchObject({ search_after: ['d', 'd09999'] });
    expect(operationsOf(server.bodies('bulk')[0]!)).toHaveLength(10_001);
  });
});

describe('a bulk request', () => {
  const item = (status: number, type?: string) => ({
    index: { status, ...(type !== undefined && { error: { type, reason: `because of ${type}` } }) },
  });

  it('is sent again for the documents only that the server had no room for', async () => {
    const index = await open();
    const items = [item(201), item(201), item(429, 'es_rejected_execution_exception'), item(201)];
    server.next('bulk', { status: 200, body: { took: 1, errors: true, items } });
    await index.replaceDocuments('c', documentsOf(chunk('d#0'), chunk('d#1'), chunk('e#0'), chunk('e#1')), signal);
    expect(server.bodies('bulk').map((body) => operationsOf(body).length)).toEqual([4, 2]);
    expect(server.bodies('bulk')[1]).toContain('"document_id":"e"');
    expect(server.bodies('bulk')[1]).not.toContain('"document_id":"d"');
  });

  it('names the documents that were refused and why, writes the others, and shows them', async () => {
    const index = await open();
    const items = [item(400, 'document_parsing_exception'), item(201), item(201)];
    server.next('bulk', { status: 200, body: { took: 1, errors: true, items } });
    const documents = documentsOf(chunk('d#0'), chunk('d#1'), chunk('e#0'));
    await expect(index.replaceDocuments('c', documents, signal)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: {
        collection: 'c',
        failed: [{ documentId: 'd', reason: 'document_parsing_exception: because of document_parsing_exception' }],
        failedCount: 1,
        skippedCount: 0,
        writtenCount: 1,
      },
    });
    expect(server.bodies('bulk')).toHaveLength(1);
    expect(server.seen.at(-1)?.name).toBe('indices.refresh');
  });

  it('is OVERLOADED when the server has no room until the last attempt, and begins no other batch', async () => {
    const index = await open({ bulkRetries: 2, bulkBytes: 1, bulkConcurrency: 1 });
    const full = { took: 1, errors: true, items: [item(429, 'es_rejected_execution_exception')] };
    server.next('bulk', ...Array.from({ length: 3 }, () => ({ status: 200, body: full })));
    await expect(
      index.replaceDocuments('c', documentsOf(chunk('d#0'), chunk('e#0'), chunk('f#0')), signal),
    ).rejects.toMatchObject({ code: 'OVERLOADED', details: { failedCount: 1, skippedCount: 2, writtenCount: 0 } });
    expect(server.bodies('bulk')).toHaveLength(3);
  });

  it('is UNAVAILABLE when the index takes no writes', async () => {
    const index = await open();
    const items = [item(403, 'cluster_block_exception')];
    server.next('bulk', { status: 200, body: { took: 1, errors: true, items } });
    await expect(index.replaceDocuments('c', documentsOf(chunk('d#0')), signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryable: true,
    });
  });
});

describe('settings that cannot be used', () => {
  it.each<[Partial<ElasticsearchInput>, string]>([
    [{ url: 'localhost:9200' }, 'url'],
    [{ prefix: 'Upper' }, 'prefix'],
    [{ username: 'me' }, 'belong together'],
    [{ apiKey: 'k', username: 'me', password: 'p' }, 'not both'],
    [{ caCertificate: '/nowhere/ca.pem' }, '/nowhere/ca.pem'],
    [{ retries: -1 }, 'retries'],
  ])('are refused: %j', async (options, named) => {
    await expect(open(options)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(named),
    });
  });
});
