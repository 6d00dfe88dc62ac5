import type { AgentEvent, AgentRun, AgenticSearchRequest, Decision } from '@arbiter/contracts';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { ManualClock } from '@arbiter/ports/testing';
import type { Agent } from '../src/agent/agent.service.js';
import { AnsweringService } from '../src/query/answering.service.js';
import { HybridSearchTool } from '../src/tools/search.tools.js';
import { LibraryContext } from '../src/execution/library-context.js';
import { contextOf, portsOver, type Arms } from './query-pipeline.js';
import { workbench } from './tool-workbench.js';

/** Decisions in their order; the last one is made for ever. */
export function decisions(...made: readonly (Partial<Decision> & Pick<Decision, 'tool'>)[]): () => Decision {
  let count = 0;
  return () => {
    const next = made[Math.min(count, made.length - 1)];
    count += 1;
    return { inputs: {}, reasoning: 'because', should_end: false, impossible: false, tool: '', ...next };
  };
}

export async function agentOver(
  arms: Arms,
  tools: readonly BaseMcpTool[] | ((client: OperationClient) => readonly BaseMcpTool[]) = [],
) {
  // Deadlines of tools travel to the arms, which look at the clock on the wall.
  const { ports, ...kept } = await portsOver({ clock: new ManualClock(Date.now()), ...arms });
  const { observer: _, ...options } = arms;
  const agent = new AnsweringService(ports, {
    ...options,
    toolSetOf: ({ client, clock }) => ({
      tools: [new HybridSearchTool(client), ...(typeof tools === 'function' ? tools(client) : tools)],
      ...workbench([], { clock }).shared,
      library: new LibraryContext(client, clock),
    }),
  });
  return { agent, ...kept };
}

export async function run(
  agent: Pick<Agent, 'search'>,
  over: Partial<AgenticSearchRequest> = {},
  context: OperationContext = contextOf(),
): Promise<{ events: AgentEvent[]; outcome: AgentRun }> {
  const stream = agent.search({ query: 'Who keeps the lamp?', max_iterations: 8, ...over }, context);
  const events: AgentEvent[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) return { events, outcome: step.value };
    events.push(step.value);
  }
}

/** The text that the user reads. */
export function textOf(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'token' ? event.content : '')).join('');
}
