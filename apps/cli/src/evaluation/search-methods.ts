import { SearchMethod, type OperationRequest, type search } from '@arbiter/contracts';
import { parseMethods } from './compare-methods.js';

/** What of a search request makes the method; the question, the limit and the like are the evaluation's. */
export type MethodFields = Omit<
  OperationRequest<typeof search>,
  'query' | 'limit' | 'filters' | 'min_relevance_score' | 'knowledge_bases' | 'include_synthesis' | 'max_per_document'
>;

/** The request that says nothing: what users get. */
export const DEFAULT_METHOD = 'default';

/** What can be measured, by the name it has on the command line and in reports. */
export const METHODS: Readonly<Record<string, MethodFields>> = {
  [DEFAULT_METHOD]: {},
  keyword: { method: 'keyword' },
  vector: { method: 'vector' },
  rrf: { method: 'hybrid', fusion: 'rrf', rerank: false },
  fast: { method: 'hybrid', fusion: 'z-score', rerank: false },
  hybrid: { method: 'hybrid', rerank: false },
  'hybrid+rerank': { method: 'hybrid', rerank: true },
};

/** Measured when nothing is asked for. */
export const USUAL_METHODS = 'keyword,vector,hybrid';

/** What the retriever's settings put where a request says nothing; without `rerank` where no reranker is named. */
export function shippedFields(settings: Readonly<Record<string, string | null>>): MethodFields {
  const method = SearchMethod.safeParse(settings.RETRIEVER_DEFAULT_METHOD);
  const hasReranker = (settings.RERANKER_MODEL ?? null) !== null;
  return {
    ...(method.success && { method: method.data }),
    ...(hasReranker && { rerank: true }),
  };
}

/** Methods whose requests are the same to the retriever: one measurement serves them all. */
export interface MethodGroup {
  readonly names: readonly [string, ...string[]];
  readonly fields: MethodFields;
}

/**
 * The methods of a comma-separated list and the default, in the order of the table.
 *
 * @param shipped see shippedFields
 * @throws ArbiterError INVALID_REQUEST that names those there are
 */
export function groupMethods(list: string, shipped: MethodFields): MethodGroup[] {
  const asked = parseMethods(list, Object.keys(METHODS));
  const wanted = new Set([DEFAULT_METHOD, ...asked]);
  const groups = new Map<string, MethodGroup>();
  for (const [name, fields] of Object.entries(METHODS)) {
    if (!wanted.has(name)) continue;
    const fixed = { ...shipped, ...fields, ...(shipped.rerank === undefined && { rerank: false }) };
    const request = JSON.stringify(fixed);
    const earlier = groups.get(request);
    groups.set(request, earlier ? { ...earlier, names: [...earlier.names, name] } : { names: [name], fields });
  }
  return [...groups.values()];
}
