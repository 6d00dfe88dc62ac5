import { ArbiterError } from '@arbiter/contracts';
import type { ModelProblem } from './worker/thread-protocol.js';

const RESTORE = 'restore the model folder from version control or reinstall its package';

const EMBEDDER_SENTENCES: Readonly<Record<ModelProblem['kind'], (model: string, subject: string) => string>> = {
  missing: (model, file) => `The embedding model ${model} has no file ${file}: ${RESTORE}, then try again.`,
  unreadable: (model, file) =>
    `The file ${file} of the embedding model ${model} cannot be read: allow this user to read it, then try again.`,
  truncated: (model, file) =>
    `The file ${file} of the embedding model ${model} does not have the size it was published with: ${RESTORE}, then try again.`,
  altered: (model, file) =>
    `The file ${file} of the embedding model ${model} is not the one that was published (its sha256 differs): ${RESTORE}, then try again.`,
  rejected: (model, file) =>
    `ONNX Runtime or the tokeniser refuses the file ${file} of the embedding model ${model}: use versions that belong together (npm ci), then try again.`,
  'no-runtime': (_model, platform) =>
    `ONNX Runtime does not start on ${platform}: reinstall onnxruntime-node on this machine (npm ci), or configure another embedder.`,
};

/** @returns UNAVAILABLE with one sentence that says what to do; paths stay in the cause, which does not leave the process */
export function describeModelProblem(model: string, { kind, subject, detail }: ModelProblem): ArbiterError {
  return new ArbiterError('UNAVAILABLE', EMBEDDER_SENTENCES[kind](model, subject), {
    details: { model, problem: kind, subject },
    cause: detail,
  });
}

/** @returns UNAVAILABLE with one sentence that says what to do, for a packaged model that looks at pictures */
export function describePictureModelProblem(model: string, { kind, subject, detail }: ModelProblem): ArbiterError {
  const remedy = kind === 'no-runtime' ? 'reinstall onnxruntime-node (npm ci)' : RESTORE;
  return new ArbiterError('UNAVAILABLE', `${SENTENCES[kind](`model ${model}`, subject, 'such a model')}: ${remedy}.`, {
    details: { model, problem: kind, subject },
    cause: detail,
  });
}

/** The purpose of a model that reads pairs. */
interface PairModelUse {
  /** What sentences call it: `reranking model`. */
  readonly noun: string;
  /** What its files must be those of: `a BERT-like cross-encoder`. */
  readonly must: string;
  /** How to do without it, as the end of a sentence. */
  readonly otherwise: string;
}

export const RERANKING: PairModelUse = {
  noun: 'reranking model',
  must: 'a BERT-like cross-encoder',
  otherwise: 'unset RERANKER_MODEL to rerank without it',
};

export const READING: PairModelUse = {
  noun: 'reader',
  must: 'a BERT-like reader of question and passage',
  otherwise: 'set ENABLE_READER=false to answer without it',
};

type Sentence = (model: string, subject: string, must: string) => string;

/** `model` is its noun and its name. */
const SENTENCES: Readonly<Record<ModelProblem['kind'], Sentence>> = {
  missing: (model, file) => `The ${model} has no file ${file}`,
  unreadable: (model, file) => `The file ${file} of the ${model} cannot be read`,
  truncated: (model, file) => `The file ${file} of the ${model} does not have the size it was published with`,
  altered: (model, file) => `The file ${file} of the ${model} is not the one that was published (its sha256 differs)`,
  rejected: (model, file, must) => `The file ${file} of the ${model} is not that of ${must}`,
  'no-runtime': (_model, platform) => `ONNX Runtime does not start on ${platform}`,
};

/** @returns UNAVAILABLE with both remedies; paths stay in the cause, which does not leave the process */
export function describeCrossEncoderProblem(
  { noun, must, otherwise }: PairModelUse,
  model: string,
  { kind, subject, detail }: ModelProblem,
): ArbiterError {
  return new ArbiterError(
    'UNAVAILABLE',
    `${SENTENCES[kind](`${noun} ${model}`, subject, must)}: ${remedyOf(model, kind)}, or ${otherwise}.`,
    { details: { model, problem: kind, subject }, cause: detail },
  );
}

function remedyOf(model: string, kind: ModelProblem['kind']): string {
  if (kind === 'no-runtime') return 'reinstall onnxruntime-node (npm ci)';
  // Only names with an owner can be pulled; another one is a folder of the user's.
  return model.includes('/') ? `run "arbiter models --pull ${model}"` : 'put the file into the folder of the model';
}
