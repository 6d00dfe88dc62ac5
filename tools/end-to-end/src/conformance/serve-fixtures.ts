import { ArbiterError } from '@arbiter/contracts';
import type { InvokeOperation } from '@arbiter/messaging';
import { mountMcp } from '@arbiter/orchestrator';
import { AppMetrics, createHttpDoor, createLogger, listen, Readiness, type ListeningServer } from '@arbiter/platform';
import { createFixtureServer } from './fixture-server.js';

/** The suite waits no longer than a second for word of a change. */
const EVERY_MS = 50;

/** The suite's fixtures behind the door of the orchestrator, with its sessions, streams and notices. */
export async function serveFixtures(): Promise<ListeningServer> {
  const changes = { tools: 1, prompts: 1 };
  const invoke: InvokeOperation = async function* (operation) {
    yield* [];
    await Promise.resolve();
    switch (operation.name) {
      case 'retriever.describe-context': {
        const generations = Array.from({ length: changes.tools }, (_, n) => ({
          collection: `c${n}`,
          generation: `${changes.prompts}`,
        }));
        return { generations, withGraph: [], withChanges: [], writer: 'extractive' };
      }
      case 'orchestrator.list-prompts':
        return {
          prompts: Array.from({ length: changes.prompts }, (_, n) => ({
            domain: 'd',
            name: `p${n}`,
            description: 'one',
            arguments: [],
            template: 'x',
          })),
        };
      default:
        throw new ArbiterError('NOT_FOUND', 'Not here.');
    }
  };
  const logger = createLogger({ name: 'conformance', level: 'silent' });
  const settings = { toolsMayIngest: true, publicUrl: undefined };
  const mount = mountMcp(settings, {
    createServer: (surroundings) => createFixtureServer(surroundings, (what) => void (changes[what] += 1)),
    everyMs: EVERY_MS,
  });
  const door = createHttpDoor({
    api: { title: 'Conformance', version: '0.0.0' },
    operations: [],
    invoke,
    logger,
    health: new Readiness([]),
    metrics: new AppMetrics({ app: 'conformance', version: '0.0.0', processMetrics: false }),
    guardedRoutes: (router) => mount(router, { invoke, version: '0.0.0', logger }),
  });
  return listen(door, { host: '127.0.0.1', port: 0 });
}
