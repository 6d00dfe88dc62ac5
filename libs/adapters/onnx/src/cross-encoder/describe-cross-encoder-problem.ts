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
  const remedy = kind === 'no-runtime' ? 'reinstall onnxruntime-node (npm ci)' : `run "arbiter models pull ${model}"`;
  return new ArbiterError(
    'UNAVAILABLE',
    `${SENTENCES[kind](model, subject)}: ${remedy}, or unset RERANKER_MODEL to rerank without it.`,
    { details: { model, problem: kind, subject }, cause: detail },
  );
}
