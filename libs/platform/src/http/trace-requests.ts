import { SpanKind, startSpan } from '@arbiter/messaging';
import type { Request, RequestHandler } from 'express';
import { requestIdOf, traceparentOf } from './send-problem.js';

const SERVER_FAULT = 500;

/**
 * One span for each request, until its response is over. What the request causes hangs below it: from here on its
 * `traceparent` names this span. Its address is not exported, because it may hold a question. Probes make none: one comes every few
 * seconds.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  if (req.path.startsWith('/health/')) {
    next();
    return;
  }
  const span = startSpan(req.method, {
    kind: SpanKind.SERVER,
    traceparent: traceparentOf(req),
    attributes: {
      'http.request.method': req.method,
      'url.scheme': req.protocol,
      'network.protocol.version': req.httpVersion,
      'arbiter.request_id': requestIdOf(res),
    },
  });
  if (!span) {
    next();
    return;
  }
  req.headers.traceparent = span.traceparent;
  res.once('close', () => {
    const route = routeOf(req);
    span.rename(`${req.method} ${route}`);
    span.set({ 'http.route': route, 'http.response.status_code': res.statusCode });
    if (res.statusCode >= SERVER_FAULT) span.fail(String(res.statusCode));
    if (!res.writableFinished) span.event('the client went away');
    span.end();
  });
  span.run(() => next());
};

/** The pattern of the route that answered, never the address itself: labels of metrics and names of spans must be few. */
export function routeOf(req: Request): string {
  const route: unknown = req.route;
  return typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string'
    ? route.path
    : 'none';
}
