import { decide, type Decision, type OperationRequest } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { BaseMcpTool, ToolAvailability, ToolRegistry } from '@arbiter/tool-sdk';
import { askPlanner } from '../query/ask-planner.js';
import type { AgentRun } from './agent-run.js';
import { publishedName } from './published-name.js';

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
  next(run: AgentRun, offered: ToolAvailability, iteration: number): Promise<Decision> {
    const { context, degraded } = run.inquiry;
    const request = this.requestOf(run, offered, iteration);
    return askPlanner<Decision>(
      () => this.client.request(decide, request, { parent: context }),
      { signal: context.signal, degraded },
      () => this.withoutPlanner(run),
    );
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

  /** One search, then an answer: what can be decided by nobody. */
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
