import {
  ArbiterError,
  describeContext,
  doctor,
  HEALTH_OPERATIONS,
  type HealthReport,
  listCollections,
  listJobs,
  type Principal,
  search,
} from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher } from '@arbiter/messaging';
import { InMemoryAnswerRecordStore } from '@arbiter/ports/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { contextOf, LORE_MANIFEST } from '../../test/query-pipeline.js';
import { DoctorController } from './doctor.controller.js';

const SECRET = 'https://user:hunter2@models.internal:9200';
const READY: HealthReport = { status: 'ready', checks: { embedder: { status: 'up' } } };
const clients: InProcessOperationClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

interface Installation {
  readonly arms?: Partial<Record<keyof typeof HEALTH_OPERATIONS, HealthReport>>;
  readonly documents?: number;
  readonly degraded?: string;
  readonly ingests?: boolean;
  readonly fails?: boolean;
  readonly keepsAnswers?: boolean;
}

async function examine(
  { arms = { planner: READY, retriever: READY, validator: READY }, ...over }: Installation = {},
  principal: Principal | null = null,
) {
  const { documents = 3, degraded, ingests = true, fails = false, keepsAnswers = true } = over;
  const dispatcher = new OperationDispatcher();
  const broken = (): void => {
    if (fails) throw new ArbiterError('UNAVAILABLE', `Nobody listens at ${SECRET}.`);
  };
  for (const [arm, report] of Object.entries(arms))
    dispatcher.register(HEALTH_OPERATIONS[arm as keyof typeof arms], () => Promise.resolve(report));
  dispatcher.register(listCollections, () => {
    broken();
    const chunks = documents * 4;
    return Promise.resolve({
      collections: [{ manifest: { ...LORE_MANIFEST, vectorStore: 'lancedb' }, documents, chunks }],
    });
  });
  dispatcher.register(search, ({ query }, { annotate }) => {
    if (degraded !== undefined) annotate('degraded', degraded);
    return Promise.resolve({
      ...{ results: [], query, method_used: 'hybrid' as const, total_results: 0, synthesis: null, citations: [] },
    });
  });
  dispatcher.register(describeContext, () => {
    broken();
    return Promise.resolve({ generations: [], withGraph: [], withChanges: [], writer: 'extractive' as const });
  });
  if (ingests) dispatcher.register(listJobs, () => Promise.resolve({ jobs: [], next: null }) as never);
  const bus = new InProcessBus();
  await bus.start(dispatcher);
  const client = new InProcessOperationClient(bus);
  clients.push(client);
  const sut = new DoctorController({ client, answers: keepsAnswers ? new InMemoryAnswerRecordStore() : null });
  const { checks, version } = doctor.output.parse(await sut.examine({}, { ...contextOf(), principal }));
  const of = (name: string) => checks.find((check) => check.name === name);
  return { checks, version, of };
}

describe('the doctor of a running installation', () => {
  it('finds all well, with versions, parts of the arms, engines and counts', async () => {
    const { checks, version, of } = await examine();
    expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'ok'));
    expect(of('arbiter')?.detail).toBe(version);
    expect(of('retriever arm: embedder')).toEqual({ name: 'retriever arm: embedder', status: 'ok', detail: 'up' });
    expect(of('library')?.detail).toBe(
      `collections 1, documents 3, chunks 12; vectors of ${LORE_MANIFEST.embeddingModel} in lancedb, words in unknown`,
    );
    expect(of('answers')?.advice).toContain('SYNTHESIS_MODEL');
  });

  it('tells arms that do not answer, and of a planner what questions do without it', async () => {
    const { of } = await examine({ arms: { retriever: READY }, ingests: false });
    expect(of('validator arm')).toEqual({
      ...{ name: 'validator arm', status: 'failed', detail: 'does not answer', advice: 'Its log says why.' },
    });
    expect(of('planner arm')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('as they were asked'),
    });
    expect(of('ingestion worker')).toMatchObject({ status: 'failed', detail: 'does not answer' });
  });

  it('tells what an arm lacks, and what stands in for it', async () => {
    const { of } = await examine({
      arms: {
        planner: { status: 'ready', checks: { 'language model': { status: 'up', notice: 'is down: rules plan' } } },
        retriever: { status: 'unready', checks: { embedder: { status: 'down', reason: 'is loading' } } },
        validator: READY,
      },
      degraded: 'keyword-index',
      keepsAnswers: false,
    });
    expect(of('planner arm: language model')).toMatchObject({ status: 'warning', detail: 'is down: rules plan' });
    expect(of('retriever arm')).toMatchObject({ status: 'failed', detail: 'unready' });
    expect(of('retriever arm: embedder')).toMatchObject({ status: 'failed', detail: 'is loading' });
    expect(of('search')).toMatchObject({ status: 'warning', detail: 'without keyword-index' });
    expect(of('answer records')).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('ANSWER_RECORDS'),
    });
  });

  it('finds an empty library, and searches it not', async () => {
    const { of } = await examine({ documents: 0 });
    expect([of('library'), of('search')]).toMatchObject([
      { status: 'warning', advice: expect.stringContaining('arbiter ingest') },
      { status: 'warning', detail: 'nothing to search yet' },
    ]);
  });

  it('repeats no sentence of what fails, which may name an address, a path or a key', async () => {
    const { checks, of } = await examine({ fails: true });
    expect(of('library')).toMatchObject({ status: 'failed', detail: 'does not answer' });
    expect(of('search')).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(checks)).not.toMatch(/hunter2|internal|9200/);
  });

  it('is none for the caller of a tenant', async () => {
    const head: Principal = { name: 'head', role: 'admin', tenant: 'acme', groups: null };
    await expect(examine({}, head)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
