import { checkLanguageModels } from '@arbiter/backends';
import { bodyLimitOf, diskCheck, modelCheck, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { extractionModelsOnDuty } from './graph/model/open-extraction-model.js';
import { ingestionWorkerConfig } from './ingestion-worker.config.js';
import { IngestionWorkerModule } from './ingestion-worker.module.js';
import { bindIngestionPorts } from './ingestion-worker.ports.js';

await serveArm({
  arm: 'ingestion',
  title: 'Arbiter ingestion worker',
  definition: ingestionWorkerConfig,
  host: nodeProcessHost(process),
  async bind({ values, logger }) {
    const ports = await bindIngestionPorts(values, { cwd: process.cwd(), ids: new RandomIds() });
    try {
      await checkLanguageModels(extractionModelsOnDuty(ports), logger);
    } catch (error) {
      await ports.close();
      throw error;
    }
    return ports;
  },
  compose: (ports, { values, logger, registry }) => ({
    module: IngestionWorkerModule.register(values, ports, logger, registry),
    bodyLimitBytes: bodyLimitOf,
    checks: [modelCheck('embedder', ports.embedder), diskCheck('library', ports.directory)],
  }),
});
