import { DEFAULT_MODELS_DIRECTORY } from '@arbiter/adapters-model-hub';
import { text, variable, type ConfigValues } from '@arbiter/platform';

/** What looks closer at the best candidates; spread them into an arm's `variables`. */
export const rerankerVariables = {
  rerankerModel: variable({
    env: 'RERANKER_MODEL',
    yaml: 'reranking.model',
    schema: text(),
    values: 'a pulled model such as cross-encoder/ms-marco-MiniLM-L-6-v2, a folder such as ./my-model, or listwise',
    description:
      'What looks closer at the best candidates: a cross-encoder, or (listwise) the language model of SYNTHESIS_MODEL. Without it, their order is that of both indexes.',
  }),
  modelsDir: variable({
    env: 'ARBITER_MODELS_DIR',
    schema: text(),
    default: DEFAULT_MODELS_DIRECTORY,
    values: 'path of a folder',
    description: 'Where `arbiter models pull` puts models, and where they are looked for.',
  }),
};

export type RerankerSettings = ConfigValues<typeof rerankerVariables>;
