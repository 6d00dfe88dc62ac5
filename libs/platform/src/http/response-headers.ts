import { ArbiterError, HTTP_HEADERS } from '@arbiter/contracts';
import type { RequestHandler } from 'express';
import { sendProblem } from './send-problem.js';

/**
 * What every response says to browsers: it may not load, run, frame or be framed. Pages that are served name their own policy.
 * An opened address shares no window with the page that opened it, and no page of another site may embed it.
 */
const PROTECTION: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
/** A year, as the preload lists of browsers ask for (https://hstspreload.org). */
const HSTS = 'max-age=31536000';

/** Strict-Transport-Security only where a trusted proxy says that the client came by TLS; over plain HTTP browsers ignore it. */
export const protectResponses: RequestHandler = (req, res, next) => {
  for (const [name, value] of Object.entries(PROTECTION)) res.setHeader(name, value);
  if (req.secure) res.setHeader('Strict-Transport-Security', HSTS);
  next();
};

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, DELETE';
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'X-Api-Key',
  'Traceparent',
  HTTP_HEADERS.deadlineMs,
  HTTP_HEADERS.requestId,
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
].join(', ');
const EXPOSED_HEADERS = [
  HTTP_HEADERS.requestId,
  HTTP_HEADERS.serverTiming,
  'Retry-After',
  'Mcp-Session-Id',
  'Arbiter-Mode',
  'Arbiter-Degraded',
].join(', ');
/** Browsers keep the answer to a preflight at most two hours (Chromium). */
const PREFLIGHT_S = 7_200;

/** Whether a text is an origin as browsers send it: `https://console.example`, with a port where it is not the usual one. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
}

/** Set where the page of an allowed origin asks: it counts as no stranger, even without a key. */
export const FROM_ALLOWED_ORIGIN = 'fromAllowedOrigin';

/**
 * Lets pages of the named origins ask from browsers (Fetch standard, CORS protocol). Preflights are answered here, before
 * the key, which browsers do not send with them. Credentials of a browser are not accepted from there, so no cookie can ask: a
 * page of another origin sends the key itself. Other origins get no header, and their preflight is refused.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (req, res, next) => {
    if (allowed.size > 0) res.vary('Origin');
    const { origin } = req.headers;
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (isAllowed) {
      res.locals[FROM_ALLOWED_ORIGIN] = true;
      res.setHeader('Access-Control-Allow-Origin', origin);
      res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    const isPreflight = req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || origin === undefined) {
      next();
      return;
    }
    if (!isAllowed) {
      sendProblem(res, new ArbiterError('FORBIDDEN', 'Pages of this origin may not ask (HTTP_ALLOWED_ORIGINS).'));
      return;
    }
    res.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
    res.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    res.setHeader('Access-Control-Max-Age', PREFLIGHT_S);
    res.status(204).end();
  };
}
