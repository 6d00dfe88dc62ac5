import { Passage, type Finding } from '@arbiter/contracts';
import type { Result } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { bridgeNames } from '../query/bridge-names.js';

const MOST_TITLES = 10;
const LONGEST_NAME = 500;

/** The passages of a result, best first; none where its objects are something else. */
export function passagesOf({ payloadType, objects }: Pick<Result, 'payloadType' | 'objects'>): Passage[] {
  if (payloadType !== 'chunks') return [];
  return z.array(Passage).safeParse(objects).data ?? [];
}

/** What a search was asked for; undefined for tools that take no query. */
export function queryOf({ query }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof query === 'string' ? query : undefined;
}

/** What the rules that decide read of a result. */
export function findingOf(tool: string, inputs: Readonly<Record<string, unknown>>, result: Result): Finding {
  const passages = passagesOf(result);
  const [best] = passages;
  const query = queryOf(inputs) ?? '';
  const scores = passages.map(({ score }) => score);
  return {
    tool,
    name: result.name,
    inputs: { ...inputs },
    objects: result.objects.length,
    bestScore: scores.length > 0 ? Math.max(...scores) : (result.confidence ?? null),
    titles: namedOnce(passages.map(({ title }) => title)),
    names: namedOnce(bridgeNames(query, passages)),
    ...(best && {
      best: { chunkId: best.chunkId, documentId: best.documentId, collection: best.collection },
    }),
  };
}

function namedOnce(names: readonly string[]): string[] {
  const known = new Set(names.filter((name) => name !== '').map((name) => name.slice(0, LONGEST_NAME)));
  return [...known].slice(0, MOST_TITLES);
}
