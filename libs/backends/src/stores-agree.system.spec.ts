import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChunkFilter, ChunkHit, SearchOptions } from '@arbiter/ports';
import {
  analysedChunkOf,
  documentsOf,
  embeddedChunkOf,
  InMemoryVectorIndex,
  keywordQueryOf,
  randomFilter,
  randomMetadata,
  seededRandom,
  unitVector,
} from '@arbiter/ports/testing';
import {
  elasticsearchAvailable,
  qdrantAvailable,
  soakCount,
  soakSeed,
  startElasticsearch,
  startQdrant,
  type RunningElasticsearch,
  type RunningQdrant,
} from '@arbiter/testing';
import { openIndexes, type OpenedIndexes } from './open-indexes.js';

const CHUNKS = 150;
const FILTERS = soakCount(1_000);

/** Searches under way at once. Those of one more would wait for each other in the stand-in for Qdrant, and come too late. */
const CONCURRENCY = 2;

/** A server may have to start first, and the stand-in for Qdrant searches in Python: a guard against hangs, no measure. */
const START_MS = 400_000;
const SEARCHES_MS = 600_000;

const { signal } = new AbortController();
const random = seededRandom(soakSeed('filters of four stores'));
const fields = Array.from({ length: CHUNKS }, (_, i) => ({
  // Three chunks to a document: what is deleted and replaced together may differ in its metadata.
  id: `d${Math.floor(i / 3)}#${i % 3}`,
  ordinal: i % 3,
  text: 'beacon',
  metadata: randomMetadata(random),
}));
const filters = Array.from({ length: FILTERS }, () => randomFilter(random));

type Search = (options: SearchOptions) => Promise<readonly ChunkHit[]>;

/** Ids that pass each of the filters, in order. */
async function setsOf(search: Search, of: readonly ChunkFilter[]): Promise<string[][]> {
  const sets: string[][] = [];
  for (let from = 0; from < of.length; from += CONCURRENCY) {
    const found = of
      .slice(from, from + CONCURRENCY)
      .map((filter) => search({ filter, limit: CHUNKS, signal }).then((hits) => hits.map(({ chunkId }) => chunkId)));
    sets.push(...(await Promise.all(found)).map((ids) => ids.sort()));
  }
  return sets;
}

const vectors = documentsOf(...fields.map((own) => embeddedChunkOf(own, [1, 0])));
const keywords = documentsOf(...fields.map((own) => analysedChunkOf(own)));
const byVector =
  ({ vectorIndex }: Pick<OpenedIndexes, 'vectorIndex'>): Search =>
  (options) =>
    vectorIndex.search('c', unitVector([1, 0]), options);
const byKeyword =
  ({ keywordIndex }: Pick<OpenedIndexes, 'keywordIndex'>): Search =>
  (options) =>
    keywordIndex.search('c', keywordQueryOf('beacon'), options);

describe(`${FILTERS} random combinations of filters over ${CHUNKS} chunks`, () => {
  // Collections of a shared server that no other run has.
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const running: (RunningElasticsearch | RunningQdrant)[] = [];
  const opened: OpenedIndexes[] = [];
  let directory: string;
  let expected: string[][];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-stores-'));
    const plain = new InMemoryVectorIndex();
    await plain.replaceDocuments('c', vectors, signal);
    expected = await setsOf(byVector({ vectorIndex: plain }), filters);
  });
  afterAll(async () => {
    for (const indexes of opened) {
      await Promise.all([indexes.vectorIndex, indexes.keywordIndex].map((index) => index.drop('c', signal)));
      await indexes.close();
    }
    await Promise.all(running.map((server) => server.stop()));
    await rm(directory, { recursive: true, force: true });
  });

  async function open(servers: { readonly qdrant?: RunningQdrant; readonly elasticsearch?: RunningElasticsearch }) {
    running.push(...Object.values(servers));
    const indexes = await openIndexes(
      {
        qdrantUrl: servers.qdrant?.url,
        qdrantCollection: prefix,
        qdrantApiKey: servers.qdrant?.apiKey,
        elasticsearchUrl: servers.elasticsearch?.url,
        elasticsearchIndex: prefix,
        elasticsearchApiKey: process.env.ELASTICSEARCH_API_KEY,
      },
      { directory: join(directory, String(opened.length)), mode: 'read-write' },
    );
    opened.push(indexes);
    return indexes;
  }

  async function agrees(search: Search): Promise<void> {
    const found = await setsOf(search, filters);
    const astray = filters.flatMap((filter, i) => {
      const [wanted, got] = [new Set(expected[i]), new Set(found[i])];
      const missing = [...wanted].filter((id) => !got.has(id));
      const unexpected = [...got].filter((id) => !wanted.has(id));
      return missing.length + unexpected.length === 0 ? [] : [{ filter, missing, unexpected }];
    });
    expect(astray.slice(0, 3)).toEqual([]);
  }

  const withServer = (missing: string | null) => (missing === null ? it : it.skip);
  const reason = (missing: string | null) => (missing === null ? '' : ` (skipped: ${missing})`);

  it('are a sample that tells stores apart: most let some chunks through and not others', () => {
    const telling = expected.filter((ids) => ids.length > 0 && ids.length < CHUNKS);
    expect(telling.length).toBeGreaterThan(FILTERS / 2);
    expect(new Set(expected.map((ids) => ids.join())).size).toBeGreaterThan(FILTERS / 4);
  });

  it(
    'let the same chunks through in LanceDB, among vectors and among keywords',
    async () => {
      const indexes = await open({});
      await indexes.vectorIndex.replaceDocuments('c', vectors, signal);
      await indexes.keywordIndex.replaceDocuments('c', keywords, signal);
      await agrees(byVector(indexes));
      await agrees(byKeyword(indexes));
    },
    SEARCHES_MS,
  );

  const noElasticsearch = elasticsearchAvailable();
  withServer(noElasticsearch)(
    `let the same chunks through in Elasticsearch${reason(noElasticsearch)}`,
    async () => {
      const { keywordIndex } = await open({ elasticsearch: await startElasticsearch() });
      await keywordIndex.replaceDocuments('c', keywords, signal);
      await agrees(byKeyword({ keywordIndex }));
    },
    START_MS + SEARCHES_MS,
  );

  const noQdrant = qdrantAvailable();
  withServer(noQdrant)(
    `let the same chunks through in Qdrant${reason(noQdrant)}`,
    async () => {
      const { vectorIndex } = await open({ qdrant: await startQdrant() });
      await vectorIndex.replaceDocuments('c', vectors, signal);
      await agrees(byVector({ vectorIndex }));
    },
    START_MS + SEARCHES_MS,
  );
});
