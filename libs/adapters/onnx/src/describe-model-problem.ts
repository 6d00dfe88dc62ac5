import { ArbiterError } from '@arbiter/contracts';
import type { ModelProblem } from './worker/thread-protocol.js';

const RESTORE = 'restore the model folder from version control or reinstall its package';

const SENTENCES: Readonly<Record<ModelProblem['kind'], (model: string, subject: string) => string>> = {
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
  return new ArbiterError('UNAVAILABLE', SENTENCES[kind](model, subject), {
    details: { model, problem: kind, subject },
    cause: detail,
  });
}
