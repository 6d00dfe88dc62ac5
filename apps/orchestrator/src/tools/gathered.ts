import { ArbiterError, Passage, type Source } from '@arbiter/contracts';
import { Result, type Availability, type ResultFields, type ToolCall, type TreeData } from '@arbiter/tool-sdk';
import { sourceOf } from '../retrieval/passage-source.js';

/** Passages that a synthesis takes, and sources that a check takes (contracts). */
const MAX_PASSAGES = 100;
const MAX_SOURCES = 200;

/**
 * The passages that a run has found so far: in its environment, what was put out of sight included, and in the steps that
 * the present one depends on.
 *
 * @returns each once, most relevant first, at most 100
 */
export function gatheredPassages({ environment }: TreeData, { previousResults }: ToolCall): Passage[] {
  const payloads = [
    ...environment.archivedResults(),
    ...environment.visible(),
    ...[...previousResults.values()].flatMap(({ data }) => data),
  ];
  const passages = payloads
    .filter(({ payloadType }) => payloadType === 'chunks')
    .flatMap(({ objects }) => objects)
    .flatMap((object) => Passage.safeParse(object).data ?? []);
  return mostRelevant(passages, ({ chunkId }) => chunkId).slice(0, MAX_PASSAGES);
}

/**
 * The same as sources, with those that are no passages: pages of the web.
 *
 * @returns each once, most relevant first, at most 200
 */
export function gatheredSources({ environment }: TreeData, { previousResults }: ToolCall): Source[] {
  const sources = [
    ...[...environment.archivedResults(), ...environment.visible()].flatMap((result) => result.sources),
    ...[...previousResults.values()].flatMap((result) => result.sources ?? []),
  ];
  return mostRelevant(sources, ({ id }) => id).slice(0, MAX_SOURCES);
}

export const NO_PASSAGES = 'No passage has been found yet.';

/** Whether a tool has anything to work on that needs a passage in sight. */
export function availableWithPassages({ environment }: TreeData): Promise<Availability> {
  const hasPassages = environment.visible().some(({ payloadType }) => payloadType === 'chunks');
  return Promise.resolve(hasPassages ? { available: true } : { available: false, reason: NO_PASSAGES });
}

function mostRelevant<T extends { readonly score: number }>(found: readonly T[], idOf: (each: T) => string): T[] {
  const best = new Map<string, T>();
  for (const each of [...found].sort((a, b) => b.score - a.score)) {
    if (!best.has(idOf(each))) best.set(idOf(each), each);
  }
  return [...best.values()];
}

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

/**
 * The collections that a tool may look into.
 *
 * @param asked one of them, as a model or a plan names it
 * @returns undefined for all of the library
 * @throws ArbiterError FORBIDDEN when it is not among the collections of the run
 */
export function collectionsFor({ collectionNames }: TreeData, asked?: string): string[] | undefined {
  if (asked === undefined) return collectionNames.length > 0 ? [...collectionNames] : undefined;
  if (collectionNames.length === 0 || collectionNames.includes(asked)) return [asked];
  throw new ArbiterError(
    'FORBIDDEN',
    `The collection "${asked}" is not part of this run. It may use ${collectionNames.map((name) => `"${name}"`).join(', ')}.`,
    { details: { collection: asked, collections: collectionNames } },
  );
}
