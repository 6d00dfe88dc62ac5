import type { AgentEvent, ToolFailure } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { RecoverableError, Result, ToolCall } from '@arbiter/tool-sdk';
import type { AgentRun } from './agent-run.js';
import type { Runnable } from './check-decision.js';
import { findingOf, passagesOf, queryOf } from './finding-of.js';
import { publishedName } from './published-name.js';

/** Runs one tool for the agent: what it yields goes into the run, and on to the stream. */
export class ToolRunner {
  constructor(private readonly clock: Clock) {}

  async *run({ tool, inputs }: Runnable, run: AgentRun): AsyncGenerator<AgentEvent, void, undefined> {
    const startedAt = this.clock.monotonic();
    const call: ToolCall = { ...run.inquiry.context, previousResults: new Map(), metadata: {} };
    for await (const output of tool.execute(run.tree, inputs, call)) {
      switch (output.kind) {
        case 'status':
          yield { type: 'status', message: output.message };
          break;
        case 'token':
          yield { type: 'token', content: output.content };
          break;
        case 'error':
          yield this.fail(run, { tool, inputs }, output);
          break;
        case 'result':
          yield this.keep(run, { tool, inputs }, output);
      }
    }
    const ms = this.clock.monotonic() - startedAt;
    run.completed.push({ tool: tool.name, inputs, ms });
    run.tree.tasksCompleted.set(tool.name, [...(run.tree.tasksCompleted.get(tool.name) ?? []), ms]);
  }

  private keep(run: AgentRun, { tool, inputs }: Runnable, result: Result): AgentEvent {
    run.tree.environment.add(tool.name, result);
    run.findings.push(findingOf(tool.name, inputs, result));
    run.found(queryOf(inputs) ?? run.inquiry.plan.originalQuery, passagesOf(result));
    const { objects, metadata, payloadType } = result;
    return {
      type: 'result',
      tool: publishedName(tool),
      objects: [...objects],
      metadata,
      payload_type: payloadType,
    };
  }

  private fail(
    run: AgentRun,
    { tool, inputs }: Runnable,
    { message, recoverable, suggestion }: RecoverableError,
  ): AgentEvent {
    const said = suggestion === null ? {} : { suggestion };
    const failure: ToolFailure = { tool: tool.name, inputs, message, ...said };
    run.failures.push(failure);
    run.tree.errors.push(suggestion === null ? message : `${message} ${suggestion}`);
    return { type: 'error', message, recoverable, ...said };
  }
}
