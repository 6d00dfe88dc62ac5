import type { Alternative } from '../alternatives.js';
import type { Pursuit } from '../pursuit.js';
import { goOn, type DecisionRule } from './decision-rule.js';

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
