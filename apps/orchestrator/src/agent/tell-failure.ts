import type { AgentEvent, ToolFailure } from '@arbiter/contracts';
import type { AgentRun } from './agent-run.js';

/** Keeps what went wrong for the next decision, and tells it. */
export function* tellFailure(run: AgentRun, failure: ToolFailure, recoverable = true): Generator<AgentEvent> {
  const { message, suggestion } = failure;
  run.failures.push(failure);
  run.tree.errors.push(suggestion === undefined ? message : `${message} ${suggestion}`);
  yield { type: 'error', message, recoverable, ...(suggestion !== undefined && { suggestion }) };
}
