import 'reflect-metadata';
import { embedderCheck, nodeProcessHost, serveArm } from '@arbiter/platform';
import { publishedHealth } from './health/published-health.js';
import { retrieverArmConfig } from './retriever-arm.config.js';
import { bindRetrieverPorts, RetrieverArmModule } from './retriever-arm.module.js';

await serveArm({
  arm: 'retriever',
  title: 'Arbiter retriever arm',
  definition: retrieverArmConfig,
  host: nodeProcessHost(process),
  bind: ({ values }) => bindRetrieverPorts(values, process.cwd()),
  compose: (ports, { values, logger, registry }) => ({
    module: RetrieverArmModule.register(values, ports, { logger, registry }),
    openRoutes: (router) => router.get('/health', publishedHealth(ports.vectorIndex, ports.keywordIndex)),
    checks: [embedderCheck(ports.embedder)],
  }),
});
