import { DEFAULT_BODY_LIMIT, type AnyOperation, type HttpRoute, pathParameters } from '@arbiter/contracts';
import type { InvokeOperation } from '@arbiter/messaging';
import { type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import { Router } from 'express';
import type { Logger } from '../logging.js';
import { serveOperation } from './operation-route.js';
import type { Authenticate } from './require-admission.js';
import { refuseOtherMethods } from './serve-request.js';

/** Below the 30 s after which common proxies cut a silent line. */
const DEFAULT_HEARTBEAT_MS = 15_000;

export interface OperationRoutesOptions {
  /** Those without an `http` route are left out. */
  readonly operations: readonly AnyOperation[];
  /** The dispatcher of this process, or a client that passes calls on. */
  readonly invoke: InvokeOperation;
  readonly logger: Logger;
  /** Absent: there is no key, and only programs on this machine are answered. */
  readonly authenticate?: Authenticate;
  readonly heartbeatMs?: number;
  readonly clock?: Clock;
}

/**
 * Serves operations over HTTP under the routes of their contracts. Path, query and JSON body together are the input;
 * a method that an address does not have is answered with 405.
 */
export function operationRouter(options: OperationRoutesOptions): Router {
  const { operations, invoke, logger, clock = SYSTEM_CLOCK, heartbeatMs = DEFAULT_HEARTBEAT_MS } = options;
  const router = Router({ caseSensitive: true });
  const methods = new Map<string, string[]>();

  for (const operation of operations) {
    if (!operation.http) continue;
    const { method, bodyLimit = DEFAULT_BODY_LIMIT } = operation.http;
    const path = expressPath(operation.http);
    methods.set(path, [...(methods.get(path) ?? []), method]);
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[verb](path, (req, res) =>
      serveOperation(operation, req, res, { invoke, logger, clock, heartbeatMs, bodyLimit }),
    );
  }
  for (const [path, allowed] of methods) {
    const allow = (allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed).join(', ');
    refuseOtherMethods(router, path, allow);
  }
  return router;
}

/** `/v1/jobs/{jobId}` as Express writes it: `/v1/jobs/:jobId`. */
function expressPath(route: HttpRoute): string {
  return pathParameters(route).reduce((path, name) => path.replace(`{${name}}`, `:${name}`), route.path);
}
