import { ArbiterError } from '@arbiter/contracts';
import type { ModelProblem } from '../worker/thread-protocol.js';

const SENTENCES: Readonly<Record<ModelProblem['kind'], (model: string, subject: string) => string>> = {
  missing: (model, file) => `The reranking model ${model} has no file ${file}`,
  unreadable: (model, file) => `The file ${file} of the reranking model ${model} cannot be read`,
  truncated: (model, file) =>
    `The file ${file} of the reranking model ${model} does not have the size it was pulled with`,
  altered: (model, file) =>
    `The file ${file} of the reranking model ${model} is not the one that was pulled (its sha256 differs)`,
  rejected: (model, file) =>
    `The file ${file} of the reranking model ${model} is not that of a BERT-like cross-encoder`,
  'no-runtime': (_model, platform) => `ONNX Runtime does not start on ${platform}`,
};

/** @returns UNAVAILABLE with both remedies; paths stay in the cause, which does not leave the process */
export function describeCrossEncoderProblem(model: string, { kind, subject, detail }: ModelProblem): ArbiterError {
  return new ArbiterError(
    'UNAVAILABLE',
    `${SENTENCES[kind](model, subject)}: ${remedyOf(model, kind)}, or unset RERANKER_MODEL to rerank without it.`,
    { details: { model, problem: kind, subject }, cause: detail },
  );
}

function remedyOf(model: string, kind: ModelProblem['kind']): string {
  if (kind === 'no-runtime') return 'reinstall onnxruntime-node (npm ci)';
  // Only names with an owner can be pulled; another one is a folder of the user's.
  return model.includes('/') ? `run "arbiter models pull ${model}"` : 'put the file into the folder of the model';
}
