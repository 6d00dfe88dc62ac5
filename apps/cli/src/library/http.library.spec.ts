import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ArbiterError,
  deleteDocument,
  getDocumentText,
  getPagePicture,
  listCollections,
  listDocuments,
  NDJSON_MEDIA_TYPE,
  PROBLEM_MEDIA_TYPE,
  problemOf,
  query,
  readPieces,
  submitJob,
} from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { answered, job } from '../testing/examples.js';
import { HttpLibrary } from './http.library.js';

const SUM = 'a'.repeat(64);

interface Received {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('a library behind a server', () => {
  let server: Server | undefined;
  const received: Received[] = [];

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    received.length = 0;
  });

  /** A server that notes what comes in and answers by the given listener. */
  async function libraryOf(answer: RequestListener, apiKey: string | null = null): Promise<HttpLibrary> {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        received.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new HttpLibrary({ server: `http://127.0.0.1:${port}/`, apiKey, sharesDisk: false });
  }

  const json =
    (value: unknown, status = 200): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };

  it('sends the input of a GET as a query, without what is absent', async () => {
    const library = await libraryOf(json({ documents: [], next: null }));
    await library.request(listDocuments, { collection: 'a b', limit: 5, after: undefined });
    expect(received[0]?.line).toBe('GET /v1/documents?collection=a+b&limit=5');
  });

  it('puts path parameters into the path, escaped', async () => {
    const library = await libraryOf(json({ documentId: 'a/b?c', chunks: 1 }));
    await library.request(deleteDocument, { documentId: 'a/b?c' });
    expect(received[0]?.line).toBe('DELETE /v1/documents/a%2Fb%3Fc');
  });

  it('sends the input of a POST as JSON, with the key as a bearer token', async () => {
    const library = await libraryOf(json(job(), 202), 'a-key-of-some-length');
    const input = { collection: 'default', sources: [{ kind: 'path' as const, path: '/docs' }] };
    expect(await library.request(submitJob, input)).toEqual(job());
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(input);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer a-key-of-some-length',
      'content-type': 'application/json',
    });
  });

  it('reads a body of text where the contract has one', async () => {
    const library = await libraryOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('Straße 🕯️');
    });
    expect(await library.request(getDocumentText, { documentId: 'd1' })).toEqual({ text: 'Straße 🕯️' });
  });

  it('reads bytes piece by piece, as their operation gives them', async () => {
    const all = Buffer.from('a picture of page 3');
    const library = await libraryOf((request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const piece = from === undefined ? all : all.subarray(Number(from), Number(to) + 1);
      response.writeHead(from === undefined ? 200 : 206, {
        ...{ 'content-type': 'image/jpeg', 'content-disposition': 'inline; filename="p-3.jpg"', etag: `"${SUM}"` },
        'content-length': piece.length,
        ...(from !== undefined && { 'content-range': `bytes ${from}-${to}/${all.length}` }),
      });
      response.end(piece);
    });
    const ask = (offset: number, length: number) =>
      library.request(getPagePicture, { documentId: 'd 1', page: 3, width: 300, offset, length });
    const whole = await ask(0, 0);
    expect(whole).toEqual({ mediaType: 'image/jpeg', name: 'p-3.jpg', bytes: all.length, sha256: SUM, data: '' });
    expect((await ask(2, 7)).data).toBe(all.subarray(2, 9).toString('base64'));
    expect(all.equals(await readPieces(whole, ask))).toBe(true);
    expect(received[0]).toMatchObject({ line: 'GET /v1/pages/d%201/3?width=300' });
  });

  it('yields the events of a stream and returns its output, wherever the network cuts it', async () => {
    const event = { type: 'stage', stage: 'plan', status: 'started', ms: 0, detail: 'é' };
    const bytes = Buffer.from(
      `${JSON.stringify(event)}\n\n${JSON.stringify({ type: 'result', result: answered() })}\n`,
    );
    const middleOfLetter = bytes.indexOf(0xc3) + 1;
    const library = await libraryOf((_request, response) => {
      response.writeHead(200, { 'content-type': NDJSON_MEDIA_TYPE });
      response.write(bytes.subarray(0, middleOfLetter));
      setImmediate(() => response.end(bytes.subarray(middleOfLetter)));
    });
    const events = library.stream(query, { query: 'x' });
    expect(await events.next()).toEqual({ done: false, value: event });
    expect(await events.next()).toEqual({ done: true, value: answered() });
    expect(received[0]?.headers.accept).toBe(NDJSON_MEDIA_TYPE);
  });

  it('throws the error of the server with its code and details', async () => {
    const problem = problemOf(
      new ArbiterError('NOT_FOUND', 'There is no collection "x".', { details: { collection: 'x' } }),
      'r1',
    );
    const library = await libraryOf((_request, response) => {
      response.writeHead(404, { 'content-type': PROBLEM_MEDIA_TYPE }).end(JSON.stringify(problem));
    });
    await expect(library.request(query, { query: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no collection "x".',
      details: { collection: 'x' },
    });
  });

  it('throws an error that ends a stream', async () => {
    const problem = problemOf(new ArbiterError('OVERLOADED', 'Too much to do.'), 'r1');
    const library = await libraryOf((_request, response) => {
      response
        .writeHead(200, { 'content-type': NDJSON_MEDIA_TYPE })
        .end(`${JSON.stringify({ type: 'error', error: problem })}\n`);
    });
    await expect(library.stream(query, { query: 'x' }).next()).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('does not take a stream that breaks off for an answer', async () => {
    const library = await libraryOf((_request, response) => {
      response.writeHead(200, { 'content-type': NDJSON_MEDIA_TYPE }).end();
    });
    await expect(library.stream(query, { query: 'x' }).next()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('understands a newer server that answers with more keys', async () => {
    const library = await libraryOf(json({ collections: [], since: 'tomorrow' }));
    await expect(library.request(listCollections, {})).resolves.toMatchObject({ collections: [] });
  });

  it('says that an answer is not what the contract says', async () => {
    const library = await libraryOf(json({ collections: 'many' }));
    await expect(library.request(listCollections, {})).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('says that something else answers at the address', async () => {
    const page: RequestListener = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    const library = await libraryOf(page);
    await expect(library.request(listCollections, {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('does not answer as an Arbiter server does'),
    });
  });

  it('says that nobody answers', async () => {
    const library = new HttpLibrary({ server: 'http://127.0.0.1:1', apiKey: null, sharesDisk: false });
    await expect(library.request(listCollections, {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('Nobody answers at http://127.0.0.1:1'),
    });
  });

  it('gives up at the deadline', async () => {
    const library = await libraryOf(() => undefined);
    await expect(library.request(listCollections, {}, { deadlineMs: 20 })).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
  });

  it('tells the server how long the caller waits', async () => {
    const library = await libraryOf(json({ collections: [] }));
    await library.request(listCollections, {}, { deadlineMs: 60_000 });
    expect(received[0]?.headers['arbiter-deadline-ms']).toBe('60000');
  });

  it('hangs up when the caller stops', async () => {
    let hungUp: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (hungUp = resolve));
    const stop = new AbortController();
    const library = await libraryOf((_request, response) => {
      response.once('close', hungUp);
      stop.abort();
    });
    await expect(library.request(listCollections, {}, { signal: stop.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await closed;
  });
});
