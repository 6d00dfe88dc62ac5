import { fileURLToPath } from 'node:url';
import { ArbiterError, GATEWAY_OPERATIONS, operationsOf } from '@arbiter/contracts';
import { diskCheck, doorLimits, nodeProcessHost, RandomIds, serveArm } from '@arbiter/platform';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { serveConsole } from './console/serve-console.js';
import { limitQuestions } from './limit-questions.js';
import { passOn } from './gateway/pass-on.js';
import { orchestratorConfig } from './orchestrator.config.js';
import { bindOrchestratorPorts, bindRedaction } from './bind-ports.js';
import { openRequestCounts } from './open-request-counts.js';
import { openSessions } from './open-sessions.js';
import { otherProtocols } from './other-protocols.js';
import { armChecks, libraryCheck } from './readiness.js';
import { OrchestratorModule } from './orchestrator.module.js';

/** The packs that come with the software stand beside the apps. */
const INSTALLED_DOMAINS = fileURLToPath(new URL('../../../domains', import.meta.url));

await serveArm({
  arm: 'orchestrator',
  title: 'Arbiter',
  definition: orchestratorConfig,
  host: nodeProcessHost(process),
  async bind({ values, client, logger }) {
    if (!client) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        'The orchestrator reaches the other arms over a broker: set NATS_URL, or run all arms in one process with `npm start`.',
      );
    }
    const opened = await bindOrchestratorPorts(values, process.cwd(), {
      folders: [INSTALLED_DOMAINS],
      shipped: INSTALLED_DOMAINS,
    });
    const redaction = bindRedaction(opened, client);
    const requests = await openRequestCounts(values, logger).catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
    const close = async (): Promise<void> => {
      await requests.close();
      await opened.close();
    };
    return { ...opened, close, requests, redaction, client, clock: SYSTEM_CLOCK, ids: new RandomIds() };
  },
  compose: (ports, { values, registry, logger }) => ({
    module: OrchestratorModule.register(values, ports, { registry, logger }),
    operations: [...operationsOf('orchestrator'), ...GATEWAY_OPERATIONS],
    passOn: passOn(ports.client),
    sessions: openSessions(values, { cwd: process.cwd(), logger }),
    limits: { ...doorLimits(values), ...(ports.requests.counts && { counts: ports.requests.counts }) },
    concurrency: limitQuestions(values.maxQuestions),
    openRoutes: serveConsole,
    ...otherProtocols(values),
    checks: [diskCheck('records', ports.directory), ...armChecks(ports.client), libraryCheck(ports.client)],
  }),
});
