import type { AgentView, DecisionRule, RuleDecision } from './decision-rule.js';
import { answerNotShown, enoughFound, lastIteration, noProgress, nothingAsked } from './end.rules.js';
import { askGraph, expandPreviewed } from './graph.rules.js';
import { readPages, searchPages } from './pages.rules.js';
import {
  bridgeFirst,
  broaderSearch,
  expandBest,
  followBridge,
  followSuggestion,
  otherSearch,
  rephrase,
  search,
  searchEachSide,
  searchWidely,
} from './search.rules.js';

/** Rules that leave no choice, even to a language model. */
const FORCED: readonly DecisionRule[] = [nothingAsked, lastIteration];

/** The first rule that applies decides; if none applies, there is no progress. */
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
  askGraph,
  expandPreviewed,
  searchPages,
  readPages,
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

/** Whether the rule decides alone, without a language model. */
export function isForced({ rule }: DecisionByRule): boolean {
  return FORCED.some(({ name }) => name === rule);
}
