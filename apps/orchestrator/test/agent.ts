import {
  passageOf,
  search,
  type AgentEvent,
  type AgentRun,
  type AgenticSearchRequest,
  type Decision,
} from '@arbiter/contracts';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { ManualClock } from '@arbiter/ports/testing';
import { z } from 'zod';
import type { Agent } from '../src/agent/agent.service.js';
import { AnsweringService } from '../src/query/answering.service.js';
import { contextOf, portsOver, type Arms } from './query-pipeline.js';
import { workbench } from './tool-workbench.js';

const SearchInputs = z.strictObject({ query: z.string().min(1) });

/** Searches, and does nothing else: what the tools of the arm do is tested with them. */
class Search extends BaseMcpTool<typeof SearchInputs> {
  readonly name = 'hybrid-search';
  override readonly aliases = ['hybrid_search'];
  readonly description = 'Finds passages.';
  readonly inputSchema = SearchInputs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    _tree: TreeData,
    { query }: z.output<typeof SearchInputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { results } = await this.client.request(search, { query, include_synthesis: false }, { parent: call });
    if (results.length === 0) {
      yield new RecoverableError({ message: `Nothing was found for ${query}.`, suggestion: 'Use broader terms.' });
      return;
    }
    yield new Result({ objects: results.map(passageOf), payloadType: 'chunks', metadata: { query } });
  }
}

/** Decisions in their order; the last one is made for ever. */
export function decisions(...made: readonly (Partial<Decision> & Pick<Decision, 'tool'>)[]): () => Decision {
  let count = 0;
  return () => {
    const next = made[Math.min(count, made.length - 1)];
    count += 1;
    return { inputs: {}, reasoning: 'because', should_end: false, impossible: false, tool: '', ...next };
  };
}

export async function agentOver(arms: Arms, tools: readonly BaseMcpTool[] = []) {
  // Deadlines of tools travel to the arms, which look at the clock on the wall.
  const { ports, ...kept } = await portsOver({ clock: new ManualClock(Date.now()), ...arms });
  const agent = new AnsweringService(ports, {
    ...arms,
    toolboxOf: ({ client, clock }) => ({
      tools: [new Search(client), ...tools],
      execution: workbench([], { clock }).execution,
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
