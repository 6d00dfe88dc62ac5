import type { AgentEvent, QueryEvent } from '@arbiter/contracts';

/**
 * On whose behalf calls are made, as the events of a run tell: a stage of the pipeline from its start to its end, a tool of
 * the agent from the decision for it to its result.
 */
export function parentAfter(event: QueryEvent | AgentEvent, before: string | null): string | null {
  switch (event.type) {
    case 'stage':
      return event.status === 'started' ? event.stage : null;
    case 'decision':
      return event.tool;
    case 'result':
      return null;
    default:
      return before;
  }
}
