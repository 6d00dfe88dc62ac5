import type { Decision } from '@arbiter/contracts';
import type { AgentView } from './agent-view.js';
import type { ToolCall } from '../tools/tool-call.js';

/** What a rule says; who decided, and by which rule, is added around it. */
export type RuleDecision = Pick<Decision, 'tool' | 'inputs' | 'reasoning' | 'should_end' | 'impossible'>;

export interface DecisionRule {
  /** Kebab-case; goes into the decision. */
  readonly name: string;
  /** @returns null where the rule has nothing to say */
  readonly decide: (view: AgentView) => RuleDecision | null;
}

/** The run goes on after this call. */
export function goOn({ tool, inputs }: ToolCall, reasoning: string): RuleDecision {
  return { tool, inputs, reasoning, should_end: false, impossible: false };
}

/** The run ends with an answer from what was found. */
export function answer({ answerTool }: AgentView, reasoning: string): RuleDecision {
  return { tool: answerTool, inputs: {}, reasoning, should_end: true, impossible: false };
}

/** The run ends with a refusal; the reasoning begins as published (design document 004). */
export function giveUp({ answerTool }: AgentView, why: string): RuleDecision {
  return { tool: answerTool, inputs: {}, reasoning: `Cannot complete: ${why}`, should_end: true, impossible: true };
}
