import { ArbiterError } from '@arbiter/contracts';
import { QdrantClientResourceExhaustedError } from '@qdrant/js-client-rest';
import { z } from 'zod';

/** The request that failed. */
export interface QdrantCall {
  /** The server as people know it. */
  readonly server: string;
  /** Absent when the request was about the server as a whole. */
  readonly collection?: string;
}

/** The client's error for an answer that is not 2xx. */
const HttpFailure = z.object({ status: z.number().int(), data: z.unknown().optional() });

/** How Qdrant words a failure. */
const ErrorBody = z.object({ status: z.object({ error: z.string() }) });

/** What undici and OpenSSL call a certificate that they do not trust. */
const UNTRUSTED_CERTIFICATE = /CERT|UNABLE_TO_VERIFY|SELF_SIGNED/;

/** @returns the error that callers of the ports are promised, with the client's own as its cause; never the key */
export function translateQdrantError(thrown: unknown, call: QdrantCall): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  const options = { cause: thrown, details: call.collection === undefined ? {} : { collection: call.collection } };
  const failure = HttpFailure.safeParse(thrown);
  if (failure.success) return ofStatus(failure.data.status, failure.data.data, call, options);
  if (isResourceExhausted(thrown)) return overloaded(call, options, retryAfterMsOf(thrown));
  return new ArbiterError('UNAVAILABLE', describeBrokenConnection(thrown, call.server), options);
}

interface Options {
  readonly cause: unknown;
  readonly details: Readonly<Record<string, unknown>>;
}

function ofStatus(status: number, body: unknown, call: QdrantCall, options: Options): ArbiterError {
  const { server, collection } = call;
  const about = collection === undefined ? '' : ` about collection "${collection}"`;
  const said = ErrorBody.safeParse(body);
  const words = said.success ? `: ${said.data.status.error}` : '.';
  switch (status) {
    case 401:
    case 403:
      return new ArbiterError('UNAUTHENTICATED', `Qdrant at ${server} does not accept QDRANT_API_KEY.`, options);
    case 404:
      return collection === undefined
        ? new ArbiterError('UNAVAILABLE', `What answers at ${server} is not Qdrant; correct QDRANT_URL.`, options)
        : new ArbiterError('NOT_FOUND', `Collection "${collection}" does not exist.`, options);
    case 409:
      return new ArbiterError('CONFLICT', `Qdrant at ${server} found a conflict${about}${words}`, options);
    case 413:
      return new ArbiterError('PAYLOAD_TOO_LARGE', `Qdrant at ${server} takes no request as large${about}.`, options);
    case 429:
      return overloaded(call, options, null);
    default:
      return status >= 500
        ? new ArbiterError('UNAVAILABLE', `Qdrant at ${server} failed (${status})${about}${words}`, options)
        : new ArbiterError('INTERNAL', `Qdrant at ${server} refused a request (${status})${about}${words}`, options);
  }
}

function overloaded({ server }: QdrantCall, { cause, details }: Options, retryAfterMs: number | null): ArbiterError {
  return new ArbiterError('OVERLOADED', `Qdrant at ${server} asks for fewer requests.`, {
    cause,
    details: { ...details, ...(retryAfterMs !== null && { retryAfterMs }) },
  });
}

/** The client knows seconds only, and throws a plain error of its own when the server names a date. */
function isResourceExhausted(thrown: unknown): boolean {
  return (
    thrown instanceof QdrantClientResourceExhaustedError ||
    (thrown instanceof Error && thrown.message.startsWith('Invalid retryAfter value'))
  );
}

/** The client reads the first digit of `Retry-After` only (js-client-rest 1.18.0), so this is the least time to wait. */
function retryAfterMsOf(thrown: unknown): number | null {
  return thrown instanceof QdrantClientResourceExhaustedError ? thrown.retry_after * 1_000 : null;
}

function describeBrokenConnection(thrown: unknown, server: string): string {
  if (nameOf(thrown) === 'SyntaxError')
    return `What answers at ${server} is not Qdrant, since its answer is not JSON; correct QDRANT_URL.`;
  const code = codeOf(thrown);
  if (code === 'ECONNREFUSED') return `Nothing listens at ${server}; start Qdrant, or correct QDRANT_URL.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host of ${server} is not known; correct QDRANT_URL.`;
  if (UNTRUSTED_CERTIFICATE.test(code))
    return `The certificate of ${server} is not trusted (${code}); give its authority as caCertificate or in NODE_EXTRA_CA_CERTS.`;
  return `The connection to Qdrant at ${server} broke off${code === '' ? '' : ` (${code})`}.`;
}

/** `fetch` fails with "fetch failed" or "terminated", and has what happened as the cause. */
function codeOf(thrown: unknown): string {
  for (let error = thrown; isObject(error); error = error.cause) {
    if (typeof error.code === 'string') return error.code;
  }
  return '';
}

// By what they hold, not by `instanceof`: `fetch` may throw the classes of another realm.

function nameOf(thrown: unknown): unknown {
  return isObject(thrown) ? thrown.name : undefined;
}

function isObject(
  value: unknown,
): value is { readonly name?: unknown; readonly code?: unknown; readonly cause?: unknown } {
  return typeof value === 'object' && value !== null;
}
