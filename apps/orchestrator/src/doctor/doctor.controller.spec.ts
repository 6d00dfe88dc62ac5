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
import { describe, expect, it } from '@jest/globals';
import { contextOf, LORE_MANIFEST } from '../../test/query-pipeline.js';
import { DoctorController } from './doctor.controller.js';

const READY: HealthReport = { status: 'ready', checks: { embedder: { status: 'up' } } };

interface Installation {
  readonly arms: Partial<Record<keyof typeof HEALTH_OPERATIONS, HealthReport>>;
  readonly documents: number;
  readonly degraded: string | null;
  readonly ingests: boolean;
  readonly fails: boolean;
  readonly keepsAnswers: boolean;
}

const WELL: Installation = {
  arms: { planner: READY, retriever: READY, validator: READY },
  ...{ documents: 3, degraded: null, ingests: true, fails: false, keepsAnswers: true },
};

async function examine(over: Partial<Installation> = {}, principal: Principal | null = null) {
  const { arms, documents, degraded, ingests, fails, keepsAnswers } = { ...WELL, ...over };
  const dispatcher = new OperationDispatcher();
  const told = <T>(output: T): Promise<T> =>
    fails
      ? Promise.reject(new ArbiterError('UNAVAILABLE', 'Nobody listens at https://user:hunter2@models.internal:9200.'))
      : Promise.resolve(output);
  for (const [arm, report] of Object.entries(arms))
    dispatcher.register(HEALTH_OPERATIONS[arm as keyof typeof arms], () => Promise.resolve(report));
  const manifest = { ...LORE_MANIFEST, vectorStore: 'lancedb' };
  dispatcher.register(listCollections, () => told({ collections: [{ manifest, documents, chunks: documents * 4 }] }));
  dispatcher.register(search, ({ query }, { annotate }) => {
    if (degraded !== null) annotate('degraded', degraded);
    return told({ results: [], query, method_used: 'hybrid', total_results: 0, synthesis: null, citations: [] });
  });
  dispatcher.register(describeContext, () =>
    told({ generations: [], withGraph: [], withChanges: [], writer: 'extractive' }),
  );
  if (ingests) dispatcher.register(listJobs, () => told({ jobs: [], next: null }));
  const bus = new InProcessBus();
  await bus.start(dispatcher);
  const client = new InProcessOperationClient(bus);
  const sut = new DoctorController({ client, answers: keepsAnswers ? new InMemoryAnswerRecordStore() : null });
  try {
    const { checks, version } = doctor.output.parse(await sut.examine({}, { ...contextOf(), principal }));
    return { checks, version, of: (name: string) => checks.find((check) => check.name === name) };
  } finally {
    await client.close();
  }
}

describe('the doctor of a running installation', () => {
  it('finds all well, with versions, parts of the arms, engines and counts', async () => {
    const { checks, version, of } = await examine();
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(of('arbiter')?.detail).toBe(version);
    expect(of('retriever arm: embedder')).toEqual({ name: 'retriever arm: embedder', status: 'ok', detail: 'up' });
    expect(of('library')?.detail).toBe(
      `collections 1, documents 3, chunks 12; vectors of ${LORE_MANIFEST.embeddingModel} in lancedb, words in unknown`,
    );
    expect(of('answers')?.advice).toContain('SYNTHESIS_MODEL');
  });

  it('tells arms that do not answer, and of a planner what questions do without it', async () => {
    const { of } = await examine({ arms: { retriever: READY }, ingests: false });
    const away = { status: 'failed', detail: 'does not answer', advice: 'Its log says why.' };
    expect([of('validator arm'), of('ingestion worker')]).toMatchObject([away, away]);
    expect(of('planner arm')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('as they were asked'),
    });
  });

  it('tells what an arm lacks, and what stands in for it', async () => {
    const { of } = await examine({
      arms: {
        planner: { status: 'ready', checks: { 'language model': { status: 'up', notice: 'is down: rules plan' } } },
        retriever: { status: 'unready', checks: { embedder: { status: 'down', reason: 'is loading' } } },
      },
      degraded: 'keyword-index',
      keepsAnswers: false,
    });
    expect(of('planner arm: language model')).toMatchObject({ status: 'warning', detail: 'is down: rules plan' });
    expect(of('retriever arm')).toMatchObject({ status: 'failed', detail: 'unready' });
    expect(of('retriever arm: embedder')).toMatchObject({ status: 'failed', detail: 'is loading' });
    expect(of('search')).toMatchObject({ status: 'warning', detail: 'without keyword-index' });
    expect(of('answer records')).toMatchObject({ status: 'warning', advice: expect.stringMatching(/^ANSWER_RECORDS/) });
  });

  it('finds an empty library, and searches it not', async () => {
    const { of } = await examine({ documents: 0 });
    expect(of('library')).toMatchObject({ status: 'warning', advice: expect.stringContaining('arbiter ingest') });
    expect(of('search')).toMatchObject({ status: 'warning', detail: 'nothing to search yet' });
  });

  it('repeats no sentence of what fails, which may name an address, a path or a key', async () => {
    const { checks, of } = await examine({ fails: true });
    for (const name of ['library', 'search', 'answers'])
      expect(of(name)).toMatchObject({ status: 'failed', detail: 'does not answer' });
    expect(JSON.stringify(checks)).not.toMatch(/hunter2|internal|9200/);
  });

  it('is none for the caller of a tenant', async () => {
    const head: Principal = { name: 'head', role: 'admin', tenant: 'acme', groups: null };
    await expect(examine({}, head)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
