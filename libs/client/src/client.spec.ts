import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterClient } from './client.js';
import { ClientError } from './client-error.js';

const PROBLEM = { detail: 'Nothing of that name.', code: 'NOT_FOUND', status: 404, retryable: false, requestId: 'r1' };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function clientOf(listener: RequestListener): Promise<ArbiterClient> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return new ArbiterClient({ baseUrl: `http://127.0.0.1:${port}`, headers: { 'x-api-key': 'k' } });
}

async function failureOf(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

async function drain(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const each of stream) all.push(each);
  return all;
}

describe('ArbiterClient', () => {
  it('calls an operation at its route, with its headers', async () => {
    const asked: unknown[] = [];
    const client = await clientOf(({ method, url, headers }, res) => {
      asked.push(method, url, headers['x-api-key'], headers.accept);
      res.setHeader('content-type', 'application/json; charset=utf-8').end('{"domains":[]}');
    });
    expect(await client.call('listDomains', {})).toEqual({ domains: [] });
    expect(asked).toEqual(['GET', '/v1/domains', 'k', 'application/json']);
  });

  it('gives a body that is no JSON under the key of its output', async () => {
    const client = await clientOf((_, res) => res.setHeader('content-type', 'text/plain').end('Dusk.'));
    expect(await client.call('getDocumentText', { documentId: 'd' })).toEqual({ text: 'Dusk.' });
  });

  it('throws what the server says', async () => {
    const client = await clientOf((_, res) => res.writeHead(404).end(JSON.stringify(PROBLEM)));
    const error = await failureOf(client.call('getDocument', { documentId: 'd' }));
    expect([error.message, error.code, error.status, error.retryable]).toEqual([
      PROBLEM.detail,
      'NOT_FOUND',
      404,
      false,
    ]);
    expect(error.problem.requestId).toBe('r1');
  });

  it.each([
    [502, 'UNAVAILABLE', true],
    [418, 'INTERNAL', false],
  ])('tells of status %d without a problem document: %s', async (status, code, retryable) => {
    const client = await clientOf((_, res) => res.writeHead(status).end('<html>'));
    expect(await failureOf(client.call('listDomains', {}))).toMatchObject({ code, status, retryable });
  });

  it('says that nobody answers', async () => {
    const client = await clientOf((req) => req.socket.destroy());
    expect(await failureOf(client.call('listDomains', {}))).toMatchObject({ code: 'UNAVAILABLE', status: 0 });
  });

  it('gives events as they come, also where a piece ends within a line or a letter', async () => {
    const bytes = Buffer.from('{"type":"stage","detail":"Träume"}\n{"type":"result","result":{"id":"a"}}\n');
    const cut = bytes.indexOf('ä') + 1;
    const client = await clientOf((_, res) => {
      res.write(bytes.subarray(0, cut));
      setTimeout(() => res.end(bytes.subarray(cut)), 5);
    });
    expect(await drain(client.stream('query', { query: 'Who?' }))).toEqual([
      { type: 'stage', detail: 'Träume' },
      { type: 'result', result: { id: 'a' } },
    ]);
  });

  it('throws the error of a stream, and one for a stream that breaks off', async () => {
    const failing = await clientOf((_, res) => res.end(`${JSON.stringify({ type: 'error', error: PROBLEM })}\n`));
    expect((await failureOf(drain(failing.stream('query', { query: 'Who?' })))).code).toBe('NOT_FOUND');
    server?.close();
    const broken = await clientOf((req, res) => {
      res.write('{"type":"stage"}\n');
      setTimeout(() => req.socket.destroy(), 5);
    });
    expect(await failureOf(drain(broken.stream('query', { query: 'Who?' })))).toMatchObject({ code: 'UNAVAILABLE' });
    server?.close();
    const short = await clientOf((_, res) => res.end('{"type":"stage"}\n'));
    expect(await failureOf(drain(short.stream('query', { query: 'Who?' })))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('ends the request when its signal does, or when nobody reads on', async () => {
    let gone = 0;
    const client = await clientOf((_, res) => {
      res.on('close', () => gone++);
      res.write('{"type":"stage"}\n');
    });
    for await (const event of client.stream('query', { query: 'Who?' })) if (event.type === 'stage') break;
    const stop = new AbortController();
    const reading = drain(client.stream('query', { query: 'Who?' }, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    while (gone < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
