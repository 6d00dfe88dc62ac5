import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { soakSample } from '@arbiter/testing';
import tar from 'tar-stream';
import { readSealedArchive } from './read-sealed-archive.js';
import { FILES_PER_MANIFEST, isSafePath } from './sealed-format.js';
import { type SealedFile, writeSealedArchive } from './write-sealed-archive.js';

const live = new AbortController().signal;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-sealed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Texts = readonly (readonly [path: string, text: string])[];

async function* filesOf(texts: Texts): AsyncGenerator<SealedFile> {
  for (const [path, text] of texts) {
    const bytes = Buffer.from(text);
    yield await Promise.resolve({
      path,
      size: bytes.length,
      open: async function* () {
        yield await Promise.resolve(bytes);
      },
    });
  }
}

async function write(texts: Texts, options: { replace?: boolean; signal?: AbortSignal } = {}): Promise<string> {
  const target = join(folder, 'backup.tgz');
  const bytes = texts.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  const content = { about: { of: 'lore' }, files: texts.length, bytes, entries: filesOf(texts) };
  await writeSealedArchive(target, content, { signal: live, ...options });
  return target;
}

async function read(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await readSealedArchive(
    path,
    {
      onFile: async (name, content) => {
        found.set(name, (await buffer(content)).toString());
      },
    },
    live,
  );
  return found;
}

/** What a restore does: whatever goes wrong is told as a failure of its own. */
async function writeAway(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(content, createWriteStream(join(folder, name.replaceAll('/', '-')))).catch((error: unknown) => {
    throw ArbiterError.from(error);
  });
}

interface Entry {
  readonly name: string;
  readonly text?: string;
  readonly type?: 'file' | 'symlink' | 'link' | 'directory';
  readonly linkname?: string;
}

