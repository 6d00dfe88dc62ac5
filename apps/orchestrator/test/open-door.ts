import type { AnyOperation } from '@arbiter/contracts';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import {
  AppMetrics,
  createHttpDoor,
  createLogger,
  listen,
  Readiness,
  type BehindDoor,
  type HttpDoorOptions,
  type ListeningServer,
} from '@arbiter/platform';
import type { Router } from 'express';

const servers: ListeningServer[] = [];
/** Closes what {@link openDoor} opened. */
export async function closeDoors(): Promise<void> {
  for (const server of servers.splice(0)) await server.close(0);
}

/** A dispatcher whose operations have no events. */
export function invoking(work: (operation: AnyOperation, call: IncomingCall) => Promise<unknown>): InvokeOperation {
  return async function* (operation, call) {
    yield* [];
    return await work(operation, call);
  };
}

/**
 * The door of a dispatcher, with nothing in it but another protocol.
 *
 * @returns its address
 */
export async function openDoor(
  invoke: InvokeOperation,
  mount: (router: Router, behind: BehindDoor) => void,
  { stopping, ...options }: Partial<HttpDoorOptions> & Pick<BehindDoor, 'stopping'> = {},
): Promise<string> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const door = createHttpDoor({
    api: { title: 'Test', version: '0.0.0' },
    operations: [],
    invoke,
    logger,
    health: new Readiness([]),
    metrics: new AppMetrics({ app: 'test', version: '0.0.0', processMetrics: false }),
    guardedRoutes: (router) => mount(router, { invoke, version: '0.0.0', logger, ...(stopping && { stopping }) }),
    ...options,
  });
  const server = await listen(door, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  return server.url;
}
