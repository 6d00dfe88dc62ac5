import { errors } from '@elastic/elasticsearch';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

/** What the failed call was about. */
export interface ElasticsearchCall {
  /** Without credentials. */
  readonly url: string;
  /** Absent when the call was about the server as a whole. */
  readonly collection?: string;
}

/** A cause that is likely gone at the next attempt. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether the same request may succeed a moment later. One that ran out of time has had its moment. */
export function isTransient(thrown: unknown): boolean {
  if (thrown instanceof errors.ResponseError) return isTransientStatus(thrown.statusCode ?? 0);
  return thrown instanceof errors.ConnectionError || thrown instanceof errors.NoLivingConnectionsError;
}

export function isTransientStatus(status: number): boolean {
  return TRANSIENT_STATUSES.has(status);
}

/** @returns the error that callers of the port are promised, with the client's own as its cause (it redacts keys) */
export function translateElasticsearchError(thrown: unknown, { url, collection }: ElasticsearchCall): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  const details = collection === undefined ? {} : { collection };
  const failure = (code: ErrorCode, message: string): ArbiterError =>
    new ArbiterError(code, message, { details, cause: thrown });
  const server = `Elasticsearch at ${url}`;

  if (thrown instanceof errors.ResponseError) {
    const status = thrown.statusCode ?? 0;
    const { code, what } = causeOf(status, rootTypeOf(thrown), thrown.message);
    const subject = collection === undefined ? server : `${server}, collection "${collection}":`;
    if (code === 'NOT_FOUND' && collection !== undefined)
      return failure(code, `Collection "${collection}" does not exist.`);
    return failure(code, `${subject} ${what}.`);
  }
  if (thrown instanceof errors.ProductNotSupportedError)
    return failure('UNAVAILABLE', `What answers at ${url} is not Elasticsearch: set ELASTICSEARCH_URL.`);
  if (thrown instanceof errors.ConnectionError || thrown instanceof errors.NoLivingConnectionsError)
    return failure(
      'UNAVAILABLE',
      `${server} cannot be reached (${thrown.message}): start it, or correct ELASTICSEARCH_URL.`,
    );
  if (thrown instanceof errors.DeserializationError)
    return failure('UNAVAILABLE', `${server} sent an answer that is no JSON.`);
  return failure('INTERNAL', `A request to ${server} failed for a reason that is in the log.`);
}

/** What a status, of a request or of one item of a bulk request, means to the caller. */
export function causeOf(
  status: number,
  type: string,
  reason = '',
): { readonly code: ErrorCode; readonly what: string } {
  switch (status) {
    case 401:
      return { code: 'UNAUTHENTICATED', what: 'refused the credentials; check ELASTICSEARCH_API_KEY' };
    case 403:
      return type === 'cluster_block_exception'
        ? { code: 'UNAVAILABLE', what: 'takes no writes: the index is blocked, by a full disk or a migration' }
        : { code: 'FORBIDDEN', what: 'does not grant this; ELASTICSEARCH_API_KEY needs the rights of the README' };
    case 404:
      return { code: 'NOT_FOUND', what: 'has no such index' };
    case 413:
      return { code: 'PAYLOAD_TOO_LARGE', what: 'refused the request as too large (http.max_content_length)' };
    case 429:
      return { code: 'OVERLOADED', what: 'has too much to do' };
  }
  if (/maxClauseCount|too_many_(nested_)?clauses/.test(`${type} ${reason}`))
    return { code: 'INVALID_REQUEST', what: 'takes no query of so many terms' };
  if (status >= 500) return { code: 'UNAVAILABLE', what: `failed with status ${status} (${type})` };
  return { code: 'INTERNAL', what: `refused the request with status ${status} (${type})` };
}

/** Such as `index_not_found_exception`; empty when the answer has none. */
function rootTypeOf(thrown: errors.ResponseError): string {
  const body: unknown = thrown.body;
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : '';
  return typeof type === 'string' ? type : '';
}
