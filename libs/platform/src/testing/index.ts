import type { AnyOperation } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, type OperationClient } from '@arbiter/messaging';
import { startArm, type ArmOptions } from '../arm/start-arm.js';

export interface ArmOverBus extends Required<Pick<ArmOptions, 'app' | 'module' | 'logger' | 'registry'>> {
  /** Answered over HTTP, too, on a free port; no door is opened when absent. */
  readonly operations?: readonly AnyOperation[];
}

export interface StartedArm {
  readonly client: OperationClient;
  /** Where it answers over HTTP; '' without a door. */
  readonly url: string;
  close(): Promise<void>;
}

/** A whole arm, over a bus that carries what NATS carries. */
export async function startArmOverBus({ operations, ...arm }: ArmOverBus): Promise<StartedArm> {
  const bus = new InProcessBus();
  const running = await startArm({
    ...arm,
    version: '0.0.0',
    transports: [bus],
    doors: operations ? [{ title: 'test', host: '127.0.0.1', port: 0, authenticate: undefined, operations }] : [],
    checks: [],
  });
  const client = new InProcessOperationClient(bus);
  return {
    client,
    url: running.doors[0]?.url ?? '',
    async close() {
      await client.close();
      await running.close();
    },
  };
}
