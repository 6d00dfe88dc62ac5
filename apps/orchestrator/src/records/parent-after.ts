import type { AgentEvent, QueryEvent } from '@arbiter/contracts';

/**
 * On whose behalf calls are made, as the events of a run tell: a stage of the pipeline from its start to its end, a tool of
 * the agent from the decision for it to the next.
 */
export function parentAfter(event: QueryEvent | AgentEvent, before: string | null): string | null {
  switch (event.type) {
    case 'stage':
      return event.status === 'started' ? event.stage : null;
    case 'decision':
      return event.tool;
    default:
      return before;
  }
}
