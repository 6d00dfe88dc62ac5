import { GATEWAY_OPERATIONS, operationsOf } from '@arbiter/contracts';
import { openSessions, otherProtocols, serveConsole } from '@arbiter/orchestrator';
import { doorLimits, type ArmDoor, type Logger } from '@arbiter/platform';
import { publishedHealth, type RetrieverArmPorts } from '@arbiter/retriever-arm';
import type { StandaloneConfig } from './standalone.config.js';

interface DoorSurroundings {
  readonly authenticate: ArmDoor['authenticate'];
  readonly cwd: string;
  readonly logger: Logger;
}

/** What is served over HTTP: the orchestrator with all that it passes on, and the retriever as it was published. */
export function doorsOf(
  { orchestrator, retriever }: StandaloneConfig,
  shared: RetrieverArmPorts,
  { authenticate, ...surroundings }: DoorSurroundings,
): ArmDoor[] {
  const { host } = orchestrator.values;
  const limits = doorLimits(orchestrator.values);
  return [
    {
      title: 'Arbiter',
      host,
      port: orchestrator.values.port,
      authenticate,
      sessions: openSessions(orchestrator.values, surroundings),
      limits,
      operations: [...operationsOf('orchestrator'), ...GATEWAY_OPERATIONS],
      openRoutes: serveConsole,
      ...otherProtocols(orchestrator.values),
    },
    {
      title: 'Arbiter retriever arm',
      host,
      port: retriever.values.port,
      authenticate,
      limits,
      operations: operationsOf('retriever'),
      openRoutes: (router) => router.get('/health', publishedHealth(shared.vectorIndex, shared.keywordIndex)),
    },
  ];
}
