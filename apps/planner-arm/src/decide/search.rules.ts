import type { ToolDescriptor, ToolFailure } from '@arbiter/contracts';
import { goOn, searchesFor, type AgentView, type DecisionRule, type RuleDecision } from './decision-rule.js';
import { callAt, repeats, searchCall, WIDE_LIMIT, type ToolCall } from '../tools/tool-call.js';
import type { Alternative, Pursuit } from './pursuit.js';
import { isSearch, ownName, parametersOf } from '../tools/offered-tools.js';
import { broaderTerms } from '../tools/rephrase.js';

/** A comparison is searched for once for each of its sides. */
export const searchEachSide = firstSearch(
  'search-each-side',
  ({ queryType, pursuits }) => queryType === 'comparative' && pursuits.length > 1,
  () => 'A comparison: one search for each side.',
);

/** A part that another part depends on is searched first. */
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

/** After an empty result the other searches run: words find passages that meaning misses, and the reverse. */
export const otherSearch = alternative('other-search', 'empty-result', ({ query }, tool) => {
  return `Nothing was found for "${query}": try ${tool}.`;
});

/** Then with fewer words. */
export const broaderSearch = alternative('broader-terms', 'broader-terms', ({ query }) => {
  return `No search finds anything for "${query}": use broader terms.`;
});

/** A passage of uncertain relevance may be relevant together with its context. */
export const expandBest = alternative('expand', 'expand-best', () => {
  return 'What was found is not surely relevant: read more around the best passage.';
});

/** Then the question is reduced to the words of its subject matter. */
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

const BROADER = /\b(?:broader|fewer|more general|simpler|shorter)\b/i;

/**
 * The call that failed last said what to try instead: another tool by its name, or broader terms. A tool is followed to
 * only with inputs that are known already, the question or the place of a passage: a suggestion makes none up.
 */
export const followSuggestion: DecisionRule = {
  name: 'follow-suggestion',
  decide(view) {
    const failure = lastFailure(view);
    if (failure?.suggestion === undefined) return null;
    const { suggestion } = failure;
    const query = typeof failure.inputs?.query === 'string' ? failure.inputs.query : view.request.query;
    const others = view.request.tools
      .filter(({ name }) => ownName(name) !== ownName(failure.tool) && namedAt(suggestion, name) >= 0)
      .sort((a, b) => namedAt(suggestion, a.name) - namedAt(suggestion, b.name));
    const failed = view.request.tools.find(({ name }) => ownName(name) === ownName(failure.tool));
    const calls = [
      ...others.flatMap((tool) => callFor(tool, query, view) ?? []),
      ...(BROADER.test(suggestion) && failed && isSearch(failed.name) ? [searchCall(failed, broaderTerms(query))] : []),
    ];
    const call = calls.find((candidate) => !view.made.some((earlier) => repeats(candidate, earlier)));
    return call ? goOn(call, 'The last step led nowhere, so another way is tried.') : null;
  },
};

/** Null once another call has followed it. */
function lastFailure({ request: { errors, completed } }: AgentView): ToolFailure | null {
  const failure = errors.at(-1);
  const last = completed.at(-1);
  if (!failure || (last && ownName(last.tool) !== ownName(failure.tool))) return null;
  return failure;
}

/** Where it is named, -1 where it is not: "Try ColQwen visual search" names `colqwen_visual_search`. */
function namedAt(suggestion: string, tool: string): number {
  const asWords = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const at = [tool, ownName(tool)].map((name) => asWords(suggestion).indexOf(asWords(name)));
  return Math.max(...at);
}

function callFor(tool: ToolDescriptor, query: string, { request: { findings } }: AgentView): ToolCall | null {
  const { properties, required } = parametersOf(tool);
  if ('query' in properties) return required.every((name) => name === 'query') ? searchCall(tool, query) : null;
  const location = findings.findLast(({ best }) => best)?.best;
  return location ? callAt(tool, location) : null;
}
