import { resolve } from 'node:path';
import { InProcessBus, InProcessOperationClient, type OperationClient } from '@arbiter/messaging';
import { createLogger, loadConfig, RandomIds, startArm } from '@arbiter/platform';
import { Registry } from 'prom-client';
import { retrieverArmConfig } from '../src/retriever-arm.config.js';
import { RetrieverArmModule } from '../src/retriever-arm.module.js';
import { openRetrieverModels } from '../src/retriever-models.js';
import { COAST, libraryOf } from './coast.library.js';

export interface StartedRetriever {
  readonly client: OperationClient;
  /** What its metrics are in. */
  readonly registry: Registry;
  close(): Promise<void>;
}

/** The whole arm over the coast, its models opened as the environment names them. */
export async function startRetriever(env: Readonly<Record<string, string>>): Promise<StartedRetriever> {
  const ids = new RandomIds();
  const { values } = loadConfig(retrieverArmConfig, { env, cwd: resolve('/') });
  const models = openRetrieverModels(values, { cwd: resolve('/'), ids });
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [] });
  const registry = new Registry();
  const bus = new InProcessBus();
  const arm = await startArm({
    app: 'retriever-arm',
    version: '0.0.0',
    module: RetrieverArmModule.register(values, await libraryOf({ coast: COAST }), { models, logger, registry, ids }),
    transports: [bus],
    doors: [],
    checks: [],
    logger,
    registry,
  });
  const client = new InProcessOperationClient(bus);
  return {
    client,
    registry,
    close: async () => {
      await client.close();
      await arm.close();
      await models.close();
    },
  };
}
