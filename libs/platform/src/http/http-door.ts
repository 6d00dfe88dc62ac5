import { randomUUID } from 'node:crypto';
import { ArbiterError, buildOpenApi, type OpenApiDocument } from '@arbiter/contracts';
import { spanIdsOf } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, Router } from 'express';
import { mountHealthRoutes, type Readiness } from '../health.js';
import { API_PAGE_PATH, API_PAGE_POLICY, renderApiPage } from '../api-page/api-page.js';
import { type AppMetrics, mountMetricsRoute } from '../metrics.js';
import { plainAddress } from './addresses.js';
import { type DoorLimits, isListed, USUAL_LIMITS } from './door-limits.js';
import { limitAdmitted, limitRequests } from './limit-clients.js';
import { operationRouter, type OperationRoutesOptions } from './operation-router.js';
import { discardBody } from './read-json-body.js';
import { type PageSessions, requireAdmission } from './require-admission.js';
import { allowOrigins, protectResponses } from './response-headers.js';
import {
  type ErrorBody,
  identifyRequests,
  requestIdOf,
  sendProblem,
  tellErrorsAs,
  toArbiterError,
  traceparentOf,
} from './send-problem.js';
import { routeOf, traceRequests } from './trace-requests.js';

export interface HttpDoorOptions extends OperationRoutesOptions {
  /** Title and version of the OpenAPI document at `/openapi.json`. */
  readonly api: { readonly title: string; readonly version: string };
  /** Served at `/health/live` and `/health/ready`, for everybody. */
  readonly health: Readiness;
  /** Served at `/metrics`, with the key where there is one. */
  readonly metrics: AppMetrics;
  /** Further routes that need no key: a published `GET /health`, a page. */
  readonly openRoutes?: (router: Router) => void;
  /** Further routes that need the key like the operations do. */
  readonly guardedRoutes?: (router: Router) => void;
  /** How addresses of another protocol tell errors; undefined for ours. No session of a browser opens them. */
  readonly errorBodyOf?: (path: string) => ErrorBody | undefined;
  readonly newRequestId?: () => string;
  /** Default: {@link USUAL_LIMITS}. */
  readonly limits?: DoorLimits;
  /** Lets browsers sign in; absent: they cannot. */
  readonly sessions?: PageSessions;
}

/**
 * Mounts all HTTP routes of an arm on an Express application. Health, OpenAPI, its page and the open routes are public, within the rate
 * limits. Metrics, the guarded routes and the operations need the key. Routes that are mounted later (a Nest application's own
 * routes, `mountProblemFallback`) need the key too.
 */
export function mountHttpDoor(app: Express, options: HttpDoorOptions): void {
  const { api, health, metrics, operations, newRequestId = randomUUID, limits = USUAL_LIMITS } = options;
  const { errorBodyOf = () => undefined } = options;
  app.disable('x-powered-by');
  // Answers are made anew each time and marked no-store: a hash of them helps nobody.
  app.disable('etag');
  app.set('trust proxy', (address: string) => isListed(limits.trustedProxies, plainAddress(address)));
  app.use(
    identifyRequests(newRequestId),
    traceRequests,
    boundUnreadBodies,
    tellErrorsAs(errorBodyOf),
    protectResponses,
    observeResponses(options),
  );

  // Probes come from the machinery that runs us, often through one address.
  mountHealthRoutes(app, health);
  app.use(limitRequests(limits), allowOrigins(limits.allowedOrigins ?? []));
  // Built when somebody asks: it takes a tenth of a start.
  let document: OpenApiDocument | undefined;
  const describeApi = (): OpenApiDocument => (document ??= buildOpenApi(operations, api));
  app.get('/openapi.json', (_req, res) => void res.json(describeApi()));
  let page: string | undefined;
  app.get(API_PAGE_PATH, (_req, res) => {
    res.setHeader('Content-Security-Policy', API_PAGE_POLICY);
    res.type('html').send((page ??= renderApiPage(describeApi())));
  });
  if (options.openRoutes) app.use(routerOf(options.openRoutes));

  const { authenticate, sessions } = options;
  const admission = { authenticate, sessions };
  if (sessions) app.use(sessions.routes(admission));
  const published = new Set(operations.map(({ http }) => http?.path));
  // Not the metrics, nor another protocol: no page needs them.
  const opensToSessions = (path: string): boolean =>
    errorBodyOf(path) === undefined && (path.startsWith('/v1/') || published.has(path));
  app.use(requireAdmission(admission, opensToSessions), limitAdmitted(limits));
  mountMetricsRoute(app, metrics);
  if (options.guardedRoutes) app.use(routerOf(options.guardedRoutes));
  app.use(operationRouter(options));
}

function routerOf(define: (router: Router) => void): Router {
  const router = Router({ caseSensitive: true });
  define(router);
  return router;
}

/** Whatever is answered, and why: what of the request has not been read by then is read to a limit and no further. */
const boundUnreadBodies: RequestHandler = (req, res, next) => {
  res.once('prefinish', () => discardBody(req));
  next();
};

function observeResponses({ metrics, logger, clock = SYSTEM_CLOCK }: HttpDoorOptions): RequestHandler {
  return (req, res, next) => {
    const { method } = req;
    const started = clock.monotonic();
    res.once('close', () => {
      const route = routeOf(req);
      const durationMs = clock.monotonic() - started;
      metrics.observeResponse({ method, route, status: res.statusCode, durationMs });
      logger.debug(
        {
          ...spanIdsOf(traceparentOf(req) ?? ''),
          requestId: requestIdOf(res),
          method,
          route,
          status: res.statusCode,
          durationMs,
        },
        'answered a request',
      );
    });
    next();
  };
}

/** An Express application with the door and nothing behind it. */
export function createHttpDoor(options: HttpDoorOptions): Express {
  const app = express();
  mountHttpDoor(app, options);
  mountProblemFallback(app, options.logger);
  return app;
}

/** What is left over, as problems: an unknown address, an uncaught error. */
export function mountProblemFallback(app: Express, logger: OperationRoutesOptions['logger']): void {
  app.use((req, res) => {
    sendProblem(res, new ArbiterError('NOT_FOUND', `There is nothing at ${req.method} ${req.path}.`));
  });
  const lastResort: ErrorRequestHandler = (thrown: unknown, _req, res, next) => {
    const error = toArbiterError(thrown);
    if (error.code === 'INTERNAL') logger.error({ requestId: requestIdOf(res), err: error }, 'a route failed');
    if (res.headersSent) next(thrown);
    else sendProblem(res, error);
  };
  app.use(lastResort);
}
