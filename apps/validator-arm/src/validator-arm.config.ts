import {
  embeddingVariables,
  judgeVariables,
  languageModelName,
  languageModelVariables,
  readerVariables,
  writerVariables,
} from '@arbiter/backends';
import {
  commaList,
  commonVariables,
  decimalNumber,
  defineConfig,
  flag,
  logQueriesVariable,
  portNumber,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { DEFAULT_ACCEPT_THRESHOLD } from '@arbiter/confidence';
import { z } from 'zod';
import { DEFAULT_NEAR_MISS } from './validation/validation-issues.js';
import { PUBLISHED_RATES } from './validation/report-hallucinations.js';
import { JUDGED_CLAIMS } from './language-model/language-model-checker.js';
import { VALIDATORS } from './language-model/open-validation-model.js';

/** Leaves the deadline of a validation, 15 s, room for the features. */
const DEFAULT_MODEL_TIMEOUT_MS = 10_000;

/** The environment of the validator arm: the published variables (design document 001), and our own. */
export const validatorArmConfig = defineConfig({
  app: 'validator-arm',
  section: 'validator_arm',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'VALIDATOR_PORT',
      schema: portNumber(),
      default: 8005,
      description: 'Port of the validator arm.',
    }),
    ...embeddingVariables,
    threshold: variable({
      env: 'VALIDATION_CONFIDENCE_THRESHOLD',
      schema: decimalNumber(0, 1),
      default: DEFAULT_ACCEPT_THRESHOLD,
      description: 'Confidence from which an answer is accepted; one with an error is not, whatever its confidence.',
    }),
    validationLlm: variable({
      env: 'VALIDATION_LLM',
      schema: z.enum(VALIDATORS),
      default: 'writer',
      description:
        'Who checks answers: `features` asks no language model; `writer` asks that of `SYNTHESIS_MODEL` about unsure answers, once it has judged known claims rightly; the others ask one of that provider.',
    }),
    ...writerVariables,
    validationModel: variable({
      env: 'VALIDATION_MODEL',
      schema: languageModelName(),
      values: 'name of a model of the provider in VALIDATION_LLM',
      description: 'The language model that `VALIDATION_LLM` asks; not read with `features`.',
    }),
    validationLlmClaims: variable({
      env: 'VALIDATION_LLM_CLAIMS',
      schema: z.enum(JUDGED_CLAIMS),
      values: `${JUDGED_CLAIMS.join(' | ')}; not set: all, but unsure for the writer`,
      description:
        'What the language model is asked about: `all` claims, sources and the answer, or only the claims and answers of which the features are `unsure`.',
    }),
    validationLlmTimeoutMs: variable({
      env: 'VALIDATION_LLM_TIMEOUT_MS',
      schema: wholeNumber(100, 14_000),
      default: DEFAULT_MODEL_TIMEOUT_MS,
      description: 'Longest wait for the language model, in milliseconds; past it the features decide.',
    }),
    ...languageModelVariables,
    ...readerVariables,
    ...judgeVariables,
    detectHallucinations: variable({
      env: 'HALLUCINATION_DETECTION_ENABLED',
      schema: flag(),
      default: true,
      description:
        'Whether a claim without support is an error of its own. Without it such a claim still lowers the confidence.',
    }),
    nearMiss: variable({
      env: 'HALLUCINATION_SIMILARITY_THRESHOLD',
      schema: decimalNumber(0, 1),
      default: DEFAULT_NEAR_MISS,
      description:
        'Similarity from which a claim without support counts as one that its sources say otherwise, below it as one they do not speak of. However similar, similarity alone is no support.',
    }),
    maxRate: variable({
      env: 'HALLUCINATION_MAX_RATE',
      schema: decimalNumber(0, 1),
      default: PUBLISHED_RATES.regenerateAbove,
      description: 'Share of unsupported claims above which `/detect` asks for another answer.',
    }),
    rejectRate: variable({
      env: 'HALLUCINATION_REJECT_RATE',
      schema: decimalNumber(0, 1),
      default: PUBLISHED_RATES.rejectAbove,
      description: 'Share of unsupported claims above which `/detect` rejects an answer.',
    }),
    sourceAuthority: variable({
      env: 'VALIDATION_SOURCE_AUTHORITY',
      schema: commaList().pipe(z.array(z.string().regex(/^[^=]+=(?:0|1|0?\.\d+|1\.0+)$/))),
      default: [],
      values: 'comma-separated list of NAME=WEIGHT with weights from 0 to 1, such as rules=1,forum=0.3',
      description: 'How much sources of a domain or type are worth; a number `authority` in their metadata goes first.',
    }),
    cacheMegabytes: variable({
      env: 'VALIDATION_CACHE_MB',
      schema: wholeNumber(0, 4_096),
      default: 16,
      description: 'Memory for results of requests that come again, in megabytes; 0 keeps none.',
    }),
    logDecisions: variable({
      env: 'VALIDATION_LOG',
      schema: flag(),
      default: true,
      description: 'Whether every decision is written to `validator/decisions.jsonl` in the data directory.',
    }),
    decisionLogMegabytes: variable({
      env: 'VALIDATION_LOG_MB',
      schema: wholeNumber(1, 1_024),
      default: 10,
      description: 'Size at which that file is put aside, in megabytes; three older ones are kept.',
    }),
    logQueries: logQueriesVariable,
  },
  retired: {
    VALIDATION_ENTAILMENT_MODEL: 'entailment_model',
    VALIDATION_ENTAILMENT_TIMEOUT_MS: 'entailment_timeout_ms',
  },
});

export type ValidatorArmConfig = ConfigValues<typeof validatorArmConfig.variables>;
