import 'reflect-metadata';
import { nodeProcessHost, serveArm } from '@arbiter/platform';
import { plannerArmConfig } from './planner-arm.config.js';
import { PlannerArmModule } from './planner-arm.module.js';

await serveArm({
  arm: 'planner',
  title: 'Arbiter planner arm',
  definition: plannerArmConfig,
  host: nodeProcessHost(process),
  bind: () => ({ close: () => Promise.resolve() }),
  compose: () => ({ module: PlannerArmModule }),
});
