import { text, variable, wholeNumber, type ConfigValues } from '@arbiter/platform';

/** Leaves the deadline of a validation, 15 s, room for the features. */
const DEFAULT_TIMEOUT_MS = 2_000;

/** What reads claims together with their evidence; spread them into an arm's `variables`. */
export const entailmentVariables = {
  entailmentModel: variable({
    env: 'VALIDATION_ENTAILMENT_MODEL',
    schema: text(),
    values: 'path of a folder with model.onnx, tokenizer.json and config.json, such as ./my-entailment',
    description:
      'An entailment model that reads each claim together with its evidence; what it says is weighed with the features. Without one features decide alone.',
  }),
  entailmentTimeoutMs: variable({
    env: 'VALIDATION_ENTAILMENT_TIMEOUT_MS',
    schema: wholeNumber(10, 14_000),
    default: DEFAULT_TIMEOUT_MS,
    description: 'Longest wait for the entailment model, in milliseconds; past it the features decide.',
  }),
};

export type EntailmentSettings = ConfigValues<typeof entailmentVariables>;
