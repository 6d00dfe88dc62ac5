import { type AnyOperation, ArbiterError, defineOperation } from '@arbiter/contracts';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import { z } from 'zod';
import { Readiness } from '../src/health.js';
import { createHttpDoor, type HttpDoorOptions } from '../src/http/http-door.js';
import { listen, type ListeningServer } from '../src/http/listen.js';
import { createLogger } from '../src/logging.js';
import { AppMetrics } from '../src/metrics.js';

const Thing = z.strictObject({
  id: z.string().min(2),
  note: z.string().optional(),
  count: z.coerce.number().int().default(1),
});

const common = {
  summary: 'Test.',
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  examples: { 'an id': { id: 'ab' } },
} as const;

/** Echoes its input. */
export const saveThing = defineOperation({
  ...common,
  name: 'retriever.save-thing',
  input: Thing,
  output: z.strictObject({ thing: Thing }),
  http: { method: 'PUT', path: '/v1/things/{id}', status: 201 },
});

export const getThing = defineOperation({
  ...common,
  name: 'retriever.get-thing',
  input: z.looseObject({ id: z.string() }),
  output: z.looseObject({ thing: z.unknown() }),
  http: { method: 'GET', path: '/v1/things/{id}' },
});

export const thingText = defineOperation({
  ...common,
  name: 'retriever.thing-text',
  input: z.strictObject({ id: z.string() }),
  output: z.strictObject({ text: z.string() }),
  http: { method: 'GET', path: '/v1/things/{id}/text', mediaType: 'text/plain; charset=utf-8' },
});

export const countUp = defineOperation({
  ...common,
  name: 'retriever.count-up',
  input: z.strictObject({ to: z.coerce.number().int() }),
  output: z.strictObject({ sum: z.number() }),
  events: z.strictObject({ type: z.literal('number'), n: z.number(), padding: z.string().optional() }),
  http: { method: 'POST', path: '/v1/count' },
});

/** As a published design has it: lines of events alone. */
export const countBare = defineOperation({
  ...countUp,
  name: 'retriever.count-bare',
  http: {
    method: 'POST',
    path: '/count_bare',
    bareStream: { failure: ({ message }) => [{ type: 'failed', message }, { type: 'over' }] },
  },
});

export const unrouted = defineOperation({ ...common, name: 'retriever.unrouted', input: Thing, output: Thing });

export type Handler = (
  input: never,
  call: IncomingCall,
) => Promise<unknown> | AsyncGenerator<unknown, unknown, undefined>;

const ECHO: Readonly<Record<string, Handler>> = {
  [saveThing.name]: (thing: unknown) => Promise.resolve({ thing }),
  [getThing.name]: (thing: unknown) => Promise.resolve({ thing }),
  [thingText.name]: ({ id }: { id: string }) => Promise.resolve({ text: `text of ${id} 🜂` }),
  [countUp.name]: async function* ({ to }: { to: number }) {
    let sum = 0;
    for (let n = 1; n <= to; n++) {
      sum += n;
      yield await Promise.resolve({ type: 'number', n });
    }
    return { sum };
  },
};

/** Validates and dispatches like the real one, without its deadlines and bounds; keeps the calls it saw. */
export function dispatcherOf(handlers: Readonly<Record<string, Handler>> = {}): {
  invoke: InvokeOperation;
  calls: IncomingCall[];
} {
  const calls: IncomingCall[] = [];
  const known = { ...ECHO, ...handlers };
  async function* invoke(operation: AnyOperation, call: IncomingCall): AsyncGenerator<unknown, unknown, undefined> {
    calls.push(call);
    const parsed = operation.input.safeParse(call.input);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
      throw new ArbiterError('INVALID_REQUEST', 'Invalid request.', { details: { issues } });
    }
    const handler = known[operation.name];
    if (!handler) throw new ArbiterError('UNAVAILABLE', 'Nobody serves this.');
    const answer = handler(parsed.data as never, call);
    return answer instanceof Promise ? answer : yield* answer;
  }
  return { invoke, calls };
}

export const OPERATIONS_UNDER_TEST: readonly AnyOperation[] = [
  saveThing,
  getThing,
  thingText,
  countUp,
  countBare,
  unrouted,
];

export interface OpenDoor extends ListeningServer {
  readonly calls: readonly IncomingCall[];
  readonly lines: readonly string[];
}

const open: ListeningServer[] = [];

/** A door on a real port; `closeDoors` after each test. */
export async function openDoor(
  options: Partial<HttpDoorOptions> & { handlers?: Readonly<Record<string, Handler>> } = {},
): Promise<OpenDoor> {
  const { handlers, ...door } = options;
  const { invoke, calls } = dispatcherOf(handlers);
  const lines: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const app = createHttpDoor({
    operations: OPERATIONS_UNDER_TEST,
    invoke,
    logger,
    api: { title: 'Test', version: '1.2.3' },
    health: new Readiness([]),
    metrics: new AppMetrics({ app: 'test', version: '1.2.3', processMetrics: false }),
    ...door,
  });
  const { limits } = door;
  const server = await listen(app, { host: '127.0.0.1', port: 0, ...(limits && { limits }) });
  open.push(server);
  return { ...server, calls, lines };
}

export async function closeDoors(): Promise<void> {
  await Promise.all(open.splice(0).map((server) => server.close(0)));
}
