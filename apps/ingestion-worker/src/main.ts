import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLanguageModels } from '@arbiter/backends';
import { diskCheck, modelCheck, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { extractionModelsOnDuty } from './graph/model/open-extraction-model.js';
import { ingestionWorkerConfig } from './ingestion-worker.config.js';
import { IngestionWorkerModule } from './ingestion-worker.module.js';
import { bindIngestionPorts } from './ingestion-worker.ports.js';

/** The packs that come with the software stand beside the apps. */
const INSTALLED_DOMAINS = fileURLToPath(new URL('../../../domains', import.meta.url));

await serveArm({
  arm: 'ingestion',
  title: 'Arbiter ingestion worker',
  definition: ingestionWorkerConfig,
  host: nodeProcessHost(process),
  async bind({ values, logger }) {
    const cwd = process.cwd();
    const folders = [...values.domainsDirs.map((folder) => resolve(cwd, folder)), INSTALLED_DOMAINS];
    const packs = { folders, shipped: INSTALLED_DOMAINS, allowed: values.allowPackCode };
    const ports = await bindIngestionPorts(values, { cwd, ids: new RandomIds(), packs });
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
    checks: [modelCheck('embedder', ports.embedder), diskCheck('library', ports.directory)],
  }),
});
