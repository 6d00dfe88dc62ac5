import { flag, variable, wholeNumber, type ConfigValues } from '@arbiter/platform';

/** Leaves the deadline of a validation, 15 s, room for the other checks. */
const VALIDATION_TIMEOUT_MS = 5_000;
/** Some ten passages of 200 tokens take half a second of one core. */
const SYNTHESIS_TIMEOUT_MS = 5_000;
const LONGEST_TIMEOUT_MS = 14_000;

/** The reader as the validator uses it; spread them into the arm's `variables`. */
export const readerVariables = {
  reader: variable({
    env: 'VALIDATION_READER',
    schema: flag(),
    default: true,
    description:
      'Whether the packaged reader reads each source together with the question to say whether the answer says what the source does. Without it answers are held to a stricter gate.',
  }),
  readerTimeoutMs: variable({
    env: 'VALIDATION_READER_TIMEOUT_MS',
    schema: wholeNumber(10, LONGEST_TIMEOUT_MS),
    default: VALIDATION_TIMEOUT_MS,
    description: 'Longest wait for the reader, in milliseconds; past it an answer is validated without it.',
  }),
};

export type ReaderSettings = ConfigValues<typeof readerVariables>;

/** The reader as the retriever uses it; spread them into the arm's `variables`. */
export const synthesisReaderVariables = {
  synthesisReader: variable({
    env: 'SYNTHESIS_READER',
    yaml: 'synthesis.reader',
    schema: flag(),
    default: true,
    description:
      'Whether the packaged reader finds the words that answer in what a search has found. Without it the synthesis is made of the best passages as they rank, and says so.',
  }),
  synthesisReaderTimeoutMs: variable({
    env: 'SYNTHESIS_READER_TIMEOUT_MS',
    yaml: 'synthesis.reader_timeout_ms',
    schema: wholeNumber(10, LONGEST_TIMEOUT_MS),
    default: SYNTHESIS_TIMEOUT_MS,
    description: 'Longest wait for the reader, in milliseconds; past it a synthesis is made without it.',
  }),
};
