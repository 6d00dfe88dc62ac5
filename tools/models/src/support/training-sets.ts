import { z } from 'zod';

/** A claim with its evidence, as the files of the data folder hold it. */
export const LabelledPair = z.object({
  id: z.string(),
  claim: z.string(),
  evidence: z.string(),
  supported: z.boolean(),
  /** How a made pair was made. */
  kind: z.string().optional(),
  /** The set a made pair was made from. */
  source: z.string().optional(),
});
export type LabelledPair = z.output<typeof LabelledPair>;

/** Where pairs come from, and what they count. */
export interface TrainingSet {
  readonly name: string;
  /** JSON Lines file of the data folder. */
  readonly file: string;
  /** Of the file that takes part; all of it when absent. */
  readonly includes?: (pair: LabelledPair) => boolean;
  /** Total weight of min(n, 2000) pairs of it, halved between the classes. */
  readonly weight: number;
  /** Most pairs that are read, to keep a run within a quarter of an hour. */
  readonly most: number;
  /** Its authors and licence. */
  readonly origin: string;
}

const WIKIPEDIA = 'Wikipedia text CC BY-SA';

/**
 * Weights of the feasibility study, those of the synthetic sets chosen by models that leave a set out. Sets in which similarity says nothing of support (fever_symmetric, conjnli, negnli,
 * med) are left out: they teach that it is worthless.
 */
export const TRAINING_SETS: readonly TrainingSet[] = [
  {
    name: 'scifact_train',
    file: 'scifact_train.jsonl',
    weight: 3,
    most: 1_000,
    origin: 'allenai/scifact; claims CC BY 4.0, abstracts ODC-By 1.0',
  },
  {
    name: 'synth_absent',
    file: 'synth_train.jsonl',
    includes: ({ kind }) => kind === 'nei' || kind === 'removed',
    weight: 1,
    most: 1_200,
    origin:
      'made by rule from the other files: right claims beside similar passages, sentences beside their documents without them',
  },
  {
    name: 'synth_extract',
    file: 'synth_train.jsonl',
    includes: ({ kind }) => kind === 'extract',
    weight: 3,
    most: 600,
    origin: 'made by rule: verbatim or trimmed sentences',
  },
  {
    name: 'synth_planted',
    file: 'synth_train.jsonl',
    includes: ({ kind }) => kind?.includes('planted') === true,
    weight: 1,
    most: 1_000,
    origin: 'made by rule: one number, name, negation or entity changed',
  },
  {
    name: 'wice_partial',
    file: 'wice_train_partial.jsonl',
    weight: 0.7,
    most: 300,
    origin: `ryokamoi/wice; annotations ODC-BY, ${WIKIPEDIA} 4.0`,
  },
  { name: 'fever', file: 'fever_dev_pairs.jsonl', weight: 0.6, most: 1_200, origin: `fever.ai; ${WIKIPEDIA} 3.0` },
  {
    name: 'summedits_sentences',
    file: 'summedits_sentences_train.jsonl',
    weight: 0.3,
    most: 800,
    origin: 'salesforce/factualNLG (sales_call, sales_email, scitldr); Apache-2.0',
  },
  {
    name: 'halueval',
    file: 'halueval_qa_train.jsonl',
    weight: 0.3,
    most: 600,
    origin: `RUCAIBox/HaluEval; MIT, ${WIKIPEDIA} 4.0`,
  },
  {
    name: 'fm2',
    file: 'fm2_train.jsonl',
    weight: 0.1,
    most: 600,
    origin: `google-research/fool-me-twice; Apache-2.0, ${WIKIPEDIA} 3.0`,
  },
];

/** Sets on which the threshold and the calibration are fitted. */
export const DEVELOPMENT_SETS: readonly TrainingSet[] = [
  { name: 'scifact_dev', file: 'scifact_dev.jsonl', weight: 1, most: 1_000, origin: 'as scifact_train' },
  { name: 'wice_dev', file: 'wice_dev.jsonl', weight: 1, most: 1_000, origin: 'as wice_partial' },
];

/** Features that take the vectors of an encoder. */
export const VECTOR_FEATURES: readonly string[] = [
  'evidenceCosine',
  'windowCosine',
  'alignment',
  'windowAlignment',
  'weakestAlignment',
  'togetherness',
  'unaligned',
];