/** An archive as an attacker would make it. */
async function forge(entries: readonly Entry[]): Promise<string> {
  const pack = tar.pack();
  for (const { name, text = '', type = 'file', linkname } of entries)
    pack.entry({ name, type, ...(linkname !== undefined && { linkname }) }, text);
  pack.finalize();
  const path = join(folder, 'forged.tgz');
  await writeFile(path, gzipSync(await buffer(pack)));
  return path;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const header = (over: object = {}): Entry => ({
  name: 'arbiter-backup.json',
  text: JSON.stringify({ format: 'arbiter-backup', version: 1, files: 1, bytes: 2, about: {}, ...over }),
});
const line = (path: string, text: string): string =>
  `${JSON.stringify({ path, size: Buffer.byteLength(text), sha256: sha256(text) })}\n`;

/** A whole archive of one file, with its header, data and manifest replaced. */
function sealed(data: Entry, over: { header?: object; manifest?: string } = {}): Entry[] {
  const head = header(over.header);
  const manifest = over.manifest ?? line('a', 'hi');
  const end = { files: 1, bytes: 2, sha256: sha256(`${head.text}${manifest}`) };
  return [
    head,
    data,
    { name: 'manifest/000001.jsonl', text: manifest },
    { name: 'end.json', text: JSON.stringify(end) },
  ];
}

const MANY: Texts = Array.from(
  { length: FILES_PER_MANIFEST * 2 + 1 },
  (_, index) => [`documents/${String(index).padStart(5, '0')}`, `text ${index}`] as const,
);

describe('a sealed archive', () => {
  it('gives back every file, empty and large ones, with long names and of several manifests', async () => {
    const texts: Texts = [...MANY, ['images/ä🕯️', 'x'.repeat(700_000)], [`p/${'q'.repeat(200)}/r`, '']];
    expect(await read(await write(texts))).toEqual(new Map(texts));
  });

  it('is for its owner alone, and the same for the same files', async () => {
    const path = await write([['a', 'hi']]);
    const file = await open(path);
    expect((await file.stat()).mode & 0o777).toBe(0o600);
    await file.close();
    const first = await readFile(path);
    await write([['a', 'hi']], { replace: true });
    expect(Buffer.compare(await readFile(path), first)).toBe(0);
  });

  it('replaces no file unless it may', async () => {
    const path = await write([['a', 'hi']]);
    await expect(write([['a', 'ho']])).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await read(path)).toEqual(new Map([['a', 'hi']]));
    await write([['a', 'ho']], { replace: true });
    expect(await read(path)).toEqual(new Map([['a', 'ho']]));
  });

  it('leaves nothing when it is interrupted, or when a file changes under it', async () => {
    const stop = new AbortController();
    const interrupted = async function* (): AsyncGenerator<SealedFile> {
      yield* filesOf([['a', 'hi']]);
      stop.abort(new Error('stopped'));
      yield* filesOf([['b', 'hi']]);
    };
    const content = { about: null, files: 2, bytes: 4 };
    const target = join(folder, 'backup.tgz');
    await expect(
      writeSealedArchive(target, { ...content, entries: interrupted() }, { signal: stop.signal }),
    ).rejects.toThrow('stopped');
    await expect(
      writeSealedArchive(
        target,
        {
          ...content,
          entries: filesOf([
            ['a', 'hi!'],
            ['b', 'hi'],
          ]),
        },
        { signal: live },
      ),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused wherever it is cut off', async () => {
    const path = await write(MANY);
    const bytes = await readFile(path);
    for (const share of [0.2, 0.5, 0.9, 0.999]) {
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expect(read(path)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'truncated' } });
    }
  });

  it('that was cut off says where, also to those who write its files away and fail in their own words', async () => {
    const texts: Texts = Array.from({ length: 20 }, (_, i) => [
      `documents/${10 + i}`,
      randomBytes(90_000).toString('hex'),
    ]);
    const path = await write(texts);
    const bytes = await readFile(path);
    for (const share of [0.3, 0.6, 0.999]) {
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      const reading = readSealedArchive(path, { onFile: writeAway }, live);
      await expect(reading).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/cut off.* at file \d+ of 20 or later \("documents\/\d\d"\)/),
        details: { reason: 'truncated', path: expect.stringContaining('documents/') },
      });
    }
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ['zeros', () => Buffer.alloc(1_024)],
    ['one zero', () => Buffer.alloc(1)],
    ['anything', () => randomBytes(100_000)],
    ['another member of gzip', () => gzipSync('hi')],
    ['a member of zeros, as tar pads with', () => gzipSync(Buffer.alloc(512))],
    ['a second backup', (whole) => whole],
  ])('is refused with %s appended', async (_, appended) => {
    const path = await write(MANY);
    const whole = await readFile(path);
    await writeFile(path, Buffer.concat([whole, appended(whole)]));
    const refusal = { code: 'INVALID_REQUEST', details: { reason: 'damaged' } };
    await expect(read(path)).rejects.toMatchObject(refusal);
    await expect(readSealedArchive(path, { onFile: writeAway }, live)).rejects.toMatchObject(refusal);
  });

  it('is refused with any byte of it changed', async () => {
    const path = await write(MANY);
    const bytes = await readFile(path);
    const places = Array.from({ length: 25 }, (_, part) => 20 + Math.floor(((bytes.length - 20) * part) / 25));
    for (const at of soakSample('changed bytes', places, 6)) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await writeFile(path, damaged);
      await expect(read(path)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  it('accepts its own form when it is made by hand', async () => {
    expect(await read(await forge(sealed({ name: 'data/a', text: 'hi' })))).toEqual(new Map([['a', 'hi']]));
  });

  it('names the file whose content is not what its checksum states', async () => {
    const path = await forge(sealed({ name: 'data/a', text: 'ho' }));
    await expect(read(path)).rejects.toMatchObject({ details: { reason: 'damaged', path: 'a' } });
  });

  it.each<[string, Entry[], string]>([
    ['another archive', [{ name: 'readme.md', text: 'hi' }], 'foreign'],
    ['a header of another program', [{ name: 'arbiter-backup.json', text: '{"format":"borg"}' }], 'foreign'],
    ['a newer version', sealed({ name: 'data/a', text: 'hi' }, { header: { version: 2, needs: '9.9.0' } }), 'newer'],
    ['a path that climbs', sealed({ name: 'data/../a', text: 'hi' }), 'unsafe'],
    ['an absolute path', sealed({ name: 'data//etc/passwd', text: 'hi' }), 'unsafe'],
    ['a path of Windows', sealed({ name: 'data/..\\a', text: 'hi' }), 'unsafe'],
    ['a symbolic link', sealed({ name: 'data/a', type: 'symlink', linkname: '/etc' }), 'unsafe'],
    ['a hard link', sealed({ name: 'data/a', type: 'link', linkname: '/etc/passwd' }), 'unsafe'],
    ['a folder', sealed({ name: 'data/a', type: 'directory' }), 'unsafe'],
    [
      'a file that is there twice',
      [header({ files: 2 }), { name: 'data/a', text: 'hi' }, { name: 'data/a' }],
      'unsafe',
    ],
    ['more files than it states', [header(), { name: 'data/a', text: 'hi' }, { name: 'data/b' }], 'unsafe'],
    ['more bytes than it states', sealed({ name: 'data/a', text: 'h'.repeat(3) }), 'unsafe'],
    ['no end', sealed({ name: 'data/a', text: 'hi' }).slice(0, 3), 'truncated'],
    ['fewer files than it states', sealed({ name: 'data/a', text: 'hi' }, { header: { files: 2 } }), 'damaged'],
    ['a manifest of other files', sealed({ name: 'data/a', text: 'hi' }, { manifest: line('b', 'hi') }), 'damaged'],
    ['files after its end', [...sealed({ name: 'data/a', text: 'hi' }), { name: 'data/b' }], 'damaged'],
    ['a foreign entry', [header(), { name: 'run.sh', text: 'hi' }], 'damaged'],
  ])('is refused with %s', async (_, entries, reason) => {
    await expect(read(await forge(entries))).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { reason } });
  });

  it('says which Arbiter reads a newer one', async () => {
    const path = await forge(sealed({ name: 'data/a', text: 'hi' }, { header: { version: 2, needs: '9.9.0' } }));
    await expect(read(path)).rejects.toThrow('update Arbiter to 9.9.0 or later');
  });

  it('stops unpacking a bomb soon after what the header states', async () => {
    // Long names of 3 MiB (the type L of GNU), which no file accounts for.
    const size = 3 * 2 ** 20;
    const [start, head] = await Promise.all(
      [header(), { name: 'x' }].map(async ({ name, text = '' }: Entry) => {
        const pack = tar.pack();
        pack.entry({ name }, text);
        pack.finalize();
        return buffer(pack);
      }),
    );
    const long = Buffer.from(head!.subarray(0, 512));
    long.write(`${size.toString(8).padStart(11, '0')} `, 124, 'latin1');
    long.write('L', 156, 'latin1');
    long.fill(' ', 148, 156);
    const sum = long.reduce((total, byte) => total + byte, 0);
    long.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    const path = join(folder, 'bomb.tgz');
    await writeFile(
      path,
      gzipSync(
        Buffer.concat([
          start!.subarray(0, 1_024),
          ...Array.from({ length: 30 }, () => [long, Buffer.alloc(size)]).flat(),
        ]),
      ),
    );
    await expect(read(path)).rejects.toMatchObject({ details: { reason: 'unsafe' } });
  });

  it('is refused when it is no archive at all', async () => {
    const path = join(folder, 'notes.txt');
    await writeFile(path, 'not an archive');
    await expect(read(path)).rejects.toMatchObject({ details: { reason: 'foreign' } });
  });
});

describe('isSafePath', () => {
  it.each(['a', 'a/b.json', 'documents/%4core/ä.txt', '.hidden'])('takes %j', (path) => {
    expect(isSafePath(path)).toBe(true);
  });
  it.each(['', '/a', 'a/', 'a//b', '.', '..', 'a/../b', 'a\\b', 'c:a', 'a\0b', 'a\nb', '\ud800'])(
    'refuses %j',
    (path) => {
      expect(isSafePath(path)).toBe(false);
    },
  );
});
