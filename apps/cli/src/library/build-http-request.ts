import { ArbiterError, pathParameters, type AnyOperation } from '@arbiter/contracts';

export interface HttpRequestParts {
  readonly method: string;
  readonly url: string;
  /** JSON, or null where the method carries none. */
  readonly body: string | null;
}

/**
 * The HTTP request that stands for an operation: path parameters are taken from the input, what is left is the query
 * of a GET or DELETE and the JSON body of the others.
 *
 * @param server base address, with or without a slash at its end
 * @throws ArbiterError INVALID_REQUEST when a path parameter is missing, UNAVAILABLE when the operation has no route
 */
export function buildHttpRequest(server: string, operation: AnyOperation, input: unknown): HttpRequestParts {
  const { http, name } = operation;
  if (!http)
    throw new ArbiterError('UNAVAILABLE', `${name} is not served over HTTP.`, { details: { operation: name } });
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  let path = http.path;
  for (const parameter of pathParameters(http)) {
    const value = rest[parameter];
    if (typeof value !== 'string' || value === '') {
      throw new ArbiterError('INVALID_REQUEST', `${name} needs "${parameter}".`, { details: { field: parameter } });
    }
    path = path.replace(`{${parameter}}`, encodeURIComponent(value));
    rest[parameter] = undefined;
  }
  const base = `${server.replace(/(?<!\/)\/+$/, '')}${path}`;
  if (http.method === 'POST' || http.method === 'PUT') {
    return { method: http.method, url: base, body: JSON.stringify(rest) };
  }
  const search = queryOf(rest);
  return { method: http.method, url: search === '' ? base : `${base}?${search}`, body: null };
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean')
        query.append(key, String(item));
    }
  }
  return query.toString();
}
