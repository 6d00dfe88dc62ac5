import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError, type OperationInput, upload, UPLOAD_BYTES } from '@arbiter/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { closeDoors, openDoor } from '../../test/door.fixture.js';
import { receiveFiles, type StorePiece } from './receive-files.js';

afterEach(closeDoors);

type Piece = OperationInput<typeof upload>;
const FORM_END = '\r\n--b--\r\n';

/** A door whose files are kept here, as a worker keeps them. */
async function serve(before: (piece: Piece) => void = () => undefined) {
  const kept = new Map<string, Buffer[]>();
  const store = async (piece: Piece) => {
    const { uploadId, index, data, end, discard } = piece;
    if (discard) kept.delete(uploadId);
    else {
      before(piece);
      const pieces = kept.get(uploadId) ?? [];
      pieces[index] = Buffer.from(data, 'base64');
      kept.set(uploadId, pieces);
    }
    return Promise.resolve({ uploads: end ? [{ uploadId, ...end }] : [] });
  };
  const door = await openDoor({ operations: [upload], handlers: { [upload.name]: store } });
  const url = `${door.url}/v1/uploads`;
  const post = (body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers });
  const raw = (body: string, type = 'multipart/form-data; boundary=b') => post(body, { 'content-type': type });
  return { post, raw, kept, url };
}

function formOf(...files: readonly (readonly [name: string, content: Uint8Array<ArrayBuffer> | string])[]): FormData {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new Blob([content]), name);
  return form;
}

const part = (disposition: string, content = 'x') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;

describe('files of a form', () => {
  it('are stored piece by piece, and come back with their names, sizes and hashes', async () => {
    const { post, kept } = await serve();
    const long = Uint8Array.from({ length: 1_500_000 }, (_, index) => index % 253);
    const names = Array.from({ length: 120 }, (_, index) => `${index}.md`);
    const small = names.map((name) => [name, `# ${name}`] as const);
    const form = formOf(['guide/a.bin', long], ['b.txt', 'Salt.'], ['empty.txt', ''], ...small);
    form.append('comment', 'a field that is no file');
    const response = await post(form);
    expect(response.status).toBe(201);
    const { uploads } = (await response.json()) as { uploads: { uploadId: string; name: string; sha256: string }[] };
    expect(uploads.slice(0, 3)).toMatchObject([
      { name: 'guide/a.bin', bytes: 1_500_000, sha256: createHash('sha256').update(long).digest('hex') },
      { name: 'b.txt', bytes: 5 },
      { name: 'empty.txt', bytes: 0 },
    ]);
    expect(uploads.slice(3).map(({ name }) => name)).toEqual(names);
    const pieces = kept.get(uploads[0]!.uploadId)!;
    expect(pieces.map(({ length }) => length)).toEqual([262_144, 262_144, 262_144, 262_144, 262_144, 189_280]);
    expect(Buffer.concat(pieces).equals(long)).toBe(true);
    expect(new Set(uploads.map(({ uploadId }) => uploadId)).size).toBe(123);
  });

  it.each([
    ['filename="../../etc/passwd"', 'etc/passwd'],
    ['filename="C:\\\\notes\\\\a.md"', 'C:/notes/a.md'],
    ['filename="a\tb.md"', 'ab.md'],
    [`filename*=UTF-8''%2e%2e%2fa%0d%0ab.md`, 'ab.md'],
    ['filename=".."', 'file'],
  ])('named by %j get a name that leads nowhere', async (filename, name) => {
    const { raw } = await serve();
    const response = await raw(`${part(`name="f"; ${filename}`)}${FORM_END}`);
    expect(await response.json()).toMatchObject({ uploads: [{ name }] });
  });
});

describe('a form that is refused', () => {
  const FORM = 'multipart/form-data; boundary=b';
  const whole = `${part('name="f"; filename="a.md"')}${FORM_END}`;
  it.each<[string, string, string, number]>([
    ['no form', '{}', 'application/json', 415],
    ['an encoded form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['no boundary', 'x', 'multipart/form-data; charset=utf-8', 400],
    ['another boundary', whole, 'multipart/form-data; boundary=c', 400],
    ['nothing in it', '--b--\r\n', FORM, 400],
    ['a field and no file', `${part('name="f"')}${FORM_END}`, FORM, 400],
    ['no chosen file', `${part('name="f"; filename=""')}${FORM_END}`, FORM, 400],
    ['no end', part('name="f"; filename="a.md"', 'half'), FORM, 400],
    ['more files than a form holds', `${part('name="f"; filename="a.md"')}\r\n`.repeat(1_001) + whole, FORM, 400],
  ])('for %s leaves nothing', async (_, body, type, status) => {
    const { raw, kept } = await serve();
    const response = await raw(body, type);
    expect([response.status, kept.size]).toEqual([status, 0]);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('for its length is refused before it is read', async () => {
    const { url, kept } = await serve();
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': FORM, 'content-length': 2 * UPLOAD_BYTES },
    });
    sent.write('--b\r\n');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect([response.statusCode, kept.size]).toEqual([413, 0]);
    sent.destroy();
  });

  it('for more than it may hold is taken back, however little its head says', async () => {
    const kept = new Set<string>();
    const store: StorePiece = ({ uploadId, discard, end }) => {
      kept[discard ? 'delete' : 'add'](uploadId);
      return Promise.resolve({ uploads: end ? [{ uploadId, ...end }] : [] });
    };
    const endless = Readable.from(
      (function* () {
        yield `${part('name="f"; filename="a.md"')}\r\n${part('name="f"; filename="b.md"')}`;
        for (;;) yield 'x'.repeat(60_000);
      })(),
      { objectMode: false },
    );
    const req = Object.assign(endless, { headers: { 'content-type': FORM } }) as unknown as Request;
    const received = receiveFiles(req, store, new AbortController().signal, 1_000_000);
    await expect(received).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(kept.size).toBe(0);
    endless.destroy();
  });

  it('takes back its first files where a later one fails', async () => {
    const { post, kept } = await serve(({ end }) => {
      if (end?.name === 'b.md') throw new ArbiterError('UNAVAILABLE', 'The disk is full.');
    });
    const response = await post(formOf(['a.md', 'A'], ['b.md', new Uint8Array(600_000)], ['c.md', 'C']));
    expect([response.status, kept.size]).toEqual([503, 0]);
    expect(await response.json()).toMatchObject({ detail: 'The disk is full.' });
  });

  it('by a client that goes away in its middle leaves nothing', async () => {
    const { url, kept } = await serve();
    const sent = request(url, { method: 'POST', headers: { 'content-type': FORM } });
    sent.on('error', () => undefined);
    sent.write(part('name="f"; filename="a.md"', 'whole'));
    sent.write(`\r\n${part('name="f"; filename="b.md"', 'x'.repeat(700_000))}`);
    while (kept.size < 2) await sleep(20);
    sent.destroy();
    while (kept.size > 0) await sleep(20);
    expect(kept.size).toBe(0);
  });
});
