import { type ChunkFilter, clausesOf, type FactClause } from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import type { QdrantSettings } from './qdrant-options.js';

export type PointFilter = Schemas['Filter'] & {
  readonly must: Schemas['Condition'][];
  readonly must_not: Schemas['Condition'][];
};

/** What a search asks for besides nearness. */
interface ChunkRestriction {
  readonly filter?: ChunkFilter;
  readonly chunkIds?: readonly string[];
}

/** The chunks that are there as of a commit. Never the commit record, which has no `from`. */
export function visibleAt(commit: number): PointFilter {
  return {
    must: [{ key: 'from', range: { lte: commit } }],
    must_not: [{ key: 'until', range: { lte: commit } }],
  };
}

/** @returns null when no chunk can pass */
export function matching(commit: number, { filter = [], chunkIds }: ChunkRestriction): PointFilter | null {
  const visible = visibleAt(commit);
  const clauses = clausesOf(filter);
  const isImpossible = ({ anyOf, negated, orWithout }: FactClause): boolean =>
    anyOf.length === 0 && !negated && orWithout === undefined;
  if (chunkIds?.length === 0 || clauses.some(isImpossible)) return null;
  const conditions = (wanted: boolean): Schemas['Condition'][] =>
    clauses
      .filter(({ anyOf, negated, orWithout }) => negated !== wanted && anyOf.length > 0 && orWithout === undefined)
      .map(({ anyOf }) => oneOf('facts', anyOf));
  const eitherWay = clauses.flatMap(({ anyOf, negated, orWithout }): Schemas['Condition'][] => {
    if (orWithout === undefined) return [];
    const without = { must_not: [oneOf('facts', [orWithout])] };
    const held = oneOf('facts', anyOf);
    return [{ should: [without, ...(negated ? [{ must_not: [held] }] : anyOf.length > 0 ? [held] : [])] }];
  });
  return {
    must: [
      ...visible.must,
      ...(chunkIds === undefined ? [] : [oneOf('chunk_id', chunkIds)]),
      ...conditions(true),
      ...eitherWay,
    ],
    must_not: [...visible.must_not, ...conditions(false)],
  };
}

/** The visible chunks of some documents. */
export function ofDocuments(commit: number, documentIds: readonly string[]): PointFilter {
  const visible = visibleAt(commit);
  return { ...visible, must: [...visible.must, oneOf('document_id', documentIds)] };
}

/** What a write left that did not come to its commit. */
export function writtenAfter(commit: number): Schemas['Filter'] {
  return { must: [{ key: 'from', range: { gt: commit } }] };
}

/** What a write marked that did not come to its commit. */
export function markedAfter(commit: number): Schemas['Filter'] {
  return { must: [{ key: 'until', range: { gt: commit } }] };
}

/** What was replaced or deleted by this commit or an earlier one. */
export function endedBy(commit: number): Schemas['Filter'] {
  return { must: [{ key: 'until', range: { lte: commit } }] };
}

function oneOf(key: string, values: readonly string[]): Schemas['FieldCondition'] {
  return { key, match: { any: [...values] } };
}

/**
 * How the server compares vectors. Exact searches read the originals. Others walk the graph over int8 vectors, and rescore
 * the hits with the originals (`rescore`). Scores are exact cosines either way. If a collection, or a filter's share of
 * it, is small, the server compares all on its own (`exactBelow`): it knows the sizes, we would have to ask.
 *
 * @param count wanted hits
 */
export function searchParams(
  { hnsw, quantisation }: QdrantSettings,
  { count, exact }: { readonly count: number; readonly exact: boolean },
): Schemas['SearchParams'] {
  if (exact) return { exact: true, quantization: { ignore: true } };
  return {
    hnsw_ef: Math.max(hnsw.ef, count),
    ...(quantisation !== null && { quantization: { rescore: true, oversampling: quantisation.oversampling } }),
  };
}
