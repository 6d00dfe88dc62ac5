import { flag, variable, wholeNumber, type ConfigValues } from '@arbiter/platform';

/** Leaves the deadline of a validation, 15 s, room for the features. */
const DEFAULT_TIMEOUT_MS = 5_000;

/** What reads an answer together with its question; spread them into an arm's `variables`. */
export const answerabilityVariables = {
  answerability: variable({
    env: 'VALIDATION_ANSWERABILITY',
    schema: flag(),
    default: true,
    description:
      'Whether the packaged answerability model reads each answer together with its question to say whether it answers it. Without it features decide alone.',
  }),
  answerabilityTimeoutMs: variable({
    env: 'VALIDATION_ANSWERABILITY_TIMEOUT_MS',
    schema: wholeNumber(10, 14_000),
    default: DEFAULT_TIMEOUT_MS,
    description: 'Longest wait for the answerability model, in milliseconds; past it the features decide.',
  }),
};

export type AnswerabilitySettings = ConfigValues<typeof answerabilityVariables>;
