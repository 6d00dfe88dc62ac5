import * as contracts from '@arbiter/contracts';
import { type AnyOperation, ArbiterError, GATEWAY_OPERATIONS, type HttpRoute, operationsOf } from '@arbiter/contracts';
import { z } from 'zod';

/** The module of the client that says at which route each operation of the orchestrator is, under the name that it is exported by. */
export function clientRoutes(): string {
  const names = new Map<unknown, string>(Object.entries(contracts).map(([name, value]) => [value, name]));
  const routes = [...operationsOf('orchestrator'), ...GATEWAY_OPERATIONS]
    .flatMap((operation) => (operation.http ? [[nameOf(operation, names), routeOf(operation, operation.http)]] : []))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return `// Written by \`node tools/docs/dist/main.js\` from libs/contracts. Do not edit.

/** Method and path of each operation; behind them the key of the output whose string is the body, if it is no JSON. */
export const ROUTES = ${JSON.stringify(Object.fromEntries(routes))} as const;
`;
}

function nameOf(operation: AnyOperation, names: ReadonlyMap<unknown, string>): string {
  const name = names.get(operation);
  if (name !== undefined) return name;
  throw new ArbiterError('INTERNAL', `libs/contracts does not export ${operation.name}.`);
}

function routeOf({ output }: AnyOperation, { method, path, mediaType }: HttpRoute): string {
  const key = mediaType === undefined || !(output instanceof z.ZodObject) ? [] : Object.keys(output.shape).slice(0, 1);
  return [method, path, ...key].join(' ');
}
