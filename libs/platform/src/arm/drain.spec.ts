import { listCollections, type OperationOutput } from '@arbiter/contracts';
import { HandlesOperation, InProcessBus, InProcessOperationClient } from '@arbiter/messaging';
import type { OperationContext } from '@arbiter/messaging';
import { afterEach, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { createLogger } from '../logging.js';
import { type RunningArm, startArm } from './start-arm.js';

/** Longer than any test here waits. */
const LONG_MS = 60_000;

class Gate {
  private resolve: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.resolve = resolve));
  open(): void {
    this.resolve();
  }
}

/** A call that has come in, and is answered when it is let go. */
let held = { entered: new Gate(), end: new Gate() };
let arm: RunningArm | undefined;

@Controller()
class HoldingController {
  @HandlesOperation(listCollections)
  async list(_input: unknown, { signal }: OperationContext): Promise<OperationOutput<typeof listCollections>> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    held.entered.open();
    await Promise.race([held.end.opened, aborted]);
    return { collections: [] };
  }
}

@Module({ controllers: [HoldingController] })
class HoldingModule {}

async function start(drainMs: number) {
  held = { entered: new Gate(), end: new Gate() };
  const bus = new InProcessBus();
  arm = await startArm({
    app: 'test',
    version: '0.0.0',
    module: HoldingModule,
    transports: [bus],
    doors: [{ title: 'test', host: '127.0.0.1', port: 0, authenticate: undefined, operations: [listCollections] }],
    checks: [],
    drainMs,
    logger: createLogger({ name: 'test', level: 'silent' }),
  });
  const client = new InProcessOperationClient(bus);
  const byHttp = () =>
    fetch(`${arm?.doors[0]?.url ?? ''}/v1/collections`).then(
      ({ status }) => status,
      () => 'cut',
    );
  const byBus = () =>
    client.request(listCollections, {}).then(
      () => 200,
      (error: unknown) => (error as { code?: string }).code,
    );
  return { byHttp, byBus, close: () => arm?.close() };
}
afterEach(async () => {
  held.end.open();
  await arm?.close();
});

it.each(['byHttp', 'byBus'] as const)('lets a call %s end within the time for draining', async (way) => {
  const started = await start(LONG_MS);
  const answer = started[way]();
  await held.entered.opened;
  const { end } = held;
  const closed = started.close();
  // Long enough for a call that is given no time to be ended.
  setTimeout(() => end.open(), 200);
  expect(await answer).toBe(200);
  await closed;
});

it.each([
  ['byHttp', 'cut'],
  ['byBus', 'UNAVAILABLE'],
] as const)('ends a call %s that goes on for longer', async (way, outcome) => {
  const started = await start(50);
  const answer = started[way]();
  await held.entered.opened;
  await started.close();
  expect(await answer).toBe(outcome);
});
