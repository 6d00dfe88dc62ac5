import type { Passage } from '@arbiter/contracts';
import { Result, type ResultFields } from '@arbiter/tool-sdk';
import { sourceOf } from '../query/source-of.js';

/** Where tools and the environment keep passages, so that each finds those of the others. */
export const PASSAGES = 'passages';

/** Passages as a result: as objects for models, as sources for checks. They are sure as the best of them is relevant. */
export function passagesResult(
  passages: readonly Passage[],
  fields: Pick<ResultFields, 'metadata' | 'llmMessage'>,
): Result {
  return new Result({
    ...fields,
    name: PASSAGES,
    payloadType: 'chunks',
    objects: passages.map((passage) => ({ ...passage })),
    confidence: Math.max(0, ...passages.map(({ score }) => score)),
    sources: passages.map((passage) => sourceOf(passage, new Map())),
  });
}
