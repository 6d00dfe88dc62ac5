import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchResult } from '@arbiter/contracts';
import { elasticsearchAvailable, IS_SOAK, qdrantAvailable, startQdrant } from '@arbiter/testing';
import { NO_READER } from './environment.js';
import { ingest, search, send } from './http-calls.js';
import { WORKSPACE } from './installation.js';
import { StoreServers, trainingQuestions } from './libraries.js';
import { Processes } from './processes.js';
import { startStandaloneProcess, type RunningStandalone } from './servers.js';
import { copySharedLibrary } from './shared/copy-library.js';
import { readDomain, SHARED_DOMAIN } from './shared/shared-library.js';
import { TemporaryFolders } from './temporary-folders.js';

/** Of the sample domain, which the shared library holds. */
const COLLECTION = `${SHARED_DOMAIN}_lore`;
/** A soak run asks twice as many. */
const QUESTIONS = IS_SOAK ? 40 : 20;

/** Two starts of a server and an ingestion on a busy machine: a guard against hangs, no measure. */
const PREPARE_MS = 900_000;
const SEARCHES_MS = 300_000;

/** `retriever.search` must answer within ten seconds; what comes on top is the machine's. */
const DEADLINE_MS = 12_000;

const missing = elasticsearchAvailable() ?? qdrantAvailable();
const processes = new Processes();
const folders = new TemporaryFolders();
afterAll(async () => {
  await processes.stopAll();
  await folders.removeAll();
});

const keyOf = ({ source, metadata }: SearchResult): string => `${source}@${metadata.start}`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

