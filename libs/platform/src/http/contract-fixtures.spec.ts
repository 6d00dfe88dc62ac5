import { type HttpRoute, OPERATIONS, pathParameters, type Problem } from '@arbiter/contracts';
import { rejectedRequests } from '@arbiter/contracts/testing';
import { OperationDispatcher } from '@arbiter/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDoors, openDoor, type OpenDoor } from '../../test/door.fixture.js';

/** Every example of every contract, sent over a real connection, through the door and the real dispatcher. */
const examples = OPERATIONS.flatMap((operation) => {
  const { http } = operation;
  // Their pieces are the door's own: no request carries one. send-bytes.spec.ts and receive-files.spec.ts try them.
  if (!http || http.bytes || http.multipart) return [];
  const accepted = Object.entries(operation.examples).map(([title, input]) => ({ title, input, field: undefined }));
  return [...accepted, ...rejectedRequests(operation.name)].map(({ title, input, field }) => ({
    name: operation.name,
    title,
    operation,
    route: http,
    input: input as Record<string, unknown>,
    field,
  }));
});
const accepted = examples.filter(({ field }) => field === undefined);
const rejected = examples.filter(({ field }) => field !== undefined);

let door: OpenDoor;
const received: unknown[] = [];

beforeAll(async () => {
  const dispatcher = new OperationDispatcher();
  for (const operation of OPERATIONS) {
    dispatcher.register(operation, (input) => {
      received.push(input);
      // Far enough: what an arm answers is not this spec's matter, and no answer fits every contract.
      return Promise.reject(new Error('reached'));
    });
  }
  door = await openDoor({ operations: OPERATIONS, invoke: dispatcher.invoke });
});
beforeEach(() => void received.splice(0));
afterAll(closeDoors);

/** The request that a client makes of an input; undefined where no address can carry it (an empty part of a path). */
function requestFor(route: HttpRoute, input: Record<string, unknown>): [path: string, init: RequestInit] | undefined {
  const inPath = pathParameters(route);
  if (inPath.some((name) => ['', '.', '..', 'undefined'].includes(String(input[name])))) return undefined;
  const path = inPath.reduce(
    (rest, name) => rest.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
    route.path,
  );
  const others = Object.entries(input).filter(([name]) => !inPath.includes(name));
  if (route.method === 'POST' || route.method === 'PUT') {
    const body = JSON.stringify(Object.fromEntries(others));
    return [path, { method: route.method, headers: { 'content-type': 'application/json' }, body }];
  }
  const query = new URLSearchParams(others.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return [query === '' ? path : `${path}?${query}`, { method: route.method }];
}

async function send(route: HttpRoute, input: Record<string, unknown>): Promise<Problem | undefined> {
  const request = requestFor(route, input);
  if (!request) return undefined;
  const response = await fetch(`${door.url}${request[0]}`, request[1]);
  return (await response.json()) as Problem;
}

describe('an accepted example over HTTP', () => {
  it.each(accepted)(
    'of $name reaches its handler as the contract parses it: $title',
    async ({ operation, route, input }) => {
      const problem = await send(route, input);
      expect(problem).toMatchObject({ code: 'INTERNAL' });
      expect(received).toEqual([operation.input.parse(input)]);
    },
  );
});

describe('a rejected example over HTTP', () => {
  it.each(rejected)('of $name never reaches its handler: $title', async ({ route, input, field }) => {
    const problem = await send(route, input);
    // Where no address can carry the input, there is nothing to refuse.
    if (problem) {
      expect(problem).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
      expect(problem.issues?.map(({ path }) => path)).toContain(field);
    }
    expect(received).toEqual([]);
  });

  it('can for the most part be sent', () => {
    const sendable = rejected.filter(({ route, input }) => requestFor(route, input) !== undefined);
    expect(sendable.length).toBeGreaterThan(rejected.length / 2);
  });
});
