import { ArbiterError, HEALTH_OPERATIONS, listCollections } from '@arbiter/contracts';
import type { CallOptions, OperationClient } from '@arbiter/messaging';
import type { ReadinessCheck } from '@arbiter/platform';

type AskedArm = keyof typeof HEALTH_OPERATIONS;

/** What questions lose without an arm that they can do without. */
const DISPENSABLE: Readonly<Partial<Record<AskedArm, string>>> = {
  planner: 'questions are searched as they were asked',
};

/** W3C trace context that is not recorded: probes come every few seconds, and nobody looks for what became of one. */
const UNRECORDED = '00-00000000000000000000000000000001-0000000000000001-00';

function probing(signal: AbortSignal): CallOptions {
  return {
    signal,
    parent: { requestId: 'readiness', traceparent: UNRECORDED, deadline: Infinity, signal, principal: null },
  };
}

/** Whether the other arms can do their part of a question, as far as they say: one replica answers for all of them. */
export function armChecks(client: OperationClient): ReadinessCheck[] {
  return (Object.keys(HEALTH_OPERATIONS) as AskedArm[]).map((arm) => ({
    name: `${arm} arm`,
    async check(signal) {
      const missing = await missingIn(arm, client, signal);
      if (missing.down === null) return missing.notice === null ? undefined : { status: 'up', notice: missing.notice };
      const without = DISPENSABLE[arm];
      if (without === undefined) return { status: 'down', reason: missing.down };
      return { status: 'up', notice: `${missing.down}: ${without}` };
    },
  }));
}

interface Missing {
  readonly down: string | null;
  readonly notice: string | null;
}

async function missingIn(arm: AskedArm, client: OperationClient, signal: AbortSignal): Promise<Missing> {
  try {
    const { status, checks } = await client.request(HEALTH_OPERATIONS[arm], {}, probing(signal));
    const entries = Object.entries(checks);
    const reasons = entries.flatMap(([name, check]) => (check.status === 'down' ? [`${name}: ${check.reason}`] : []));
    const notices = entries.flatMap(([name, check]) =>
      check.status === 'up' && check.notice !== undefined ? [`${name} ${check.notice}`] : [],
    );
    return {
      down: status === 'ready' ? null : reasons.join(', ') || status,
      notice: notices.length > 0 ? notices.join(', ') : null,
    };
  } catch (thrown) {
    // An arm of a former version has no such operation.
    const { code } = ArbiterError.from(thrown);
    return { down: code === 'OVERLOADED' ? 'has no slot free' : 'does not answer', notice: null };
  }
}

/** An empty library is ready, but says so. What cannot be listed is told by the check of the retriever. */
export function libraryCheck(client: OperationClient): ReadinessCheck {
  return {
    name: 'documents',
    async check(signal) {
      const listed = await client.request(listCollections, {}, probing(signal)).catch(() => null);
      if (listed?.collections.every(({ documents }) => documents === 0)) return { status: 'up', notice: 'none yet' };
      return undefined;
    },
  };
}
