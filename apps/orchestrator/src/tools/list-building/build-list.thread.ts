import { parentPort, workerData } from 'node:worker_threads';
import { ArbiterError } from '@arbiter/contracts';
import { buildInSteps, type BuildTask } from '@arbiter/roster-tools';
import type { BuildReply } from './thread-protocol.js';

const { task, budgetMs } = workerData as { readonly task: BuildTask; readonly budgetMs: number };

try {
  reply({ type: 'built', result: build() });
} catch (thrown) {
  const { code, message } = ArbiterError.from(thrown);
  reply({ type: 'failed', code, message });
}

function build() {
  const end = performance.now() + budgetMs;
  const work = buildInSteps(task);
  for (;;) {
    const step = work.next(performance.now() >= end);
    if (step.done === true) return step.value;
  }
}

function reply(message: BuildReply): void {
  parentPort?.postMessage(message);
}
