import type { DecideRequest, Decision } from '@arbiter/contracts';
import { decomposeQuery } from '../decompose/decompose-query.js';
import { viewOf } from './agent-view.js';
import type { DecisionRule } from './rules/decision-rule.js';
import { answerNotShown, enoughFound, noProgress } from './rules/end.rules.js';
import { bridgeFirst, followBridge, search, searchEachSide, searchWidely } from './rules/first-search.rules.js';
import { followSuggestion } from './rules/follow-suggestion.rule.js';
import { lastIteration } from './rules/last-iteration.rule.js';
import { nothingAsked } from './rules/nothing-asked.rule.js';
import { broaderSearch, expandBest, otherSearch, rephrase } from './rules/search-again.rules.js';

/** The first that has something to say decides; where none has, there is no progress. */
export const DECISION_RULES: readonly DecisionRule[] = [
  nothingAsked,
  lastIteration,
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

/** Chooses the next tool without a language model. The same tool never runs twice with the same inputs. */
export function decideByRules(request: DecideRequest): Decision {
  const view = viewOf(request, request.plan ?? decomposeQuery(request.query));
  for (const { name, decide } of DECISION_RULES) {
    const decision = decide(view);
    if (decision) return { ...decision, by: 'rules', rule: name };
  }
  return { ...noProgress.decide(view), by: 'rules', rule: noProgress.name };
}
