import {
  queryTypeOf,
  type DecomposedQuery,
  type ExecutionPlan,
  type QuestionType,
  type SearchFallback,
  type SubQuery,
} from '@arbiter/contracts';
import { scopeOf } from '@arbiter/question-types';
import { planBatches } from '@arbiter/tool-sdk';
import type { SEARCH_TOOLS } from '../tools/offered-tools.js';
import { WIDE_LIMIT } from '../tools/tool-call.js';

type SearchTool = (typeof SEARCH_TOOLS)[number];

/** One search of a plan, in the order of its importance. */
export type PlannedSearch = Pick<SubQuery, 'id' | 'query' | 'dependencies'> & { readonly tool: SearchTool };

/** Stands in for a search: by words when vectors cannot be had, by meaning when words find too little. */
const FALLBACKS: Readonly<Record<SearchTool, SearchFallback>> = {
  'hybrid-search': { tool: 'keyword-search', condition: 'on_error' },
  'vector-search': { tool: 'keyword-search', condition: 'on_low_confidence' },
  'keyword-search': { tool: 'vector-search', condition: 'on_low_confidence' },
};

/** Kinds of question whose answers stand in many passages. */
const WIDE: readonly QuestionType[] = ['list_building', 'procedural'];

/** Tells a model that writes the answer about its shape; extraction reads the type instead. */
const SYNTHESIS_PROMPTS: Partial<Record<QuestionType, string>> = {
  comparative: 'Say for each subject what the sources state, then how they differ.',
  multi_hop: 'First say who or what is described, then answer the question about them.',
  procedural: 'Give the steps in order.',
  list_building: 'Give a list, one item a line.',
};

/** The plan of a question: its searches with tool, fallback and limit, and the order in which they run. */
export function assemblePlan(
  query: string,
  queryType: QuestionType,
  searches: readonly PlannedSearch[],
): DecomposedQuery {
  const subQueries = searches.map(({ tool, ...search }, index) => ({
    ...search,
    suggestedTool: tool,
    priority: index + 1,
    ...searchTerms(tool, queryType),
  }));
  const synthesisPrompt = SYNTHESIS_PROMPTS[queryType];
  const scope = scopeOf(query);
  return {
    originalQuery: query,
    queryType,
    ...(scope !== 'local' && { scope }),
    subQueries,
    executionPlan: executionPlanOf(subQueries),
    synthesisRequired: subQueries.length > 1 || queryTypeOf(queryType) !== 'simple_lookup',
    ...(synthesisPrompt !== undefined && { synthesisPrompt }),
  };
}

/** The fallback of a search, and its limit where the question needs many passages. */
export function searchTerms(
  tool: SearchTool,
  queryType: QuestionType,
): { readonly fallback: SearchFallback; readonly limit?: number } {
  return { fallback: FALLBACKS[tool], ...(WIDE.includes(queryType) && { limit: WIDE_LIMIT }) };
}

type Dependent = Pick<SubQuery, 'id' | 'dependencies'>;

/** Batches of sub-queries, each of which runs as soon as all it depends on have run. */
export function executionPlanOf(subQueries: readonly Dependent[]): ExecutionPlan {
  const batches = layersOf(subQueries).batches.map((batch) => batch.map(({ id }) => id));
  const widest = Math.max(...batches.map((batch) => batch.length));
  const strategy = batches.length === 1 && widest > 1 ? 'parallel' : widest > 1 ? 'hybrid' : 'sequential';
  return { strategy, batches };
}

/** Whether some can never run: they wait for each other, or for one that is not there. */
export function isStuck(subQueries: readonly Dependent[]): boolean {
  return layersOf(subQueries).stuck.length > 0;
}

function layersOf(subQueries: readonly Dependent[]) {
  return planBatches(
    subQueries.map(({ id, dependencies }) => ({ id, dependencies, executionMode: 'parallel' as const })),
  );
}
