import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { writePackFile } from './pack-file.js';
import { pack, packFolder, packNames, unpack } from './pack-folder.js';

const home = mkdtempSync(join(tmpdir(), 'arbiter-packs-'));
afterAll(() => rmSync(home, { recursive: true }));

const CONTENT = new Map<string, Uint8Array>([
  ['config.json', Buffer.from('{ "domain": "tides" }')],
  ['documents/high-water.md', Buffer.from('\ufeffHigh “water”.\r\nNo line end, a \u2028 and \0')],
  ['documents/broken.txt', Uint8Array.from([0x68, 0xe9, 0xff, 0x0a])],
  ['documents/empty.md', Buffer.from('')],
]);

describe('the file of a pack', () => {
  it('unpacks to the bytes that went in, and packs to the same file', () => {
    const text = writePackFile('tides', CONTENT);
    const folder = unpack(text, join(home, 'cache'));
    expect(basename(folder)).toBe('tides');
    for (const [path, bytes] of CONTENT)
      expect([path, readFileSync(join(folder, path))]).toEqual([path, Buffer.from(bytes)]);
    expect(pack(folder)).toBe(text);
    expect(text.split('\n').filter((line) => line.includes('"base64"'))).toHaveLength(1);
  });

  it('unpacks once, and anew when it has changed', () => {
    const cache = join(home, 'once');
    const folder = unpack(writePackFile('tides', CONTENT), cache);
    writeFileSync(join(folder, 'mark'), '');
    expect(unpack(writePackFile('tides', CONTENT), cache)).toBe(folder);
    expect(readFileSync(join(folder, 'mark'))).toHaveLength(0);
    expect(unpack(writePackFile('tides', new Map([...CONTENT, ['more.md', Buffer.from('')]])), cache)).not.toBe(folder);
  });

  it.each(['../out.md', '/etc/x', 'a//b', '.hidden', 'a/..'])('leads nowhere else: %s', (path) => {
    const line = JSON.stringify({ path, text: '' });
    const text = `${writePackFile('tides', new Map())}${line}\n`;
    expect(() => unpack(text, join(home, 'out'))).toThrow(RangeError);
    expect(() => writePackFile('tides', new Map([[path, Buffer.from('')]]))).toThrow(RangeError);
  });

  it('is refused where it is none', () => {
    expect(() => unpack('{"domain":"tides"}\n', home)).toThrow('this is no file of a pack');
  });
});

describe('the packs of this repository', () => {
  it('unpack to what they are packed from', () => {
    for (const name of packNames()) {
      const folder = packFolder(name);
      expect([name, basename(folder)]).toEqual([name, name]);
      expect(
        pack(folder) === readFileSync(new URL(`../../../../tools/packs/${name}.jsonl`, import.meta.url), 'utf8'),
      ).toBe(true);
    }
  });

  it.each(['none', '../packs', ''])('are no "%s"', (name) => {
    expect(() => packFolder(name)).toThrow(RangeError);
  });
});
