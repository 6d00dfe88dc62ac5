import { ArbiterError, decide, type Decision, type OperationRequest, type ToolFailure } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { BaseMcpTool, ToolAvailability, ToolRegistry } from '@arbiter/tool-sdk';
import { canonicalJson } from '@arbiter/ports';
import { askPlanner, namingModel, type Planned } from '../answering/ask-planner.js';
import { publishedName, type AgentRun } from './agent-run.js';
import { unspokenInput } from './spoken-inputs.js';

/** As much of the environment as is sent for a decision, in tokens; as published (design document 004). */
const CONTEXT_TOKENS = 10_000;

/** Limits of the contract: the newest say most. */
const MOST_FINDINGS = 200;
const MOST_CALLS = 100;
const MOST_TURNS = 50;

/** Asks the planner for the next step of a run. */
export class DecisionMaker {
  constructor(
    private readonly client: OperationClient,
    private readonly registry: ToolRegistry,
    private readonly answering: BaseMcpTool,
  ) {}

  /** @param iteration of this decision, from 1 */
  async next(run: AgentRun, offered: ToolAvailability, iteration: number): Promise<Planned<Decision>> {
    const { context } = run.inquiry;
    const request = this.requestOf(run, offered, iteration);
    const planned = await askPlanner<Decision>(
      () => this.client.request(decide, request, { parent: context }),
      context.signal,
      () => this.withoutPlanner(run),
    );
    return namingModel(planned);
  }

  private requestOf(
    { inquiry, tree, findings, failures, completed, maxIterations }: AgentRun,
    { available, unavailable }: ToolAvailability,
    iteration: number,
  ): OperationRequest<typeof decide> {
    const named = <T extends { readonly tool: string }>(each: T): T => ({ ...each, tool: this.nameOf(each.tool) });
    return {
      query: inquiry.plan.originalQuery,
      queryType: inquiry.plan.queryType,
      plan: inquiry.plan,
      history: tree.conversationHistory
        .flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }]))
        .slice(-MOST_TURNS),
      environment: tree.environment.toLlmContext(CONTEXT_TOKENS),
      findings: findings.slice(-MOST_FINDINGS).map(named),
      tools: available.map((tool) => ({ ...tool.describe(), name: publishedName(tool) })),
      unavailable: unavailable.map(({ name, reason }) => ({ name: this.nameOf(name), reason })),
      errors: failures.slice(-MOST_CALLS).map(named),
      completed: completed.slice(-MOST_CALLS).map(named),
      iteration,
      maxIterations,
    };
  }

  /** One search, then an answer: this needs no planner. */
  private withoutPlanner({ inquiry, findings }: AgentRun): Decision {
    const common = { impossible: false, by: 'rules' as const };
    const reasoning = 'The planner is away';
    return findings.length === 0
      ? {
          ...common,
          tool: 'hybrid-search',
          inputs: { query: inquiry.plan.originalQuery },
          reasoning: `${reasoning}: the question is searched for as it stands.`,
          should_end: false,
        }
      : {
          ...common,
          tool: this.answering.name,
          inputs: {},
          reasoning: `${reasoning}: the answer is made from what was found.`,
          should_end: true,
        };
  }

  private nameOf(name: string): string {
    const tool = this.registry.find(name);
    return tool ? publishedName(tool) : name;
  }
}

/** A decision that can be carried out. */
export interface Runnable {
  readonly tool: BaseMcpTool;
  /** As the tool's schema gives them, defaults filled in. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/**
 * The call to run, or the reason why the decision cannot be followed: an unknown tool, a tool that cannot run now, wrong
 * inputs, inputs that are not the person's own words where they must be, or a repeated call that would find the same.
 */
export function checkDecision(
  { tool: name, inputs }: Pick<Decision, 'tool' | 'inputs'>,
  registry: ToolRegistry,
  { available, unavailable }: ToolAvailability,
  run: AgentRun,
): Runnable | ToolFailure {
  const failure = (message: string, suggestion: string): ToolFailure => ({ tool: name, inputs, message, suggestion });
  const tool = registry.find(name);
  if (!tool) {
    const names = available.map((each) => each.name).join(', ');
    return failure(`There is no tool "${name}".`, `Choose one of ${names}.`);
  }
  const reason = unavailable.find((each) => each.name === tool.name)?.reason;
  if (reason !== undefined) return failure(`${name} cannot run now: ${reason}`, 'Choose another tool.');
  try {
    const parsed = tool.parseInputs(inputs);
    const unspoken = unspokenInput(tool, parsed, [run.inquiry.asked, run.inquiry.request.query]);
    if (unspoken !== null)
      return failure(`${name} takes its ${unspoken} only from the question.`, 'Choose another tool.');
    const call = callKey(tool.name, parsed);
    // An answer that could not be shown may be better from what was found since.
    const isAnew = tool.end && run.answeredFrom < run.findings.length;
    if (!isAnew && run.completed.some((each) => callKey(each.tool, each.inputs) === call)) {
      return failure(`${name} has run with these inputs before.`, 'Choose other inputs, another tool, or end.');
    }
    return { tool, inputs: parsed };
  } catch (error) {
    return failure(ArbiterError.from(error).message, 'Correct the inputs.');
  }
}

function callKey(tool: string, inputs: unknown): string {
  return `${tool} ${canonicalJson(inputs)}`;
}

export function isFailure(checked: Runnable | ToolFailure): checked is ToolFailure {
  return 'message' in checked;
}
