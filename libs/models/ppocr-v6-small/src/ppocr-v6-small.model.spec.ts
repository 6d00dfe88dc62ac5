import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PPOCR_V6_SMALL } from './ppocr-v6-small.model.js';

const read = (name: string): Buffer => readFileSync(join(PPOCR_V6_SMALL.directory, name));

describe('the packaged ppocr-v6-small', () => {
  it.each(PPOCR_V6_SMALL.files)('holds $name byte for byte as described', ({ name, bytes, sha256 }) => {
    const content = read(name);
    expect(content.byteLength).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  });

  it.each(PPOCR_V6_SMALL.files)('names the sha256 of $name in its notice', ({ name, sha256 }) => {
    const row = read('NOTICE.md')
      .toString('utf8')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toContain(sha256);
  });

  it('is delivered with the licence it is under', () => {
    expect(read('LICENSE').toString('utf8')).toContain('Apache License');
  });

  it('delivers the folder with the package', () => {
    const manifest = JSON.parse(read('../package.json').toString('utf8')) as { files: string[] };
    expect(manifest.files).toContain('model');
  });
});

it('has a sign on each line of its alphabet', () => {
  const signs = read('alphabet.txt').toString('utf8').split('\n');
  expect(signs).toHaveLength(18_708);
  expect(signs.filter((sign) => Array.from(sign).length !== 1)).toEqual([]);
});
