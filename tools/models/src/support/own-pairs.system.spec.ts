import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { auroc, balancedAccuracy, type Decision } from '@arbiter/evaluation';
import { predictSupport, REFUTED, SUPPORT_MODELS, supportThreshold } from '@arbiter/grounding';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IS_SOAK } from '@arbiter/ports/testing/soak';
import { CachingEncoder } from './caching-encoder.js';
import { SUPPORT_COMMANDS } from './commands.js';
import { extractFeatures, type FeaturePart } from './extract-features.js';
import { DEVELOPMENT_SETS, LabelledPair, TRAINING_SETS } from './training-sets.js';

/** Sixty claims about an invented town, half of them supported, most of the others off by a word; nothing was fitted on them. */
const OWN_PAIRS = fileURLToPath(new URL('./vell.jsonl', import.meta.url));
const MODEL = SUPPORT_MODELS.withVectors;
/** Of the sixty, those that a fit is made of; a soak run takes all. */
const FITTED_PAIRS = IS_SOAK ? 60 : 12;

let folder: string;
let pairs: LabelledPair[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'train-support-'));
  const lines = (await readFile(OWN_PAIRS, 'utf8')).trimEnd().split('\n');
  pairs = lines.map((line) => LabelledPair.parse(JSON.parse(line)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function probabilityOf({ features, decided }: FeaturePart): number {
  const probability = predictSupport(MODEL, { ...features });
  return decided === 'stated' ? 1 : decided === 'refuted' ? Math.min(probability, REFUTED) : probability;
}

describe('the shipped model on pairs of our own', () => {
  it('tells supported claims from others', async () => {
    const embedder = createOnnxEmbedder();
    const encoder = new CachingEncoder(embedder, join(folder, 'own'));
    const decisions: Decision[] = [];
    try {
      for (const pair of pairs) {
        const { parts } = await extractFeatures('own', pair, encoder, new AbortController().signal);
        const score = Math.min(...parts.map(probabilityOf));
        decisions.push({ score, predicted: score >= supportThreshold(MODEL), actual: pair.supported });
      }
    } finally {
      await embedder.close();
    }
    expect(decisions).toHaveLength(60);
    // A claim or two of sixty below the fit with all-MiniLM-L6-v2 (.70, .74); over six sets that neither has seen, this one is
    // better. Processors differ in one claim more: .683 with VNNI, .667 with AVX2 alone.
    expect(balancedAccuracy(decisions)).toBeGreaterThanOrEqual(0.66);
    expect(auroc(decisions)).toBeGreaterThanOrEqual(0.73);
  });
});

describe('a fit', () => {
  /** The files of every set, out of our own pairs. */
  async function writeSets(data: string): Promise<void> {
    const kinds = ['nei', 'extract', 'planted_number'];
    // All that a fit needs is some of each kind, supported and not.
    const few = pairs.slice(0, FITTED_PAIRS);
    const made = few.map((pair, index) => ({ ...pair, kind: kinds[index % kinds.length] }));
    for (const { file } of [...TRAINING_SETS, ...DEVELOPMENT_SETS]) {
      const lines = (file.startsWith('synth') ? made : few).map((pair) => JSON.stringify(pair));
      await writeFile(join(data, file), `${lines.join('\n')}\n`);
    }
  }

  async function fit(data: string, cache: string): Promise<string> {
    const model = join(folder, `${cache}.ts`);
    const words = ['--data', data, '--cache', join(folder, cache), '--date', '2026-01-02', '--model', model];
    expect(await SUPPORT_COMMANDS.fit.run(words, { out: () => undefined, err: () => undefined })).toBe(true);
    return readFile(model, 'utf8');
  }

  it('writes the same file for the same data, whether or not it was encoded before', async () => {
    const data = await mkdtemp(join(folder, 'data-'));
    await writeSets(data);
    const first = await fit(data, 'first');
    expect(first).toContain('balanced accuracy / AUROC scifact_dev');
    expect(await fit(data, 'first')).toBe(first);
    expect(await fit(data, 'second')).toBe(first);
  });
});
