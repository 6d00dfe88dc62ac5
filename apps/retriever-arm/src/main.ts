import { checkLanguageModels, languageModelChecks } from '@arbiter/backends';
import { modelCheck, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { publishedHealth } from './published-health.js';
import { retrieverArmConfig } from './retriever-arm.config.js';
import { retrieverModelsOnDuty, openRetrieverModels } from './retriever-models.js';
import { bindRetrieverPorts, RetrieverArmModule } from './retriever-arm.module.js';

const IDS = new RandomIds();

await serveArm({
  arm: 'retriever',
  title: 'Arbiter retriever arm',
  definition: retrieverArmConfig,
  host: nodeProcessHost(process),
  bind: async ({ values, logger }) => {
    const models = await openRetrieverModels(values, { cwd: process.cwd() });
    await checkLanguageModels(retrieverModelsOnDuty(models), logger);
    // Of one question there is little to share: a second thread makes it 10 % faster and costs 25 % more processor time,
    // which the searches beside it lack.
    const ports = await bindRetrieverPorts(values, process.cwd(), { threads: 1 });
    return {
      ...ports,
      models,
      async close() {
        await models.close();
        await ports.close();
      },
    };
  },
  compose: (ports, { values, logger, registry, client }) => ({
    module: RetrieverArmModule.register(values, ports, { models: ports.models, logger, registry, client, ids: IDS }),
    openRoutes: (router) => router.get('/health', publishedHealth(ports.vectorIndex, ports.keywordIndex)),
    checks: [
      ...languageModelChecks(retrieverModelsOnDuty(ports.models)),
      modelCheck('embedder', ports.embedder),
      modelCheck('reranker', ports.models),
      ...(ports.models.reader ? [modelCheck('reader', ports.models.reader)] : []),
    ],
  }),
});
