import { basename } from 'node:path';
import { isModelName, modelFolder, resolveModelsDirectory } from '@arbiter/adapters-model-hub';
import { createCrossEncoder } from '@arbiter/adapters-onnx';
import { ArbiterError } from '@arbiter/contracts';
import type { Reranker } from '@arbiter/ports';
import type { RerankerSettings } from './model-variables.js';
import { traceReranker } from './tracing/trace-models.js';

/** A folder rather than a name: `./my-model`, `~/models/mine`, `/srv/models/mine`, `C:\models\mine`. */
const FOLDER = /^(\.{1,2}[\\/]|~\/|\/|[A-Za-z]:[\\/])/;

/**
 * The reranker that the settings name. It loads with the first call; until its files are there, calls fail with
 * UNAVAILABLE and say how to get them.
 *
 * @param cwd what relative folders are relative to
 * @returns null where none is named
 * @throws ArbiterError INVALID_REQUEST for what is neither a name nor a folder
 */
export function openReranker({ rerankerModel, modelsDir }: RerankerSettings, cwd = process.cwd()): Reranker | null {
  if (rerankerModel === undefined) return null;
  if (FOLDER.test(rerankerModel)) {
    const directory = resolveModelsDirectory(rerankerModel, cwd);
    return traceReranker(createCrossEncoder({ name: basename(directory), directory }));
  }
  if (isModelName(rerankerModel)) {
    const directory = modelFolder(resolveModelsDirectory(modelsDir, cwd), rerankerModel);
    return traceReranker(createCrossEncoder({ name: rerankerModel, directory }));
  }
  throw new ArbiterError(
    'INVALID_REQUEST',
    `RERANKER_MODEL is "${rerankerModel}": leave it out, or name a cross-encoder, as in cross-encoder/ms-marco-MiniLM-L-6-v2, or its folder, as in ./my-model.`,
    { details: { rerankerModel } },
  );
}
