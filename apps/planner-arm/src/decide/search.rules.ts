import { searchesFor, type AgentView } from './agent-view.js';
import { searchCall, WIDE_LIMIT } from '../tools/tool-call.js';
import { goOn, type DecisionRule, type RuleDecision } from './decision-rule.js';
import type { Alternative } from './alternatives.js';
import type { Pursuit } from './pursuit.js';

/** A comparison is searched for once for each of its sides. */
export const searchEachSide = firstSearch(
  'search-each-side',
  ({ queryType, pursuits }) => queryType === 'comparative' && pursuits.length > 1,
  () => 'A comparison: one search for each side.',
);

/** What another part depends on is found out first. */
export const bridgeFirst = firstSearch(
  'bridge-first',
  ({ pursuits, current }) =>
    pursuits.some(({ subQuery }) => subQuery.dependencies.includes(current?.subQuery.id ?? '')),
  () => 'The question describes what it does not name: find that out first.',
);

/** Then the whole, with the names that were found. */
export const followBridge = firstSearch(
  'follow-bridge',
  ({ current }) => (current?.subQuery.dependencies.length ?? 0) > 0,
  ({ current }) =>
    current && current.query !== current.subQuery.query
      ? 'Search for the whole question with what the first search has named.'
      : 'Search for the whole question, though the first search has named nobody.',
);

/** Lists and procedures are spread over many passages. */
export const searchWidely = firstSearch(
  'search-widely',
  ({ queryType }) => queryType === 'list_building' || queryType === 'procedural',
  () => 'The answer is a list or has steps: search for many passages.',
  WIDE_LIMIT,
);

/** Nothing was searched for yet. */
export const search = firstSearch(
  'search',
  () => true,
  () => 'Nothing has been searched for yet.',
);

function firstSearch(
  name: string,
  applies: (view: AgentView) => boolean,
  why: (view: AgentView) => string,
  limit?: number,
): DecisionRule {
  return {
    name,
    decide(view): RuleDecision | null {
      const { current, request } = view;
      if (current?.outcome !== 'open' || !applies(view)) return null;
      const [tool] = searchesFor(current.subQuery.suggestedTool, request);
      return tool ? goOn(searchCall(tool, current.query, limit), why(view)) : null;
    },
  };
}

/** An empty result is looked for with the other searches: by words what meaning misses, and the other way round. */
export const otherSearch = alternative('other-search', 'empty-result', ({ query }, tool) => {
  return `Nothing was found for "${query}": try ${tool}.`;
});

/** Then with fewer words. */
export const broaderSearch = alternative('broader-terms', 'broader-terms', ({ query }) => {
  return `No search finds anything for "${query}": use broader terms.`;
});

/** What is not surely relevant may be so together with what stands around it. */
export const expandBest = alternative('expand', 'expand-best', () => {
  return 'What was found is not surely relevant: read more around the best passage.';
});

/** Then the question is put in other words: those of its subject matter alone. */
export const rephrase = alternative('rephrase', 'rephrase', () => {
  return 'What was found is not surely relevant: search for the words of its subject alone.';
});

function alternative(
  kind: Alternative['kind'],
  name: string,
  why: (pursuit: Pursuit, tool: string) => string,
): DecisionRule {
  return {
    name,
    decide({ current, alternatives: [next] }) {
      return current && next?.kind === kind ? goOn(next.call, why(current, next.call.tool)) : null;
    },
  };
}
