import { buildGraph, communityHierarchy } from '@arbiter/graph';
import { edgesOf } from '../src/snapshot/relation-edges.js';
import {
  type GraphSnapshot,
  MENTION_FIELDS,
  SNAPSHOT_FORMAT,
  type SnapshotRelation,
} from '../src/snapshot/graph-snapshot.js';
import { SCHEMA } from './towns.js';

/** What each document of {@link snapshotByHand} says of its entity. */
export const SENTENCE = 'It is a pump of the works.';

/**
 * A snapshot of any size without the cost of extraction: one document an entity, each defined by {@link SENTENCE}.
 *
 * @param ties pairs of positions, each a relation `feeds`
 * @param mentions rows of entity, document, start and end, in any order
 */
export function snapshotByHand(
  count: number,
  ties: readonly (readonly [from: number, to: number])[],
  mentions: readonly (readonly [number, number, number, number])[] = [],
): GraphSnapshot {
  const evidence = { document: 0, start: 0, end: SENTENCE.length };
  const relations = ties.map(([from, to]): SnapshotRelation => ({ from, to, type: 'feeds', evidence }));
  const rows = mentions.toSorted((a, b) => a[1] - b[1] || a[2] - b[2] || a[0] - b[0]);
  const numbers = Uint32Array.from(rows.flat());
  if (numbers.length !== rows.length * MENTION_FIELDS) throw new RangeError('a mention has four numbers');
  return {
    ...{ format: SNAPSHOT_FORMAT, collection: 'works', version: 'v1', schema: SCHEMA },
    ...{ changelogEvent: 0, changelogSession: null, relations, mentions: numbers },
    documents: Array.from({ length: Math.max(1, count) }, (_, at) => ({
      ...{ id: `doc-${at}`, title: `Pump ${at}`, source: `machine/pump-${at}.md`, session: null },
    })),
    entities: Array.from({ length: count }, (_, at) => ({
      ...{ id: `pump-${at}`, name: `Pump ${at}`, type: 'machine', aliases: [`P-${at}`], definition: SENTENCE },
      ...{ definedAt: { document: at, start: 0, end: SENTENCE.length }, describedIn: [at], nameVotes: { machine: 1 } },
      importance: { degree: 0, betweenness: 0, pageRank: 0, composite: at === 0 ? 1 : 0.1 },
    })),
    levels:
      count === 0
        ? []
        : communityHierarchy(buildGraph(count, edgesOf(relations, numbers)), { maxCommunitySize: 24, seed: 1 }),
  };
}
