import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { CachingEncoder } from './caching-encoder.js';
import { backgroundFrequenciesFile } from './count-frequencies.js';
import { writeEntailmentPairs } from './entailment-evidence.js';
import { extractFeatures, type FeatureRow } from './extract-features.js';
import { heldOutScores } from './held-out-scores.js';
import { readPairs, type PairsOfSet } from './read-pairs.js';
import { supportModelFile, type SetProvenance } from './support-model-file.js';
import { trainModels, type SetFigures, type TrainedModel } from './train.js';
import { DEVELOPMENT_SETS, TRAINING_SETS } from './training-sets.js';

const USAGE = `use: train-support frequencies --data FOLDER --date YYYY-MM-DD --out FILE.ts
     train-support fit --data FOLDER --cache FOLDER --date YYYY-MM-DD [--model FILE.ts] [--scores FILE.jsonl]
     train-support evidence --data FOLDER --out FOLDER
`;
/** Pairs that are worked on at a time: while one is encoded, another is compared. */
const CONCURRENCY = 3;

export interface TrainingOutput {
  /** Figures, as JSON. */
  readonly out: (text: string) => void;
  /** Progress, and what goes wrong. */
  readonly err: (text: string) => void;
}

/**
 * The command: `frequencies` counts how rare words are, `fit` extracts features, fits both models and writes them,
 * `evidence` prepares what an entailment model is trained on.
 *
 * @returns exit code: 0 written, 2 asked for something that there is not
 * @throws what reading, encoding or writing fails with
 */
export async function runTraining(words: readonly string[], output: TrainingOutput): Promise<number> {
  const [command, ...rest] = words;
  const commands = { frequencies: countFrequencies, fit, evidence: prepareEvidence };
  const run = Object.entries(commands).find(([name]) => name === command)?.[1];
  if (await run?.(rest, output)) return 0;
  output.err(USAGE);
  return 2;
}

async function countFrequencies(words: readonly string[]): Promise<boolean> {
  const values = parse(words);
  if (values?.data === undefined || values.out === undefined || !isDate(values.date)) return false;
  const files = new Map(TRAINING_SETS.map((set) => [set.file, { ...set, includes: () => true, most: Infinity }]));
  const sets = await Promise.all([...files.values()].map((set) => readPairs(values.data ?? '', set)));
  const texts = sets.flatMap(({ pairs }) => pairs.map(({ evidence }) => evidence));
  await writeFile(values.out, backgroundFrequenciesFile(texts, values.date));
  return true;
}

async function prepareEvidence(words: readonly string[]): Promise<boolean> {
  const values = parse(words);
  if (values?.data === undefined || values.out === undefined) return false;
  await writeEntailmentPairs(values.data, values.out);
  return true;
}

async function fit(words: readonly string[], { out, err }: TrainingOutput): Promise<boolean> {
  const values = parse(words);
  if (values?.data === undefined || values.cache === undefined || !isDate(values.date)) return false;
  const { data, cache, date } = values;
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
  const available = new Map(sets.map((each) => [each.set.name, each.available]));
  const models = trainModels(rows, available);
  if (values.scores !== undefined) {
    const scores = heldOutScores(rows, available);
    await writeFile(values.scores, scores.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  const provenance = { date, sets: sets.map(provenanceOf), figures: figuresOf(models) };
  if (values.model !== undefined) {
    await writeFile(values.model, supportModelFile(models.withVectors, models.byWords, provenance));
  }
  out(`${JSON.stringify(models, null, 2)}\n`);
  return true;
}

async function extractSet({ set, pairs }: PairsOfSet, encoder: CachingEncoder): Promise<FeatureRow[]> {
  const { signal } = new AbortController();
  const rows: FeatureRow[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < pairs.length; index = next++) {
      const pair = pairs[index];
      if (pair) rows[index] = await extractFeatures(set.name, pair, encoder, signal);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return rows;
}

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

function isDate(date: string | undefined): date is string {
  return date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date);
}

/** @returns null for a word that it does not know, at which parseArgs throws */
function parse(words: readonly string[]) {
  const option = { type: 'string' } as const;
  try {
    const options = { data: option, cache: option, date: option, model: option, out: option, scores: option };
    return parseArgs({ args: [...words], options, strict: true }).values;
  } catch {
    return null;
  }
}
