import type { DecideRequest, Decision, QuestionType, SubQuery, ToolDescriptor } from '@arbiter/contracts';
import { ANSWER_TOOL, offeredAs, ownName, PUBLISHED_ANSWER_TOOL, SEARCH_TOOLS } from '../tools/offered-tools.js';
import { alternativesFor, pursuitsOf, type Alternative, type Pursuit } from './pursuit.js';
import { callsMade, type ToolCall } from '../tools/tool-call.js';

/** The parts of a decomposed question that the rules read. */
export interface QuestionPlan {
  readonly queryType: QuestionType;
  readonly subQueries: readonly SubQuery[];
}

/** Input of the rules: a request to decide, and the state of the parts of its question. */
export interface AgentView {
  readonly request: DecideRequest;
  readonly queryType: QuestionType;
  readonly pursuits: readonly Pursuit[];
  /** The part to work on next; null when nothing is left to try. */
  readonly current: Pursuit | null;
  /** Of the current part; empty where it was not searched for yet. */
  readonly alternatives: readonly Alternative[];
  /** Every call that has been made. */
  readonly made: readonly ToolCall[];
  /** The tool that ends the run, by the name it goes by here. */
  readonly answerTool: string;
}

/** A tool that failed so often without finding anything is not asked again. */
const MOST_FAILURES = 2;

export function viewOf(request: DecideRequest, plan: QuestionPlan): AgentView {
  const made = callsMade(request);
  const pursuits = pursuitsOf(request, plan.subQueries);
  const alternatives = new Map(
    pursuits.map((pursuit) => {
      const offer = { tools: request.tools, searches: searchesFor(pursuit.subQuery.suggestedTool, request) };
      return [pursuit.subQuery.id, alternativesFor(pursuit, offer, made)];
    }),
  );
  const settled = new Set<string>();
  const hasSearch = searchesFor('', request).length > 0;
  for (const { subQuery, outcome } of pursuits) {
    const isOpen = outcome === 'open' && hasSearch;
    if (!isOpen && (outcome === 'found' || alternatives.get(subQuery.id)?.length === 0)) settled.add(subQuery.id);
  }
  const ready = pursuits.filter(
    ({ subQuery: { id, dependencies } }) => !settled.has(id) && dependencies.every((needed) => settled.has(needed)),
  );
  // Each side of a comparison is searched for once before more is done about the first.
  const current = ready.find(({ outcome }) => outcome === 'open') ?? ready[0] ?? null;
  return {
    request,
    queryType: request.queryType ?? plan.queryType,
    pursuits,
    current,
    alternatives: current ? (alternatives.get(current.subQuery.id) ?? []) : [],
    made,
    answerTool: answerToolOf(request),
  };
}

/** The searches that are offered, the suggested one first; those that keep failing last, if nothing else is there. */
export function searchesFor(suggestedTool: string, { tools, errors, findings }: DecideRequest): ToolDescriptor[] {
  const order = [...new Set([ownName(suggestedTool), ...SEARCH_TOOLS])];
  const offered = order
    .filter((name) => SEARCH_TOOLS.some((search) => search === name))
    .flatMap((name) => offeredAs(tools, name) ?? []);
  const works = ({ name }: ToolDescriptor): boolean =>
    errors.filter(({ tool }) => ownName(tool) === ownName(name)).length < MOST_FAILURES ||
    findings.some(({ tool, objects }) => ownName(tool) === ownName(name) && objects > 0);
  const working = offered.filter(works);
  return working.length > 0 ? working : offered;
}

/** Whether the last step was an answer that could not be shown. */
export function wasNotShown({ request }: AgentView): boolean {
  const last = request.completed.at(-1);
  return last !== undefined && ownName(last.tool) === ANSWER_TOOL;
}

/** Whether a tool of that name of ours has been called. */
export function hasRun(name: string, { made }: AgentView): boolean {
  return made.some(({ tool }) => ownName(tool) === name);
}

function answerToolOf({ tools, unavailable }: DecideRequest): string {
  const known = [...tools, ...unavailable].find(({ name }) => ownName(name) === ANSWER_TOOL);
  return known?.name ?? PUBLISHED_ANSWER_TOOL;
}

/** The decision of a rule. The caller adds the decider and the name of the rule. */
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
