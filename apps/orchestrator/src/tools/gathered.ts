import { Passage, type Source } from '@arbiter/contracts';
import type { ToolCall, TreeData } from '@arbiter/tool-sdk';

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

function mostRelevant<T extends { readonly score: number }>(found: readonly T[], idOf: (each: T) => string): T[] {
  const best = new Map<string, T>();
  for (const each of [...found].sort((a, b) => b.score - a.score)) {
    if (!best.has(idOf(each))) best.set(idOf(each), each);
  }
  return [...best.values()];
}
