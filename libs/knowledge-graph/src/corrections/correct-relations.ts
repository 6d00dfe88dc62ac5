import { ArbiterError, type GraphCorrection } from '@arbiter/contracts';
import { type CorrectableGraph, distinctRelations, entityIn } from './correctable-graph.js';

type Ends = Pick<Extract<GraphCorrection, { kind: 'add-relation' }>, 'from' | 'type' | 'to'>;

/** @throws ArbiterError NOT_FOUND for an unknown end, CONFLICT for a relation that is there already */
export function addRelation(graph: CorrectableGraph, { from, type, to }: Ends): CorrectableGraph {
  assertEnds(graph, { from, type, to });
  if (graph.relations.some((one) => one.from === from && one.type === type && one.to === to))
    throw new ArbiterError('CONFLICT', `The relation "${from} ${type} ${to}" is in the knowledge graph already.`, {
      details: { from, type, to },
    });
  return { ...graph, relations: [...graph.relations, { from, type, to, evidence: null }] };
}

/** Keeps the place that tells it. @throws ArbiterError NOT_FOUND for an unknown relation or end */
export function editRelation(
  graph: CorrectableGraph,
  correction: Extract<GraphCorrection, { kind: 'edit-relation' }>,
): CorrectableGraph {
  const at = positionOf(graph, correction);
  const { from, type, to, becomes } = correction;
  const now = { from: becomes.from ?? from, type: becomes.type ?? type, to: becomes.to ?? to };
  assertEnds(graph, now);
  return {
    ...graph,
    relations: distinctRelations(
      graph.relations.map((relation, position) => (position === at ? { ...relation, ...now } : relation)),
    ),
  };
}

/** @throws ArbiterError NOT_FOUND */
export function deleteRelation(graph: CorrectableGraph, relation: Ends): CorrectableGraph {
  const at = positionOf(graph, relation);
  return { ...graph, relations: graph.relations.filter((_, position) => position !== at) };
}

/** @throws ArbiterError NOT_FOUND for an unknown end, INVALID_REQUEST for a relation of an entity to itself */
function assertEnds(graph: CorrectableGraph, { from, type, to }: Ends): void {
  for (const end of [from, to]) entityIn(graph, end);
  if (from === to)
    throw new ArbiterError('INVALID_REQUEST', `A relation "${type}" of "${from}" to itself says nothing.`, {
      details: { from, type, to },
    });
}

/** @throws ArbiterError NOT_FOUND, with the relations that there are between the two */
function positionOf(graph: CorrectableGraph, { from, type, to }: Ends): number {
  for (const end of [from, to]) entityIn(graph, end);
  const at = graph.relations.findIndex((one) => one.from === from && one.type === type && one.to === to);
  if (at !== -1) return at;
  const others = graph.relations.filter((one) => [one.from, one.to].every((end) => end === from || end === to));
  const known = others.map((one) => `"${one.from} ${one.type} ${one.to}"`).join(', ');
  throw new ArbiterError(
    'NOT_FOUND',
    `The documents do not say "${from} ${type} ${to}"${known === '' ? '' : `, but ${known}`}. Relations of the changelog are reverted there.`,
    { details: { from, type, to } },
  );
}
