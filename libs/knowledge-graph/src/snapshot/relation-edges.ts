import { readTie, type Relation } from '@arbiter/changelog';
import type { GraphSchema } from '@arbiter/contracts';
import type { Edge } from '@arbiter/graph';
import { MENTION_FIELDS, type MentionRows } from './graph-snapshot.js';

/**
 * Weight of a relation by what it means. A pair that depends on each other belongs together more than a pair that knows each
 * other; chosen by reasoning, since no labelled communities exist.
 */
const WEIGHTS: Readonly<Record<string, number>> = { place: 1, lead: 1, keep: 1, need: 1, serve: 0.8, belong: 0.8 };
const OTHER_WEIGHT = 0.5;
/** Entities that a passage names together are near, though no relation was read. */
const TOGETHER_WEIGHT = 0.1;
/** Names further apart than this do not count as named together, in UTF-16 code units. */
const TOGETHER_WITHIN = 200;
/** A mention is paired with so many that follow it, so that lists of names stay linear. */
const PAIRS_OF_A_MENTION = 4;

export interface NumberedRelation extends Pick<Relation, 'type'> {
  readonly from: number;
  readonly to: number;
}

function meaningWeightOf(type: string): number {
  return WEIGHTS[readTie(type)?.tie ?? ''] ?? OTHER_WEIGHT;
}

/**
 * Edges of the undirected graph from which importance, communities and distances are computed.
 *
 * @param types a weight that the domain declares counts more than what the words of a type mean
 */
export function edgesOf(
  relations: readonly NumberedRelation[],
  mentions: MentionRows,
  types: GraphSchema['relationTypes'] = [],
): Edge[] {
  const declared = new Map(types.map(({ type, weight }) => [type, weight]));
  const edges: Edge[] = relations
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, type }) => [from, to, declared.get(type) ?? meaningWeightOf(type)]);
  for (let row = 0; row < mentions.length; row += MENTION_FIELDS) {
    for (
      let other = row + MENTION_FIELDS;
      other <= row + PAIRS_OF_A_MENTION * MENTION_FIELDS;
      other += MENTION_FIELDS
    ) {
      if (other >= mentions.length || !isNear(mentions, row, other)) break;
      const [a, b] = [mentions[row] ?? 0, mentions[other] ?? 0];
      if (a !== b) edges.push([a, b, TOGETHER_WEIGHT]);
    }
  }
  return edges;
}

function isNear(mentions: MentionRows, row: number, other: number): boolean {
  const distance = (mentions[other + 2] ?? 0) - (mentions[row + 3] ?? 0);
  return mentions[other + 1] === mentions[row + 1] && distance <= TOGETHER_WITHIN;
}
