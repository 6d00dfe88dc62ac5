import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runFit } from './run-fit.js';

const MODEL = fileURLToPath(new URL('../../../libs/models/all-minilm-l6-v2/model', import.meta.url));

describe('the command token-projection', () => {
  let folder: string;
  const printed = { out: '', err: '' };
  const run = (...words: string[]): Promise<number> => {
    printed.out = printed.err = '';
    return runFit(words, { out: (text) => (printed.out += text), err: (text) => (printed.err += text) });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-projection-'));
    const documents = [
      { title: 'Lantern', text: 'The keeper lights the lantern at dusk and puts it out at dawn.' },
      { title: '', text: 'Bread costs two copper coins on market days.' },
    ];
    await writeFile(join(folder, 'corpus.jsonl'), documents.map((each) => JSON.stringify(each)).join('\n'));
    await writeFile(join(folder, 'notes.md'), 'The harbour was closed for three days.\n\nNobody sailed.');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes the same file for the same arguments, and says what is in it', async () => {
    const out = join(folder, 'axes.bin');
    const words = ['--model', MODEL, '--out', out, '--dimensions', '4', join(folder, 'corpus.jsonl'), folder];
    expect(await run(...words)).toBe(0);
    const first = await readFile(out);
    const report = JSON.parse(printed.out) as Record<string, unknown>;
    expect(report).toMatchObject({ passages: 3, dimensions: 4, bytes: 4 * 384 * 4 });
    expect(report.sha256).toBe(createHash('sha256').update(first).digest('hex'));
    expect(report.explainedVariance).toBeGreaterThan(0.2);
    expect(await run(...words)).toBe(0);
    expect(await readFile(out)).toEqual(first);
  });

  it.each([
    [[]],
    [['--model', MODEL, '--out', 'axes.bin']],
    [['--model', MODEL, '--out', 'axes.bin', '--dimensions', 'many', 'corpus.jsonl']],
    [['--model', MODEL, '--out', 'axes.bin', '--colour', 'red', 'corpus.jsonl']],
  ])('explains itself when it is asked %j', async (words) => {
    expect(await run(...words)).toBe(2);
    expect(printed.err).toContain('use: token-projection');
  });
});
