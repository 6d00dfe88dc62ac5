import { ArbiterError, HEALTH_OPERATIONS, type HealthReport, listCollections } from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { Readiness } from '@arbiter/platform';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LORE_MANIFEST } from '../test/query-pipeline.js';
import { armChecks, libraryCheck } from './readiness.js';

const READY: HealthReport = { status: 'ready', checks: { embedder: { status: 'up' } } };
let recorded: boolean[] = [];
const clients: InProcessOperationClient[] = [];
afterEach(async () => {
  recorded = [];
  for (const client of clients.splice(0)) await client.close();
});

type Arms = Partial<Record<keyof typeof HEALTH_OPERATIONS, HealthReport | ArbiterError>>;

async function askWith(arms: Arms, documents: readonly number[] = [1]) {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  for (const [arm, report] of Object.entries(arms)) {
    dispatcher.register(HEALTH_OPERATIONS[arm as keyof typeof HEALTH_OPERATIONS], (_, { traceparent }) => {
      recorded.push(traceparent.endsWith('-01'));
      if (report instanceof ArbiterError) throw report;
      return Promise.resolve(report);
    });
  }
  const collections = documents.map((count, index) => ({
    manifest: { ...LORE_MANIFEST, name: `c${index}` },
    documents: count,
    chunks: count,
  }));
  dispatcher.register(listCollections, () => Promise.resolve({ collections }));
  await bus.start(dispatcher);
  const client = new InProcessOperationClient(bus);
  clients.push(client);
  return new Readiness([...armChecks(client), libraryCheck(client)]).report();
}

const ALL = { planner: READY, retriever: READY, validator: READY } as const;

describe('the readiness of what answers questions', () => {
  it('is given when all arms are ready', async () => {
    expect(await askWith(ALL)).toEqual({
      status: 'ready',
      checks: {
        'planner arm': { status: 'up' },
        'retriever arm': { status: 'up' },
        'validator arm': { status: 'up' },
        documents: { status: 'up' },
      },
    });
  });

  it('asks them so that no trace is recorded', async () => {
    await askWith(ALL);
    expect(recorded).toEqual([false, false, false]);
  });

  it.each(['retriever', 'validator'] as const)('is not given while the %s arm does not answer', async (arm) => {
    const { [arm]: _, ...others } = ALL;
    expect(await askWith(others)).toMatchObject({
      status: 'unready',
      checks: { [`${arm} arm`]: { status: 'down', reason: 'does not answer' } },
    });
  });

  it('is given without a planner, and says what that means', async () => {
    expect(await askWith({ retriever: READY, validator: READY })).toMatchObject({
      status: 'ready',
      checks: { 'planner arm': { notice: 'does not answer: questions are searched as they were asked' } },
    });
  });

  it('names what an arm lacks', async () => {
    const loading: HealthReport = {
      status: 'unready',
      checks: { embedder: { status: 'down', reason: 'is loading' }, nats: { status: 'up' } },
    };
    expect(await askWith({ ...ALL, retriever: loading })).toMatchObject({
      status: 'unready',
      checks: { 'retriever arm': { reason: 'embedder: is loading' } },
    });
  });

  it('passes the remarks of an arm on', async () => {
    const alone: HealthReport = {
      status: 'ready',
      checks: { 'language model': { status: 'up', notice: 'is down: answers are made of the sources’ own sentences' } },
    };
    expect(await askWith({ ...ALL, retriever: alone })).toMatchObject({
      status: 'ready',
      checks: {
        'retriever arm': { notice: 'language model is down: answers are made of the sources’ own sentences' },
      },
    });
  });

  it.each([[[]], [[0, 0]]])('is given for a library without documents, which it says (%j)', async (documents) => {
    expect(await askWith(ALL, documents)).toMatchObject({
      status: 'ready',
      checks: { documents: { status: 'up', notice: 'none yet' } },
    });
  });
});
