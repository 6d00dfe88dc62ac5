import type { AgentView } from './agent-view.js';
import type { DecisionRule, RuleDecision } from './rules/decision-rule.js';
import { answerNotShown, enoughFound, noProgress } from './rules/end.rules.js';
import { bridgeFirst, followBridge, search, searchEachSide, searchWidely } from './rules/first-search.rules.js';
import { followSuggestion } from './rules/follow-suggestion.rule.js';
import { lastIteration } from './rules/last-iteration.rule.js';
import { nothingAsked } from './rules/nothing-asked.rule.js';
import { broaderSearch, expandBest, otherSearch, rephrase } from './rules/search-again.rules.js';

/** What leaves no choice, whoever decides. */
const FORCED: readonly DecisionRule[] = [nothingAsked, lastIteration];

/** The first that has something to say decides; where none has, there is no progress. */
export const DECISION_RULES: readonly DecisionRule[] = [
  ...FORCED,
  followSuggestion,
  searchEachSide,
  bridgeFirst,
  followBridge,
  searchWidely,
  search,
  otherSearch,
  broaderSearch,
  expandBest,
  rephrase,
  answerNotShown,
  enoughFound,
];

export type DecisionByRule = RuleDecision & { readonly rule: string };

/** Chooses the next tool without a language model. The same tool never runs twice with the same inputs. */
export function decideByRules(view: AgentView): DecisionByRule {
  for (const { name, decide } of DECISION_RULES) {
    const decision = decide(view);
    if (decision) return { ...decision, rule: name };
  }
  return { ...noProgress.decide(view), rule: noProgress.name };
}

/** Whether nobody else need be asked. */
export function isForced({ rule }: DecisionByRule): boolean {
  return FORCED.some(({ name }) => name === rule);
}
