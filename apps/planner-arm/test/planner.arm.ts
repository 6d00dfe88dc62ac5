import { operationsOf } from '@arbiter/contracts';
import { createLogger, loadConfig, RandomIds } from '@arbiter/platform';
import { startArmOverBus, type StartedArm } from '@arbiter/platform/testing';
import { Registry } from 'prom-client';
import { openPlannerModel } from '../src/language-model/open-planner-model.js';
import { plannerArmConfig } from '../src/planner-arm.config.js';
import { PlannerArmModule } from '../src/planner-arm.module.js';

export interface StartedPlanner extends StartedArm {
  readonly registry: Registry;
  /** Lines of its log so far. */
  readonly log: readonly string[];
}

/** The whole arm, over a bus that carries what NATS carries, and over HTTP. */
export async function startPlanner(
  env: Readonly<Record<string, string>> = {},
  limits: { readonly timeoutMs?: number } = {},
): Promise<StartedPlanner> {
  const { values } = loadConfig(plannerArmConfig, { env, cwd: '.' });
  const model = await openPlannerModel(values);
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ name: 'test', level: 'debug', secrets: [], destination });
  const registry = new Registry();
  const arm = await startArmOverBus({
    app: 'planner-arm',
    module: PlannerArmModule.register(model, { logger, registry, ids: new RandomIds(), ...limits }),
    operations: operationsOf('planner'),
    logger,
    registry,
  });
  return {
    ...arm,
    registry,
    log,
    async close() {
      await arm.close();
      await model?.close();
    },
  };
}
