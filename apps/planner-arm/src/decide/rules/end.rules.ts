import type { AgentView } from '../agent-view.js';
import { ANSWER_TOOL, ownName } from '../../tool-names.js';
import { isWorthReading } from '../pursuit.js';
import { answer, giveUp, type DecisionRule, type RuleDecision } from './decision-rule.js';
import { triedSearches } from './tried-searches.js';

/** An answer from all that was found was written, and is not good enough to be shown: writing it again would not help. */
export const answerNotShown: DecisionRule = {
  name: 'answer-not-shown',
  decide(view) {
    const last = view.request.completed.at(-1);
    if (view.current || !last || ownName(last.tool) !== ANSWER_TOOL) return null;
    return giveUp(view, 'what was found does not support an answer well enough, and there is nothing else to try.');
  },
};

/** Nothing is left to try, and something was found. */
export const enoughFound: DecisionRule = {
  name: 'enough-found',
  decide(view) {
    if (view.current || !view.request.findings.some(isWorthReading)) return null;
    const missing = view.pursuits.filter(({ findings }) => !findings.some(isWorthReading));
    const partly = view.pursuits.length > missing.length && missing.length > 0;
    return answer(
      view,
      partly
        ? `Answer from what was found; nothing was found for ${missing.map(({ query }) => `"${query}"`).join(', ')}.`
        : 'Enough was found to answer.',
    );
  },
};

/** Decides whatever the other rules leave: nothing is left to try, and nothing was found. */
export const noProgress = {
  name: 'no-progress',
  decide(view) {
    return giveUp(
      view,
      view.made.length === 0
        ? 'no search can run now.'
        : `nothing relevant was found${triedSearches(view)}, and there is nothing else to try.`,
    );
  },
} satisfies DecisionRule & { decide: (view: AgentView) => RuleDecision };
