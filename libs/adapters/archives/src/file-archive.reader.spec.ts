import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { UnpackBudget } from '@arbiter/ports';
import { zipOf, type ZipEntry } from '@arbiter/testing';
import tar, { type Header } from 'tar-stream';
import { FileArchiveReader } from './file-archive.reader.js';

const live = new AbortController().signal;
const sut = new FileArchiveReader();
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'arbiter-archives-'));
  await mkdir(join(root, 'out'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Entries and bytes that may still come. */
class CountingBudget implements UnpackBudget {
  constructor(
    private bytes = 1_000_000,
    private entries = 1_000,
  ) {}

  enter(): void {
    this.entries -= 1;
    if (this.entries < 0) throw new ArbiterError('PAYLOAD_TOO_LARGE', 'too many entries');
  }

  spend(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw new ArbiterError('PAYLOAD_TOO_LARGE', 'too many bytes');
  }
}

interface Given {
  readonly budget?: UnpackBudget;
  readonly maxEntryBytes?: number;
  readonly signal?: AbortSignal;
}

async function unpack(
  bytes: Uint8Array,
  { budget = new CountingBudget(), maxEntryBytes = 500_000, signal = live }: Given = {},
) {
  const file = join(root, 'archive');
  await writeFile(file, bytes);
  const into = await mkdtemp(join(root, 'out', 'unpacked-'));
  const options = { into, wants: (path: string) => path.endsWith('.md'), maxEntryBytes, budget };
  const { entries, skipped } = await sut.unpack({ file, name: 'a.zip' }, options, signal);
  const texts: Record<string, string> = {};
  for (const entry of entries) {
    texts[entry.path] = 'file' in entry ? await readFile(entry.file, 'utf8') : entry.problem.message;
  }
  return { entries, texts, skipped: Object.fromEntries(skipped.map(({ source, reason }) => [source, reason])) };
}

async function tarOf(entries: readonly (Partial<Header> & { name: string; content?: string })[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { content = '', ...header } of entries) pack.entry(header, content);
  pack.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pack as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Entries = readonly { readonly name: string; readonly content?: string }[];
const FORMS: [string, (entries: Entries) => Promise<Buffer>][] = [
  ['a ZIP archive', (entries) => Promise.resolve(zipOf(entries))],
  ['a tar archive', tarOf],
  ['a compressed tar archive', async (entries) => gzipSync(await tarOf(entries))],
];

describe.each(FORMS)('FileArchiveReader, of %s', (_form, archiveOf) => {
  it('unpacks what is wanted, by its path inside', async () => {
    const bytes = await archiveOf([
      { name: 'a.md', content: 'Salt' },
      { name: './b/c.md', content: 'Réef '.repeat(10_000) },
      { name: 'b/d.exe', content: 'x' },
    ]);
    const { texts, skipped, entries } = await unpack(bytes);
    expect(texts).toEqual({ 'a.md': 'Salt', 'b/c.md': 'Réef '.repeat(10_000) });
    expect(skipped).toEqual({ 'b/d.exe': 'It is of a format that is not read.' });
    expect(entries[0]).toMatchObject({ size: 4 });
  });

  it('zip slip: lets no name lead out of the archive', async () => {
    const names = ['../up.md', 'a/../../up.md', '/etc/root.md', 'C:/windows.md', '..'];
    const { texts, skipped } = await unpack(
      await archiveOf([...names, 'in.md'].map((name) => ({ name, content: 'x' }))),
    );
    expect(texts).toEqual({ 'in.md': 'x' });
    expect(Object.keys(skipped)).toEqual(names);
    expect((await readdir(root)).sort()).toEqual(['archive', 'out']);
    const [into = ''] = await readdir(join(root, 'out'));
    expect(await readdir(join(root, 'out', into))).toEqual(['0']);
  });

  it('bombs: stops as soon as the budget is spent', async () => {
    const bytes = await archiveOf([{ name: 'zeros.md', content: '\0'.repeat(400_000) }]);
    await expect(unpack(bytes, { budget: new CountingBudget(100_000) })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'too many bytes',
    });
  });

  it('bombs: stops at too many entries, wanted or not', async () => {
    const bytes = await archiveOf(Array.from({ length: 20 }, (_, index) => ({ name: `${index}.exe` })));
    await expect(unpack(bytes, { budget: new CountingBudget(1_000_000, 10) })).rejects.toThrow('too many entries');
  });

  it('gives a file that is too large as one that cannot be read, and the rest', async () => {
    const bytes = await archiveOf([
      { name: 'large.md', content: 'x'.repeat(101) },
      { name: 'small.md', content: 'x' },
    ]);
    const { texts } = await unpack(bytes, { maxEntryBytes: 100 });
    expect(texts).toEqual({ 'large.md': expect.stringContaining('limit of 100 bytes'), 'small.md': 'x' });
  });

  it('leaves out what is left out of folders', async () => {
    const names = ['.git/a.md', 'x/.hidden.md', 'node_modules/p/a.md', '__MACOSX/._a.md', 'folder/'];
    expect(await unpack(await archiveOf(names.map((name) => ({ name }))))).toMatchObject({ texts: {}, skipped: {} });
  });

  it('takes the later of two entries of one name', async () => {
    const bytes = await archiveOf([
      { name: 'a.md', content: 'old' },
      { name: 'a.md', content: 'new' },
    ]);
    expect((await unpack(bytes)).texts).toEqual({ 'a.md': 'new' });
  });

  it('refuses one that breaks off', async () => {
    const bytes = await archiveOf([{ name: 'a.md', content: Array.from({ length: 5_000 }, String).join(' ') }]);
    await expect(unpack(bytes.subarray(0, bytes.length * 0.6))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('"a.zip" cannot be unpacked'),
    });
  });

  it('stops when it is told to', async () => {
    const bytes = await archiveOf([{ name: 'a.md' }]);
    const signal = AbortSignal.abort(new ArbiterError('CANCELLED', 'stop'));
    await expect(unpack(bytes, { signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('FileArchiveReader', () => {
  const zip = (...entries: ZipEntry[]) => unpack(zipOf(entries));

  it('reads archives by the endings of their names', () => {
    const names = ['a.zip', 'b/A.ZIP', 'a.tar', 'a.tgz', 'a.tar.gz', 'a.gz', 'zip', 'a.zip.md'];
    expect(names.filter((name) => sut.reads(name))).toEqual(['a.zip', 'b/A.ZIP', 'a.tar', 'a.tgz', 'a.tar.gz']);
  });

  it.each(['application/zip', 'application/x-tar', 'application/gzip'])(
    'reads what is sent as %s under its ending',
    (type) => {
      expect(sut.reads(`download${sut.extensionOf(type)}`)).toBe(true);
    },
  );

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['another format', Buffer.from('%PDF-1.7 '.repeat(200))],
    ['the first bytes of a ZIP archive', Buffer.from('PK\x03\x04')],
    ['the first bytes of a compressed one', Buffer.from([0x1f, 0x8b])],
  ])('refuses %s', async (_what, bytes) => {
    await expect(unpack(bytes)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('gives an encrypted file as one that cannot be read', async () => {
    const { texts } = await zip({ name: 'secret.md', content: 'x', flags: 1 }, { name: 'a.md', content: 'open' });
    expect(texts).toEqual({ 'a.md': 'open', 'secret.md': expect.stringContaining('is encrypted') });
  });

  it('gives a file whose content is broken as one that cannot be read, and the rest', async () => {
    const bytes = zipOf([
      { name: 'a.md', content: 'whale oil '.repeat(100) },
      { name: 'b.md', content: 'eel pie '.repeat(100) },
    ]);
    const content = Buffer.from(bytes).indexOf('a.md') + 'a.md'.length;
    const { texts } = await unpack(Uint8Array.from(bytes).fill(0xff, content, content + 4));
    expect(texts).toEqual({ 'a.md': '"a.md" is damaged in its archive.', 'b.md': 'eel pie '.repeat(100) });
  });

  it('bombs: refuses a file that holds more than its directory states', async () => {
    await expect(zip({ name: 'a.md', content: 'x'.repeat(5_000), statedSize: 10 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('reads names in mixed encodings', async () => {
    const { texts } = await zip(
      { name: 'flagged-é.md', flags: 0x800 },
      { name: 'unflagged-é.md' },
      { name: Buffer.concat([Buffer.from('code-page-'), Buffer.from([0x82]), Buffer.from('.md')]) },
      { name: 'sub\\windows.md' },
    );
    expect(Object.keys(texts)).toEqual(['flagged-é.md', 'unflagged-é.md', 'code-page-é.md', 'sub/windows.md']);
  });

  it('reads names in the code page of the computer that made the archive', async () => {
    // "会議/議事録.md" and "会議/予算表.md" in Shift-JIS, where the last byte of "表" is a backslash; "Größe/Übung.md" in code page 850.
    const japanese = ['89ef8b632f8b638e96985e2e6d64', '89ef8b632f975c8e5a955c2e6d64'];
    const german = ['477294e1652f9a62756e672e6d64'];
    const namesOf = async (names: readonly string[]) =>
      Object.keys((await zip(...names.map((name) => ({ name: Buffer.from(name, 'hex') })))).texts);
    expect(await namesOf(japanese)).toEqual(['会議/議事録.md', '会議/予算表.md']);
    expect(await namesOf(german)).toEqual(['Größe/Übung.md']);
  });

  it('reads names of tar archives in mixed encodings', async () => {
    const latin = await tarOf([{ name: 'caf_.md' }]);
    // Its checksum is the sum of its bytes, of which this one grows.
    const sum = parseInt(latin.toString('latin1', 148, 154), 8) + 0xe9 - '_'.charCodeAt(0);
    latin[3] = 0xe9;
    latin.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    expect(Object.keys((await unpack(latin)).texts)).toEqual(['caf%E9.md']);
    const long = `${'é'.repeat(90)}/${'x'.repeat(90)}.md`;
    expect(Object.keys((await unpack(await tarOf([{ name: long }]))).texts)).toEqual([long]);
  });

  it('follows no link', async () => {
    const zipped = await zip({ name: 'link.md', content: '/etc/passwd', mode: 0o120777 });
    const tarred = await unpack(await tarOf([{ name: 'link.md', type: 'symlink', linkname: '/etc/passwd' }]));
    const reason = 'It is a link, which is not followed inside an archive.';
    expect([zipped, tarred]).toMatchObject([{ texts: {}, skipped: { 'link.md': reason } }, { texts: {} }]);
  });

  it('opens no link that took the place of the archive', async () => {
    await writeFile(join(root, 'real'), zipOf([]));
    await symlink('real', join(root, 'link'));
    const options = { into: root, wants: () => true, maxEntryBytes: 1, budget: new CountingBudget() };
    const opened = sut.unpack({ file: join(root, 'link'), name: 'a.zip' }, options, live);
    await expect(opened).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
