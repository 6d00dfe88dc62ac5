import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BGE_SMALL_EN_V1_5 } from './bge-small-en-v1.5.model.js';

const read = (name: string): Buffer => readFileSync(join(BGE_SMALL_EN_V1_5.directory, name));

describe('the packaged bge-small-en-v1.5', () => {
  it.each(BGE_SMALL_EN_V1_5.files)('holds $name byte for byte as described', ({ name, bytes, sha256 }) => {
    const content = read(name);
    expect(content.byteLength).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  });

  it('has the dimensions that its configuration states', () => {
    const configuration = JSON.parse(read('config.json').toString('utf8')) as {
      hidden_size: number;
      max_position_embeddings: number;
    };
    expect(configuration.hidden_size).toBe(BGE_SMALL_EN_V1_5.dimensions);
    expect(configuration.max_position_embeddings).toBeGreaterThanOrEqual(BGE_SMALL_EN_V1_5.maxTokens);
  });

  it.each(BGE_SMALL_EN_V1_5.files)('names the sha256 of $name in its notice', ({ name, sha256 }) => {
    const row = read('NOTICE.md')
      .toString('utf8')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toContain(sha256);
  });

  it('is delivered with the licence it is under', () => {
    expect(read('LICENSE').toString('utf8')).toContain('MIT License');
  });

  it('delivers the folder with the package', () => {
    const manifest = JSON.parse(read('../package.json').toString('utf8')) as { files: string[] };
    expect(manifest.files).toContain('model');
  });
});
