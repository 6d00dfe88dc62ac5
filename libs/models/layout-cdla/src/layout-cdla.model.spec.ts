import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LAYOUT_CDLA } from './layout-cdla.model.js';

const read = (name: string): Buffer => readFileSync(join(LAYOUT_CDLA.directory, name));

describe('the packaged layout-cdla', () => {
  it.each(LAYOUT_CDLA.files)('holds $name byte for byte as described', ({ name, bytes, sha256 }) => {
    const content = read(name);
    expect(content.byteLength).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  });

  it.each(LAYOUT_CDLA.files)('names the sha256 of $name in its notice', ({ name, sha256 }) => {
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
