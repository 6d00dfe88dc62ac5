import { bodyLimitOf, diskCheck, modelCheck, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { ingestionWorkerConfig } from './ingestion-worker.config.js';
import { IngestionWorkerModule } from './ingestion-worker.module.js';
import { bindIngestionPorts } from './ingestion-worker.ports.js';

await serveArm({
  arm: 'ingestion',
  title: 'Arbiter ingestion worker',
  definition: ingestionWorkerConfig,
  host: nodeProcessHost(process),
  bind: ({ values }) => bindIngestionPorts(values, { cwd: process.cwd(), ids: new RandomIds() }),
  compose: (ports, { values, logger }) => ({
    module: IngestionWorkerModule.register(values, ports, logger),
    bodyLimitBytes: bodyLimitOf,
    checks: [modelCheck('embedder', ports.embedder), diskCheck('library', ports.directory)],
  }),
});
