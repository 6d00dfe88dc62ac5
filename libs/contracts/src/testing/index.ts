import { readFileSync } from 'node:fs';
import type { OperationName } from '../operation/define-operation.js';

/** A request that its operation refuses. */
export interface RejectedRequest {
  readonly title: string;
  /** Dotted path of the field that INVALID_REQUEST names; '' for the input as a whole. */
  readonly field: string;
  readonly input: unknown;
}

interface Repeated {
  readonly repeat: unknown;
  readonly times: number;
}

const REQUESTS = readFileSync(new URL('../../test/rejected-requests.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line, unfold) as RejectedRequest & { readonly operation: OperationName });

/** The requests that contract tests send and that must be refused; none for an operation of a test. */
export function rejectedRequests(name: OperationName): RejectedRequest[] {
  return REQUESTS.filter(({ operation }) => operation === name);
}

/** The names of the operations with such requests, once for each request. */
export function rejectedOperations(): OperationName[] {
  return REQUESTS.map(({ operation }) => operation);
}

/** `{"repeat": x, "times": n}` stands for n times the text x, or a list of n times the value x. */
function unfold(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('repeat' in value)) return value;
  const { repeat, times } = value as Repeated;
  return typeof repeat === 'string' ? repeat.repeat(times) : Array.from({ length: times }, () => repeat);
}
