import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ALL_MINILM_L6_V2 } from './all-minilm-l6-v2.model.js';

const read = (name: string): Buffer => readFileSync(join(ALL_MINILM_L6_V2.directory, name));

describe('the packaged all-MiniLM-L6-v2', () => {
  it.each(ALL_MINILM_L6_V2.files)('holds $name byte for byte as described', ({ name, bytes, sha256 }) => {
    const content = read(name);
    expect(content.byteLength).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  });

  it('has the dimensions that its configuration states', () => {
    const configuration = JSON.parse(read('config.json').toString('utf8')) as {
      hidden_size: number;
      max_position_embeddings: number;
    };
    expect(configuration.hidden_size).toBe(ALL_MINILM_L6_V2.dimensions);
    expect(configuration.max_position_embeddings).toBeGreaterThanOrEqual(ALL_MINILM_L6_V2.maxTokens);
  });

  it.each(ALL_MINILM_L6_V2.files)('names the sha256 of $name in its notice', ({ name, sha256 }) => {
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
