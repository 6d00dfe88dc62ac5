import { parentPort, workerData } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { buildInSteps } from '@arbiter/warhammer-40k-tools';
import type { BuildOrder, BuildReply } from './thread-protocol.js';

const { task, endsAt } = workerData as BuildOrder;

try {
  reply({ type: 'built', result: build() });
} catch (thrown) {
  const { code, message } = ArbiterError.from(thrown);
  reply({ type: 'failed', code, message });
}

function build() {
  const work = buildInSteps(task);
  for (;;) {
    const step = work.next(SYSTEM_CLOCK.now() >= endsAt);
    if (step.done === true) return step.value;
  }
}

function reply(message: BuildReply): void {
  parentPort?.postMessage(message);
}
