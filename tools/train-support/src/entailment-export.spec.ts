import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEntailmentModel } from '@arbiter/adapters-onnx';
import type { EntailmentPair } from '@arbiter/ports';

const run = promisify(execFile);
const PYTHON = process.env.PYTHON ?? 'python3';
const FOLDER = fileURLToPath(new URL('../entailment', import.meta.url));
const IMPORTS = 'import onnx, onnxruntime, tokenizers, torch';
/** Weights and activations of eight bits; the network is far smaller than a real one, and so feels each of them more. */
const QUANTISATION = 0.05;

const missing = await run(PYTHON, ['-c', IMPORTS]).then(
  () => null,
  () => `${PYTHON} cannot "${IMPORTS}": see tools/train-support/entailment/README.md`,
);
if (missing) process.stderr.write(`Export of entailment models skipped: ${missing}\n`);

(missing ? describe.skip : describe)('a folder that train.py exports', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-export-'));
    await run(PYTHON, ['example.py', directory], { cwd: FOLDER });
  }, 300_000);
  afterAll(() => rm(directory, { recursive: true }));

  it('says in the adapter what the network said that was trained', async () => {
    type Expected = EntailmentPair & { readonly probability: number };
    const expected = JSON.parse(await readFile(join(directory, 'expected.json'), 'utf8')) as Expected[];
    const model = createEntailmentModel({ directory, threads: 1 });
    const found = await model.score(expected, { signal: AbortSignal.timeout(60_000) });
    await model.close();
    expect(expected.length).toBeGreaterThan(2);
    expected.forEach(({ probability }, index) => {
      expect(Math.abs((found[index] ?? Number.NaN) - probability)).toBeLessThan(QUANTISATION);
    });
    // One that says the same of everything would agree with itself.
    const probabilities = expected.map(({ probability }) => probability);
    expect(Math.max(...probabilities) - Math.min(...probabilities)).toBeGreaterThan(4 * QUANTISATION);
  });
});
