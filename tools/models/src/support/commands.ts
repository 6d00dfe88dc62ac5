import { writeFile } from 'node:fs/promises';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { defineCommand } from '../command.js';
import { CachingEncoder } from './caching-encoder.js';
import { extractSet, type FeatureRow } from './extract-features.js';
import { backgroundFrequenciesFile, readPairs, type PairsOfSet } from './read-pairs.js';
import { supportModelFile, type SetProvenance } from './support-model-file.js';
import { trainModels, type SetFigures, type TrainedModel } from './train.js';
import { DEVELOPMENT_SETS, TRAINING_SETS } from './training-sets.js';

const frequencies = defineCommand(
  '--data FOLDER --date YYYY-MM-DD --out FILE.ts',
  { required: ['data', 'date', 'out'] },
  async ({ data, date, out }) => {
    const files = new Map(TRAINING_SETS.map((set) => [set.file, { ...set, includes: () => true, most: Infinity }]));
    const sets = await Promise.all([...files.values()].map((set) => readPairs(data, set)));
    const texts = sets.flatMap(({ pairs }) => pairs.map(({ evidence }) => evidence));
    await writeFile(out, backgroundFrequenciesFile(texts, date));
  },
);

const fit = defineCommand(
  '--data FOLDER --cache FOLDER --date YYYY-MM-DD [--model FILE.ts]',
  { required: ['data', 'cache', 'date'], optional: ['model'] },
  async ({ data, cache, date, model }, { out, err }) => {
    const sets = await Promise.all([...TRAINING_SETS, ...DEVELOPMENT_SETS].map((set) => readPairs(data, set)));
    const embedder = createOnnxEmbedder();
    const rows: FeatureRow[] = [];
    try {
      for (const set of sets) {
        const extracted = await extractSet(set, new CachingEncoder(embedder, cache));
        rows.push(...extracted);
        err(`${set.set.name}: ${extracted.length} of ${set.available} pairs\n`);
      }
    } finally {
      await embedder.close();
    }
    const models = trainModels(rows, new Map(sets.map((each) => [each.set.name, each.available])));
    if (model) {
      const provenance = { date, figures: figuresOf(models) };
      await writeFile(model, supportModelFile(models.withVectors, models.byWords, provenance));
      const described = sets.map(provenanceOf);
      await writeFile(model.replace(/ts$/, 'sets.json'), `${JSON.stringify(described, null, 2)}\n`);
    }
    out(`${JSON.stringify(models, null, 2)}\n`);
  },
);

function provenanceOf({ set, pairs, available, sha256 }: PairsOfSet): SetProvenance {
  const { name, weight, origin } = set;
  return { name, used: pairs.length, available, weight: DEVELOPMENT_SETS.includes(set) ? 0 : weight, origin, sha256 };
}

function figuresOf({ withVectors, byWords }: { withVectors: TrainedModel; byWords: TrainedModel }): string[] {
  return [`with vectors: ${sentenceOf(withVectors)}`, `by words alone: ${sentenceOf(byWords)}`];
}

function sentenceOf({ development, heldOut, calibrationError }: TrainedModel): string {
  const list = (figures: readonly SetFigures[]): string =>
    figures
      .map(({ set, balancedAccuracy, auroc }) => `${set} ${percent(balancedAccuracy)} / ${percent(auroc)}`)
      .join(', ');
  return `balanced accuracy / AUROC ${list(development)}; of models that have not seen the set ${list(heldOut)}; calibration error of halves of the development sets by the other half ${percent(calibrationError)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** Counts how rare words are, and fits the models that judge whether passages support a claim. */
export const SUPPORT_COMMANDS = { frequencies, fit };
