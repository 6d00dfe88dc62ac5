import { answer, giveUp, type AgentView, type DecisionRule, type RuleDecision } from './decision-rule.js';
import { repeats } from '../tools/tool-call.js';
import { ANSWER_TOOL, isSearch, ownName } from '../tools/offered-tools.js';
import { isWorthReading } from './pursuit.js';

/** An answer was written from all that was found, and is not good enough to be shown: writing it again would not help. */
export const answerNotShown: DecisionRule = {
  name: 'answer-not-shown',
  decide(view) {
    const { completed, findings } = view.request;
    const answeredAt = completed.findLastIndex(({ tool }) => ownName(tool) === ANSWER_TOOL);
    const isNew = completed
      .slice(answeredAt + 1)
      .some((call) => findings.some((finding) => finding.objects > 0 && repeats(finding, call)));
    if (view.current || answeredAt < 0 || isNew) return null;
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

/** A message that asks nothing of the documents is not searched for. */
export const nothingAsked: DecisionRule = {
  name: 'nothing-asked',
  decide(view) {
    switch (view.queryType) {
      case 'conversational':
        return giveUp(view, 'this asks nothing that documents could answer.');
      case 'out_of_scope':
        return giveUp(view, 'no document can tell this.');
      default:
        return null;
    }
  },
};

/** Queries that a refusal names at most. */
const NAMED = 3;

/** Queries searched so far, as the end of a sentence; '' if there are none. */
function triedSearches({ made }: AgentView): string {
  const queries = made.flatMap(({ tool, inputs: { query } }) =>
    isSearch(tool) && typeof query === 'string' ? [`"${query}"`] : [],
  );
  const distinct = [...new Set(queries)];
  if (distinct.length === 0) return '';
  const rest = distinct.length > NAMED ? ` and ${distinct.length - NAMED} more` : '';
  return `, searching for ${distinct.slice(0, NAMED).join(', ')}${rest}`;
}
