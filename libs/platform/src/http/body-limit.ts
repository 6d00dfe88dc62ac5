import { calibrate, detect, submitJob, validate, type AnyOperation } from '@arbiter/contracts';

/** Longest JSON body where a mount does not say: enough for 100 passages, far from what fills the memory. */
export const DEFAULT_BODY_LIMIT_BYTES = 1_024 * 1_024;

/** Documents may travel inside the request that submits them: room for a book, with its escapes. */
export const SUBMISSION_LIMIT_BYTES = 16 * 1_024 * 1_024;

/** Documents; answers and labelled claims with the passages that they are checked against. */
const LARGE: ReadonlySet<string> = new Set([submitJob, validate, detect, calibrate].map(({ name }) => name));

/** Longest JSON body of an operation, in bytes. */
export function bodyLimitOf(operation: AnyOperation): number {
  return LARGE.has(operation.name) ? SUBMISSION_LIMIT_BYTES : DEFAULT_BODY_LIMIT_BYTES;
}
