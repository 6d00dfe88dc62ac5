import { z } from 'zod';
import {
  PATH_LIST,
  pathList,
  commonVariables,
  decimalNumber,
  defineConfig,
  flag,
  modelPricesVariable,
  portNumber,
  text,
  variable,
  wholeNumber,
  type ConfigValues,
} from '@arbiter/platform';
import { toolVariables } from './tools/tool-variables.js';

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
    maxQuestions: variable({
      env: 'MAX_CONCURRENT_QUESTIONS',
      schema: wholeNumber(1, 1_000),
      default: 16,
      description:
        'Questions that are answered at once; more wait, and who would wait past the deadline is told OVERLOADED. More than the processors can bear make each answer late and none sooner; where language models elsewhere do the work, more are good.',
    }),
    domainsDirs: variable({
      env: 'ARBITER_DOMAINS_DIR',
      yaml: 'domains_dir',
      schema: pathList(),
      values: PATH_LIST,
      default: [],
      description:
        'Folders that hold domain packs, besides the folder `domains` where one works and the installed ones.',
    }),
    sessionStore: variable({
      env: 'SESSION_STORE',
      schema: z.enum(['filesystem', 'nats']),
      default: 'filesystem',
      description:
        'Where sessions, insights, answer records, costs, feedback and answer events are kept: files of the data directory, or the key-value store of JetStream on the broker of NATS_URL, which several orchestrators share.',
    }),
    rateLimitStore: variable({
      env: 'RATE_LIMIT_STORE',
      schema: z.enum(['memory', 'nats']),
      default: 'memory',
      description:
        'Where requests of a client are counted: in each process for itself, or summed over all orchestrators once a second through JetStream on the broker of NATS_URL. While the broker is away, each counts for itself.',
    }),
    sessionRetentionDays: variable({
      env: 'SESSION_RETENTION_DAYS',
      schema: wholeNumber(0, 3_650),
      default: 30,
      description:
        'Days after its last message that a session is kept; 0 keeps it until it is deleted. Its insights stay as long.',
    }),
    answerRetentionDays: variable({
      env: 'ANSWER_RETENTION_DAYS',
      schema: wholeNumber(0, 3_650),
      default: 90,
      description: 'Days that the record of an answer is kept, session or not; 0 keeps it whatever its age.',
    }),
    answerRecordsKept: variable({
      env: 'ANSWER_RECORDS_KEPT',
      schema: wholeNumber(0, 1_000_000),
      default: 1_000,
      description:
        'Records of answers that are kept, the newest; each takes some 65 KB. 0 keeps any number, in files up to 64 MiB.',
    }),
    answerRecords: variable({
      env: 'ANSWER_RECORDS',
      schema: flag(),
      default: true,
      description:
        'Whether answers are kept with everything that was asked for them, so that feedback can name them and they can be replayed.',
    }),
    answerRecordPrompts: variable({
      env: 'ANSWER_RECORD_PROMPTS',
      schema: flag(),
      default: true,
      description:
        'Whether kept answers hold what language models were asked word by word, and what they wrote. A replay does not need it.',
    }),
    answerBudgetTokens: variable({
      env: 'ANSWER_BUDGET_TOKENS',
      schema: wholeNumber(0, 100_000_000),
      description:
        'Tokens that language models may take for one answer, prompts and answers together; what does not fit is done by rules. 0 asks none, nothing bounds them when absent.',
    }),
    answerBudgetCost: variable({
      env: 'ANSWER_BUDGET_COST',
      schema: decimalNumber(0, 1_000_000),
      description:
        'The same in the currency of `MODEL_PRICES`, which it needs. Once it is reached, or a model without a price was asked, rules do the rest.',
    }),
    modelPrices: modelPricesVariable,
    abExperiment: variable({
      env: 'AB_EXPERIMENT',
      schema: text(),
      values: 'path of a JSON file, or the JSON itself',
      description:
        'An A/B experiment: `{"name": "fusion-1", "variants": [{"name": "control", "share": 0.5}, {"name": "rrf", "share": 0.5, "overrides": {"fusion": "rrf"}}]}`. Overrides are `fusion`, `vectorWeight`, `rerank` and `graphWeights`. It needs `ANSWER_RECORDS`.',
    }),
    validation: variable({
      env: 'VALIDATION_ENABLED',
      schema: flag(),
      default: true,
      description:
        'Whether answers are checked before they are shown. Without it every answer is shown, with no confidence.',
    }),
    selfCorrection: variable({
      env: 'SELF_CORRECTION_ENABLED',
      schema: flag(),
      default: true,
      description: 'Whether an answer that the validator does not accept is corrected before it is declined.',
    }),
    selfCorrectionMaxRetries: variable({
      env: 'SELF_CORRECTION_MAX_RETRIES',
      schema: wholeNumber(0, 2),
      default: 2,
      description: 'Corrections of one answer at most.',
    }),
    ...toolVariables,
  },
});

export type OrchestratorConfig = ConfigValues<typeof orchestratorConfig.variables>;
