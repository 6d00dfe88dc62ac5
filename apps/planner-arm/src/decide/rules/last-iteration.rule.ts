import { isWorthReading } from '../pursuit.js';
import { answer, giveUp, type DecisionRule } from './decision-rule.js';
import { triedSearches } from './tried-searches.js';

/** The last decision ends the run, with an answer where there is anything to answer from. */
export const lastIteration: DecisionRule = {
  name: 'last-iteration',
  decide(view) {
    const { iteration, maxIterations, findings } = view.request;
    if (iteration < maxIterations) return null;
    return findings.some(isWorthReading)
      ? answer(view, 'This is the last decision: answer from what was found.')
      : giveUp(view, `nothing relevant was found in ${maxIterations} steps${triedSearches(view)}.`);
  },
};
