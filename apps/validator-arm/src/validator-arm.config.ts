import {
  embeddingVariables,
  languageModelName,
  languageModelVariables,
  readerVariables,
  writerVariables,
} from '@arbiter/backends';
import {
  armPortVariable,
  commonRetired,
  commonVariables,
  decimalNumber,
  defineConfig,
  flag,
  logQueriesVariable,
  variable,
  type ConfigValues,
} from '@arbiter/platform';
import { DEFAULT_ACCEPT_THRESHOLD } from '@arbiter/confidence';
import { z } from 'zod';
import { VALIDATORS } from './language-model/open-validation-model.js';

/** The environment of the validator arm: the published variables (design document 001), and our own. */
export const validatorArmConfig = defineConfig({
  app: 'validator-arm',
  section: 'validator_arm',
  variables: {
    ...commonVariables,
    port: armPortVariable(8005),
    ...embeddingVariables,
    threshold: variable({
      env: 'VALIDATION_CONFIDENCE_THRESHOLD',
      schema: decimalNumber(0, 1),
      default: DEFAULT_ACCEPT_THRESHOLD,
      description: 'Confidence from which an answer without an error is accepted.',
    }),
    validationLlm: variable({
      env: 'VALIDATION_LLM',
      schema: z.enum(VALIDATORS),
      default: 'writer',
      description:
        'Who checks answers: `features` asks no language model; `writer` that of `SYNTHESIS_MODEL` about unsure answers; the others one of that provider about all.',
    }),
    ...writerVariables,
    validationModel: variable({
      env: 'VALIDATION_MODEL',
      schema: languageModelName(),
      values: 'name of a model of the provider in VALIDATION_LLM',
      description: 'The language model that `VALIDATION_LLM` asks.',
    }),
    ...languageModelVariables,
    ...readerVariables,
    logDecisions: variable({
      env: 'VALIDATION_LOG',
      schema: flag(),
      default: true,
      description: 'Whether decisions are written to `validator/decisions.jsonl`, four files of 10 MB at most.',
    }),
    logQueries: logQueriesVariable,
  },
  retired: {
    ...commonRetired,
    VALIDATOR_PORT: { key: null, now: 'ARM_PORT' },
    VALIDATION_LLM_CLAIMS: 'validation_llm_claims',
    VALIDATION_LLM_TIMEOUT_MS: 'validation_llm_timeout_ms',
    VALIDATION_READER: null,
    VALIDATION_READER_TIMEOUT_MS: null,
    VALIDATION_JUDGE: 'judge',
    VALIDATION_JUDGE_TIMEOUT_MS: 'judge_timeout_ms',
    HALLUCINATION_DETECTION_ENABLED: 'detect_hallucinations',
    HALLUCINATION_SIMILARITY_THRESHOLD: 'near_miss',
    HALLUCINATION_MAX_RATE: 'max_rate',
    HALLUCINATION_REJECT_RATE: 'reject_rate',
    VALIDATION_SOURCE_AUTHORITY: 'source_authority',
    VALIDATION_CACHE_MB: 'cache_megabytes',
    VALIDATION_LOG_MB: 'decision_log_megabytes',
    VALIDATION_ENTAILMENT_MODEL: 'entailment_model',
    VALIDATION_ENTAILMENT_TIMEOUT_MS: 'entailment_timeout_ms',
  },
});

export type ValidatorArmConfig = ConfigValues<typeof validatorArmConfig.variables>;
