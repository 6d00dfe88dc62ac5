import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isModelName, modelFolder, resolveModelsDirectory } from '@arbiter/adapters-model-hub';
import { createCrossEncoder, createEntailmentModel } from '@arbiter/adapters-onnx';
import { ArbiterError } from '@arbiter/contracts';
import type { EntailmentModel, Reranker } from '@arbiter/ports';
import { z } from 'zod';
import type { EntailmentSettings, RerankerSettings } from './model-variables.js';
import { traceEntailmentModel, traceReranker } from './tracing/trace-models.js';

/** A folder rather than a name: `./my-model`, `~/models/mine`, `/srv/models/mine`, `C:\models\mine`. */
const FOLDER = /^(\.{1,2}[\\/]|~\/|\/|[A-Za-z]:[\\/])/;

/** Weights of features and model, beside the model. Without this file both count the same. */
export const SUPPORT_FILE = 'support.json';

/** For a model whose weight against the features has not been measured: equal weights. */
export const EQUAL_WEIGHTS: EntailmentWeights = { features: 0.5, entailment: 0.5, neutral: 0 };

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

const SupportFile = z.object({
  /** Of this format. */
  format: z.literal(1),
  weights: z.object({
    features: z.number().min(0),
    entailment: z.number().min(0),
    neutral: z.number(),
  }),
});

/** How much features and entailment model count, on the scale of log odds. */
export interface EntailmentWeights {
  /** ≥ 0; 0 where the model replaces the features. */
  readonly features: number;
  /** ≥ 0. */
  readonly entailment: number;
  /** Log odds of entailment at which the model speaks neither for support nor against it. */
  readonly neutral: number;
}

/** An entailment model with its weights. */
export interface WeighedEntailmentModel {
  readonly model: EntailmentModel;
  readonly weights: EntailmentWeights;
}

/**
 * The entailment model that the settings name. It loads with the first call; until its files are there, calls fail with
 * UNAVAILABLE and say which is missing.
 *
 * @param cwd base of a relative folder
 * @returns null if none is named
 * @throws ArbiterError INVALID_REQUEST for an invalid support.json
 */
export function openEntailmentModel(
  { entailmentModel }: EntailmentSettings,
  cwd = process.cwd(),
): WeighedEntailmentModel | null {
  if (entailmentModel === undefined) return null;
  const directory = resolveModelsDirectory(entailmentModel, cwd);
  return {
    weights: readWeights(directory),
    model: traceEntailmentModel(createEntailmentModel({ directory, name: basename(directory) })),
  };
}

function readWeights(directory: string): EntailmentWeights {
  try {
    return SupportFile.parse(JSON.parse(readFileSync(join(directory, SUPPORT_FILE), 'utf8'))).weights;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return EQUAL_WEIGHTS;
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The file ${SUPPORT_FILE} of the entailment model ${basename(directory)} does not hold the weights in format 1: write it anew, or take it away to weigh model and features the same.`,
      { details: { setting: 'VALIDATION_ENTAILMENT_MODEL' }, cause },
    );
  }
}
