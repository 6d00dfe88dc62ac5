import { ArbiterError, GATEWAY_OPERATIONS, search, type OperationOutput } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher, type OperationHandler } from '@arbiter/messaging';
import { AppMetrics, createHttpDoor, createLogger, listen, Readiness, type ListeningServer } from '@arbiter/platform';
import { afterEach, describe, expect, it } from '@jest/globals';
import { passOn } from './pass-on.js';

const nothingFound: OperationOutput<typeof search> = {
  results: [],
  query: 'tides',
  method_used: 'keyword',
  total_results: 0,
  synthesis: null,
  citations: [],
};

let door: ListeningServer | undefined;
afterEach(() => door?.close(0));

/** Asks the orchestrator's door for what another arm serves. */
async function searchThroughGateway(handler: OperationHandler<typeof search>): Promise<Response> {
  const retriever = new OperationDispatcher();
  retriever.register(search, handler);
  const bus = new InProcessBus();
  await bus.start(retriever);
  const gateway = createHttpDoor({
    operations: GATEWAY_OPERATIONS,
    invoke: passOn(new InProcessOperationClient(bus)),
    api: { title: 'Arbiter', version: '0.0.1' },
    health: new Readiness([]),
    metrics: new AppMetrics({ app: 'gateway', version: '0.0.1', processMetrics: false }),
    logger: createLogger({ name: 'gateway', level: 'silent' }),
  });
  door = await listen(gateway, { host: '127.0.0.1', port: 0 });
  return fetch(`${door.url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'arbiter-request-id': 'r-1' },
    body: '{"query":"tides"}',
  });
}

describe('an operation that is passed on', () => {
  it('is answered as the arm answers, in body and headers', async () => {
    const response = await searchThroughGateway((_, { annotate, requestId }) => {
      annotate('mode', `keyword for ${requestId}`);
      annotate('degraded', 'vector');
      annotate('timing', 'keyword;dur=3.1');
      return Promise.resolve(nothingFound);
    });
    const headers = ['arbiter-mode', 'arbiter-degraded', 'arbiter-timing', 'server-timing'];
    expect(headers.map((name) => response.headers.get(name))).toEqual([
      'keyword for r-1',
      'vector',
      'keyword;dur=3.1',
      'keyword;dur=3.1',
    ]);
    expect(await response.json()).toEqual(nothingFound);
  });

  it('fails as the arm fails, with nothing beside the problem', async () => {
    const response = await searchThroughGateway((_, { annotate }) => {
      annotate('mode', 'keyword');
      return Promise.reject(new ArbiterError('NOT_FOUND', 'No such collection.'));
    });
    expect([response.status, response.headers.get('arbiter-mode')]).toEqual([404, null]);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', detail: 'No such collection.' });
  });
});
