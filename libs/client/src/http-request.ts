import { ROUTES } from './generated/routes.js';
import type { OperationKey } from './operations.js';

interface HttpRequest {
  readonly method: string;
  /** With its query, without the origin. */
  readonly path: string;
  /** JSON; undefined if the input goes into the address. */
  readonly body: string | undefined;
}

/** The request of an operation of the table of routes. */
export function httpRequestOf(operation: OperationKey, input: object): HttpRequest {
  const [method, path] = ROUTES[operation].split(' ') as [string, string];
  return httpRequestAt({ method, path }, input);
}

/**
 * Where the fields of an input go: those that the path names in braces, as contracts have it, into the path, the others into the
 * query of `GET` and `DELETE`, else into a JSON body. Fields that are undefined are left out; of a list, each item is a parameter of
 * its own.
 */
export function httpRequestAt({ method, path: template }: Omit<HttpRequest, 'body'>, input: object): HttpRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (method !== 'GET' && method !== 'DELETE') return { method, path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, String(item));
  }
  return { method, path: query.size > 0 ? `${path}?${query.toString()}` : path, body: undefined };
}
