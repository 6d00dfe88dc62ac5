import { z } from 'zod';
import {
  commonRetired,
  commonVariables,
  decimalNumber,
  defineConfig,
  modelPricesVariable,
  packVariables,
  portNumber,
  signInVariables,
  text,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { toolVariables } from './tools/tool-variables.js';

const DEFAULT_ANSWER_RECORDS = 1_000;

function countOfFlag(given: unknown): unknown {
  if (given === true || given === 'true') return DEFAULT_ANSWER_RECORDS;
  return given === false || given === 'false' ? 0 : given;
}

/** The environment of the orchestrator. */
export const orchestratorConfig = defineConfig({
  app: 'orchestrator',
  section: 'orchestrator',
  variables: {
    ...commonVariables,
    port: variable({
      env: 'ORCHESTRATOR_PORT',
      schema: portNumber(),
      default: 3100,
      description: 'Port that clients talk to.',
    }),
    ...signInVariables,
    maxQuestions: variable({
      env: 'MAX_CONCURRENT_QUESTIONS',
      schema: wholeNumber(1, 1_000),
      default: 16,
      description:
        'Questions that are answered at once; more wait, or get OVERLOADED where they would miss the deadline.',
    }),
    ...packVariables,
    sessionStore: variable({
      env: 'SESSION_STORE',
      schema: z.enum(['filesystem', 'nats']),
      default: 'filesystem',
      description:
        'Where sessions, answer records, costs and feedback are kept: files, or JetStream, which several orchestrators share, with the limits of clients.',
    }),
    sessionRetentionDays: variable({
      env: 'SESSION_RETENTION_DAYS',
      schema: wholeNumber(0, 3_650),
      default: 30,
      description: 'Days after its last message that a session is kept; 0 keeps it.',
    }),
    answerRetentionDays: variable({
      env: 'ANSWER_RETENTION_DAYS',
      schema: wholeNumber(0, 3_650),
      default: 90,
      description: 'Days that the record of an answer is kept; 0 keeps it.',
    }),
    answerRecords: variable({
      env: 'ANSWER_RECORDS',
      // As a flag, it said whether answers are kept at all.
      schema: z.preprocess(countOfFlag, wholeNumber(0, 1_000_000)),
      default: DEFAULT_ANSWER_RECORDS,
      values: 'whole number from 0 to 1000000',
      description:
        'The newest answers that are kept for replay and feedback, prompts included, some 65 KB each, 64 MiB at most; 0 keeps none.',
    }),
    answerBudgetTokens: variable({
      env: 'ANSWER_BUDGET_TOKENS',
      schema: wholeNumber(0, 100_000_000),
      description:
        'Tokens of language models for one answer, prompts included; rules do what does not fit. 0 asks none.',
    }),
    answerBudgetCost: variable({
      env: 'ANSWER_BUDGET_COST',
      schema: decimalNumber(0, 1_000_000),
      description: 'The same in the currency of `MODEL_PRICES`, which it needs.',
    }),
    modelPrices: modelPricesVariable,
    abExperiment: variable({
      env: 'AB_EXPERIMENT',
      schema: text(),
      values: 'path of a JSON file, or the JSON itself',
      description: 'An [A/B experiment](guides/experiments.md). It needs `ANSWER_RECORDS`.',
    }),
    reportsDir: variable({
      env: 'REPORTS_DIR',
      schema: text(),
      values: 'folder',
      description:
        'Reports of `arbiter eval`, each a `NAME.json`, that readers may see. Those of a tenant begin with its name and a dot.',
    }),
    selfCorrectionMaxRetries: variable({
      env: 'SELF_CORRECTION_MAX_RETRIES',
      schema: wholeNumber(0, 2),
      default: 2,
      description: 'Corrections of an answer that the validator does not accept, before it is declined.',
    }),
    ...toolVariables,
  },
  retired: {
    ...commonRetired,
    ANSWER_RECORDS_KEPT: { key: 'answer_records_kept', now: 'ANSWER_RECORDS' },
    ANSWER_RECORD_PROMPTS: 'answer_record_prompts',
    RATE_LIMIT_STORE: 'rate_limit_store',
    VALIDATION_ENABLED: 'validation',
    SELF_CORRECTION_ENABLED: 'self_correction',
    WEB_SEARCH_PROVIDER: 'web_search_provider',
    TOOL_CACHE_MB: 'tool_cache_megabytes',
    TOOL_MAX_OUTPUT_KB: 'tool_max_output_kilobytes',
    HTTP_REQUEST_MAX_KB: 'http_request_max_kilobytes',
    HTTP_REQUEST_TIMEOUT_MS: 'http_request_timeout_ms',
  },
});

export type OrchestratorConfig = ConfigValues<typeof orchestratorConfig.variables>;