(missing ? describe.skip : describe)(
  `a library on Elasticsearch and Qdrant${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    let servers: StoreServers;
    let embedded: RunningStandalone;
    let served: RunningStandalone;
    let questions: string[];
    const made: (() => Promise<unknown>)[] = [];

    beforeAll(async () => {
      questions = await trainingQuestions(QUESTIONS);
      servers = await StoreServers.start();
      made.push(() => servers.stop());
      const common = {
        ENABLE_SYNTHESIS: 'false',
        ...NO_READER,
      };
      const [embeddedDir, servedDir] = [await folders.create(), await folders.create()];
      await copySharedLibrary(embeddedDir);
      // The same texts have the same vectors: they need not be read again.
      await cp(join(embeddedDir, 'embeddings'), join(servedDir, 'embeddings'), { recursive: true });
      embedded = await startStandaloneProcess(processes, { dataDir: embeddedDir, env: common });
      served = await startStandaloneProcess(processes, { dataDir: servedDir, env: { ...common, ...servers.env() } });
      made.push(() => send(`${served.url}/v1/collections/${COLLECTION}`, { method: 'DELETE' }));
      await readDomain(served.url);
    }, PREPARE_MS);
    afterAll(async () => {
      // The last that was made goes first, also when the next could not be made.
      for (const remove of made.reverse()) await remove();
    });

    const both = (request: Readonly<Record<string, unknown>>) =>
      Promise.all(
        [embedded, served].map(({ retrieverUrl }) =>
          search(retrieverUrl, { ...request, knowledge_bases: [COLLECTION] }),
        ),
      );

    it(
      'finds what the embedded library finds, in nearly the same order, with nearly the same relevance',
      async () => {
        const overlaps: number[] = [];
        const sameFirst: number[] = [];
        const differences: number[] = [];
        const estimates: number[] = [];
        for (const query of questions) {
          const [ours, theirs] = await both({ query, limit: 10, min_relevance_score: 0, explain: true });
          expect(theirs?.degraded).toEqual([]);
          const known = new Map(ours?.results.map((result) => [keyOf(result), result]));
          const common = theirs?.results.filter((result) => known.has(keyOf(result))) ?? [];
          overlaps.push(common.length / 10);
          sameFirst.push(keyOf(ours!.results[0]!) === keyOf(theirs!.results[0]!) ? 1 : 0);
          for (const result of common) {
            const other = known.get(keyOf(result))!;
            differences.push(Math.abs(result.relevance_score - other.relevance_score));
            const [here, there] = [other.explanation!.estimated_relevance, result.explanation!.estimated_relevance];
            estimates.push(Math.abs(here - there));
          }
        }
        expect(mean(overlaps)).toBeGreaterThanOrEqual(0.95);
        expect(mean(sameFirst)).toBeGreaterThanOrEqual(0.9);
        // What a passage is worth by itself hardly depends on who found it; once made to fall along the ranks, two
        // passages that changed places may differ by more.
        expect(Math.max(...estimates)).toBeLessThanOrEqual(0.02);
        expect(mean(differences)).toBeLessThanOrEqual(0.02);
      },
      SEARCHES_MS,
    );

    it.each([
      ['one value', { type: 'law' }],
      ['any of some values', { type: ['item', 'faction'] }],
      // All that is left is fewer than are asked for, so that none is cut off.
      ['what a key is not', { type: { not: ['place', 'person', 'faction', 'history'] } }],
      ['several keys', { type: { exists: true, not: 'person' }, aliases: 'the Scales' }],
      ['a key that no document has', { colour: 'red' }],
    ])('filters by %s to the same passages', async (_what, filters) => {
      for (const method of ['vector', 'keyword', 'hybrid']) {
        const request = { query: 'the watch of the harbour at night', method, filters, limit: 100, rerank: false };
        const [ours, theirs] = await both({ ...request, min_relevance_score: 0 });
        expect(theirs?.results.map(keyOf).sort()).toEqual(ours?.results.map(keyOf).sort());
        expect(theirs?.results.length === 0).toBe('colour' in filters);
      }
    });

    it('says for each passage what either index thought of it', async () => {
      const [, theirs] = await both({ query: questions[0], limit: 3, explain: true, min_relevance_score: 0 });
      for (const { explanation } of theirs!.results) {
        const lists = explanation!.lists.map(({ list }) => list.split('+')[0]);
        expect(lists).toEqual(expect.arrayContaining(['vector', 'keyword']));
        for (const { score } of explanation!.lists) expect(score).toEqual(expect.any(Number));
      }
    });

    it('has a document nowhere any more once it is deleted', async () => {
      const source = 'laws/causeway-toll.md';
      const query = 'What is the toll on the Cinder Causeway, and who collects it?';
      const sourcesOf = async (method: string): Promise<string[]> => {
        const request = { query, method, limit: 20, min_relevance_score: 0 };
        return (await search(served.retrieverUrl, request)).results.map((result) => result.source);
      };
      const [found] = (await search(served.retrieverUrl, { query, limit: 20, min_relevance_score: 0 })).results.filter(
        (result) => result.source === source,
      );
      for (const method of ['vector', 'keyword']) expect(await sourcesOf(method)).toContain(source);
      const address = `${served.url}/v1/documents/${found!.metadata.document_id}`;
      expect((await send(address, { method: 'DELETE' })).status).toBe(200);
      for (const method of ['vector', 'keyword', 'hybrid']) expect(await sourcesOf(method)).not.toContain(source);
      expect((await send(`${address}/text`)).problem().code).toBe('NOT_FOUND');
    });

    describe('whose servers fail', () => {
      const health = () => send(`${served.retrieverUrl}/health`);
      const ask = (extra: object = {}) =>
        send(`${served.retrieverUrl}/search`, { json: { query: questions[0], min_relevance_score: 0, ...extra } });
      const well = { status: 'healthy', vector_db: 'connected', keyword_engine: 'connected' };
      const found = async (): Promise<string[]> =>
        ((await ask()).json() as { results: SearchResult[] }).results.map(keyOf);
      let before: string[];

      it('is well before', async () => {
        const reply = await health();
        expect([reply.status, reply.json()]).toEqual([200, well]);
        expect((await ask()).headers.get('arbiter-degraded')).toBeNull();
        before = await found();
        expect(before).toHaveLength(10);
      });

      it.each([
        ['vector', 'vectorLink', 'vector_db'],
        ['keyword', 'keywordLink', 'keyword_engine'],
      ] as const)('answers without the %s index while its server is down, and says so', async (leg, link, part) => {
        await servers[link].cut();
        try {
          const reply = await ask({ explain: true });
          expect(reply.status).toBe(200);
          expect(reply.headers.get('arbiter-degraded')).toBe(leg);
          const { results, degraded } = reply.json() as { results: unknown[]; degraded: string[] };
          expect(results.length).toBeGreaterThan(0);
          expect(degraded).toEqual([leg]);
          const unwell = await health();
          expect([unwell.status, unwell.json()]).toEqual([
            503,
            { ...well, status: 'unhealthy', [part]: 'unavailable' },
          ]);
        } finally {
          await servers[link].mend();
        }
      });

      it('answers without an index whose server keeps silent, within the deadline', async () => {
        servers.keywordLink.silence();
        try {
          const start = performance.now();
          const reply = await ask();
          expect([reply.status, reply.headers.get('arbiter-degraded')]).toEqual([200, 'keyword']);
          expect(performance.now() - start).toBeLessThan(DEADLINE_MS);
        } finally {
          await servers.keywordLink.mend();
        }
      });

      it('is unavailable while both are down, which it says within the deadline', async () => {
        await Promise.all([servers.vectorLink.cut(), servers.keywordLink.cut()]);
        try {
          const start = performance.now();
          const reply = await ask();
          expect(performance.now() - start).toBeLessThan(DEADLINE_MS);
          expect([reply.status, reply.problem().code]).toEqual([503, 'UNAVAILABLE']);
          expect((await health()).json()).toMatchObject({ vector_db: 'unavailable', keyword_engine: 'unavailable' });
        } finally {
          await Promise.all([servers.vectorLink.mend(), servers.keywordLink.mend()]);
        }
      });

      it('is well again when they are back', async () => {
        expect((await health()).json()).toEqual(well);
        expect(await found()).toEqual(before);
        expect((await ask()).headers.get('arbiter-degraded')).toBeNull();
      });
    });
  },
);

const noKeyed = qdrantAvailable({ apiKey: 'right' });

(noKeyed ? describe.skip : describe)(
  `a Qdrant that asks for a key${noKeyed === null ? '' : ` (skipped: ${noKeyed})`}`,
  () => {
    it(
      'makes ingestion and doctor fail with the name of the variable, and never show the key',
      async () => {
        const server = await startQdrant({ apiKey: 'right' });
        try {
          const dataDir = await folders.create();
          const env = {
            ...NO_READER,
            QDRANT_URL: server.url,
            QDRANT_API_KEY: 'a-wrong-key',
            ARBITER_DATA_DIR: dataDir,
          };
          const standalone = await startStandaloneProcess(processes, { dataDir, env });
          const note = { kind: 'inline', name: 'a.md', content: '# A\n\nThe lantern is lit at dusk.' };
          const job = await ingest(standalone.url, 'notes', [note]);
          expect(job.state).not.toBe('succeeded');
          expect(JSON.stringify(job)).toContain('QDRANT_API_KEY');
          await standalone.process.stop();
          const run = await WORKSPACE.arbiter(['doctor'], { cwd: dataDir, env });
          expect(run.code).toBe(1);
          expect(run.stdout).toMatch(/✗ vector store +QDRANT_URL: .*does not accept QDRANT_API_KEY/);
          const told = [JSON.stringify(job), run.stdout, run.stderr, standalone.process.stderr()].join('\n');
          expect(told).not.toContain('a-wrong-key');
        } finally {
          await server.stop();
        }
      },
      SEARCHES_MS,
    );
  },
);
