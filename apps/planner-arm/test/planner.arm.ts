import { operationsOf } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, type OperationClient } from '@arbiter/messaging';
import { createLogger, loadConfig, RandomIds, startArm } from '@arbiter/platform';
import { Registry } from 'prom-client';
import { closePlannerModels, openPlannerModels } from '../src/language-model/open-planner-models.js';
import { plannerArmConfig } from '../src/planner-arm.config.js';
import { PlannerArmModule } from '../src/planner-arm.module.js';

export interface StartedPlanner {
  readonly client: OperationClient;
  /** Where it answers over HTTP. */
  readonly url: string;
  readonly registry: Registry;
  /** Lines of its log so far. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** The whole arm, over a bus that carries what NATS carries, and over HTTP. */
export async function startPlanner(env: Readonly<Record<string, string>> = {}): Promise<StartedPlanner> {
  const { values } = loadConfig(plannerArmConfig, { env, cwd: '.' });
  const models = openPlannerModels(values);
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ name: 'test', level: 'debug', secrets: [], destination });
  const registry = new Registry();
  const bus = new InProcessBus();
  const arm = await startArm({
    app: 'planner-arm',
    version: '0.0.0',
    module: PlannerArmModule.register(values, models, { logger, registry, ids: new RandomIds() }),
    transports: [bus],
    doors: [{ title: 'test', host: '127.0.0.1', port: 0, apiKey: undefined, operations: operationsOf('planner') }],
    checks: [],
    logger,
    registry,
  });
  const client = new InProcessOperationClient(bus);
  return {
    client,
    url: arm.doors[0]?.url ?? '',
    registry,
    log,
    async close() {
      await client.close();
      await arm.close();
      await closePlannerModels(models);
    },
  };
}
