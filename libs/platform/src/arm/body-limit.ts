import { calibrate, submitJob, type AnyOperation } from '@arbiter/contracts';
import { DEFAULT_BODY_LIMIT_BYTES } from '../http/mount-operation-routes.js';

/** Documents may travel inside the request that submits them: room for a book, with its escapes. */
export const SUBMISSION_LIMIT_BYTES = 16 * 1_024 * 1_024;

/** Documents, and labelled claims with the passages that they were checked against. */
const LARGE: ReadonlySet<string> = new Set([submitJob.name, calibrate.name]);

/** Longest JSON body of an operation, in bytes. */
export function bodyLimitOf(operation: AnyOperation): number {
  return LARGE.has(operation.name) ? SUBMISSION_LIMIT_BYTES : DEFAULT_BODY_LIMIT_BYTES;
}
