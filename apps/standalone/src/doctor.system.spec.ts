import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesystemCollectionCatalog, openDataDirectory } from '@arbiter/adapters-filesystem';
import { JetStreamCollectionCatalog } from '@arbiter/adapters-nats-jetstream';
import { connectNats } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { manifestOf } from '@arbiter/ports/testing';
import {
  chatChunks,
  freePort,
  natsServerAvailable,
  startHttpStandIn,
  sharedBroker,
  type HttpStandIn,
  type StandInAnswer,
} from '@arbiter/testing';
import { examine } from './doctor.js';
import { examineStores, type DoctorFinding } from './examine-stores.js';

const EMBEDDED = {
  qdrantUrl: undefined,
  qdrantCollection: 'kb',
  qdrantApiKey: undefined,
  elasticsearchUrl: undefined,
  elasticsearchIndex: 'kb',
  elasticsearchApiKey: undefined,
};
const noBroker = natsServerAvailable();
const KEY = 'a-key-that-nobody-must-read';

let cwd: string;
let nowhere: string;
const standIns: HttpStandIn[] = [];
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'arbiter-doctor-'));
  nowhere = `http://127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await Promise.all(standIns.map((standIn) => standIn.close()));
  await rm(cwd, { recursive: true });
});

async function standIn(answer: (answer: StandInAnswer) => Promise<void>): Promise<string> {
  const started = await startHttpStandIn((_request, reply) => answer(reply));
  standIns.push(started);
  return started.url;
}

const stores = (settings: Partial<Record<keyof typeof EMBEDDED, string>>, patienceMs = 5_000) =>
  examineStores({ ...EMBEDDED, ...settings }, { directory: cwd, patienceMs });

describe('the stores', () => {
  it('are LanceDB unless servers are named, and say what a server would add', async () => {
    const [vectors, keywords] = await stores({});
    expect(vectors).toMatchObject({ name: 'vector store', status: 'ok' });
    expect(vectors?.detail).toMatch(/^LanceDB in .+; QDRANT_URL would add: /);
    expect(keywords).toMatchObject({ name: 'keyword store', status: 'ok' });
    expect(keywords?.detail).toMatch(/^LanceDB in .+; ELASTICSEARCH_URL would add: /);
  });

  it('are broken when nobody is at the address, each for itself', async () => {
    const [vectors, keywords] = await stores({ qdrantUrl: nowhere });
    expect(vectors).toMatchObject({ status: 'error', detail: expect.stringMatching(/^QDRANT_URL: Nothing listens/) });
    expect(keywords?.status).toBe('ok');
    const [, unreachable] = await stores({ elasticsearchUrl: nowhere });
    expect(unreachable).toMatchObject({
      status: 'error',
      detail: expect.stringMatching(/^ELASTICSEARCH_URL: .*cannot be reached/),
    });
  });

  it('are broken when they refuse the key, whose variable is named and which is not shown', async () => {
    const qdrantUrl = await standIn((reply) => reply.json(401, { status: { error: 'Invalid API key' }, time: 0 }));
    const elasticsearchUrl = await standIn((reply) =>
      reply.json(
        401,
        { error: { type: 'security_exception', reason: 'unable to authenticate' }, status: 401 },
        { 'x-elastic-product': 'Elasticsearch' },
      ),
    );
    const findings = await stores({ qdrantUrl, elasticsearchUrl, qdrantApiKey: KEY, elasticsearchApiKey: KEY });
    expect(findings.map(({ status }) => status)).toEqual(['error', 'error']);
    expect(findings[0]?.detail).toContain('QDRANT_API_KEY');
    expect(findings[1]?.detail).toContain('ELASTICSEARCH_API_KEY');
    expect(JSON.stringify(findings)).not.toContain(KEY);
  });

  it('come with the variables that look misspelt', async () => {
    const findings = await examine({ env: { RETREIVER_PORT: '9006', ENABLE_READER: 'false' }, cwd });
    expect(findings).toContainEqual({
      name: 'variables',
      status: 'error',
      detail: 'Nothing reads RETREIVER_PORT (did you mean RETRIEVER_PORT?).',
    });
  });

  it('are shown without the password of an address, whether it is taken or refused', async () => {
    const url = nowhere.replace('//', `//someone:${KEY}@`);
    const findings = await stores({ qdrantUrl: url, elasticsearchUrl: url });
    const settings = {
      ELASTICSEARCH_URL: url,
      QDRANT_URL: url,
      OLLAMA_HOST: url,
      NATS_URL: url,
      ENABLE_READER: 'false',
    };
    findings.push(...(await stores({ elasticsearchUrl: url })), ...(await examine({ env: settings, cwd })));
    expect(findings.filter(({ status }) => status === 'error').length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(findings)).not.toMatch(new RegExp(`someone|${KEY}`));
  });

  it('are broken when they do not answer in time', async () => {
    const silent = await standIn((reply) => reply.stream('application/json', '', 'hang'));
    const findings = await stores({ qdrantUrl: silent, elasticsearchUrl: silent }, 100);
    expect(findings).toEqual([
      { name: 'vector store', status: 'error', detail: 'QDRANT_URL: The vector store did not answer within 100 ms.' },
      {
        name: 'keyword store',
        status: 'error',
        detail: 'ELASTICSEARCH_URL: The keyword store did not answer within 100 ms.',
      },
    ]);
  });
});

const USAGE = `data: ${JSON.stringify({
  ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'some-model' },
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
})}\n\ndata: [DONE]\n\n`;

describe('examine', () => {
  /** Loads no network of its own: a finding about one is asked for with what it needs. */
  const of = async (env: Record<string, string>, name: string): Promise<DoctorFinding | undefined> => {
    const light = {
      ENABLE_READER: 'false',
      EMBEDDING_MODEL: 'nomic-embed-text',
      OLLAMA_HOST: nowhere,
    };
    const findings = await examine({ env: { ARBITER_DATA_DIR: cwd, ...light, ...env }, cwd });
    return findings.find((finding) => finding.name === name);
  };

  it('shows model, directory, stores and keys of a fresh machine, none of them broken', async () => {
    const findings = await examine({ env: { ARBITER_DATA_DIR: cwd }, cwd });
    expect(findings.filter(({ status }) => status === 'error')).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['embedding model', 'vector store', 'keyword store', 'library', 'language model']),
    );
    expect(findings.find(({ name }) => name === 'embedding model')?.detail).toMatch(/^bge-small-en-v1.5, 384/);
  });

  it('shows the language model that is set, one that cannot be asked, and that none is needed', async () => {
    expect(await of({}, 'language model')).toMatchObject({ status: 'missing' });
    const vendor = await standIn((reply) =>
      reply.stream('text/event-stream', chatChunks(['Blue.'], null) + USAGE, 'end'),
    );
    const named = { SYNTHESIS_MODEL: 'openai/some-model', OPENAI_BASE_URL: `${vendor}/v1`, OPENAI_API_KEY: 'key' };
    const prices = JSON.stringify({ currency: 'EUR', models: { 'openai/*': { input: 100, output: 1_000 } } });
    expect(await of({ ...named, MODEL_PRICES: prices }, 'language model')).toEqual({
      name: 'language model',
      status: 'ok',
      detail: expect.stringMatching(
        /^openai\/some-model, answered “Blue\.” in \d+\.\d s, 20 tokens read and 2 written, 0\.004000 EUR$/,
      ),
    });
    const refusing = await standIn((reply) => reply.json(401, { error: { message: 'no such key' } }));
    expect(await of({ ...named, OPENAI_BASE_URL: `${refusing}/v1` }, 'language model')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('OPENAI_API_KEY'),
    });
    expect(await of({ SYNTHESIS_MODEL: 'claude-some-model' }, 'language model')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  it('shows the model that sees a picture, and one that is blind', async () => {
    expect(await of({}, 'vision model')).toMatchObject({ status: 'missing' });
    const vendor = await standIn((reply) =>
      reply.stream('text/event-stream', chatChunks(['Grey.'], null) + USAGE, 'end'),
    );
    const named = { VISION_MODEL: 'openai/some-model', OPENAI_BASE_URL: `${vendor}/v1`, OPENAI_API_KEY: 'key' };
    expect(await of(named, 'vision model')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^openai\/some-model, answered “Grey\.” in/),
    });
    const blind = await standIn((reply) => reply.json(400, { error: { message: 'This is not a multimodal model' } }));
    expect(await of({ ...named, OPENAI_BASE_URL: `${blind}/v1` }, 'vision model')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('sees no pictures'),
    });
  });

  it('shows who checks answers, and a language model that cannot be asked to', async () => {
    expect(await of({}, 'validator')).toMatchObject({ status: 'missing', detail: expect.stringContaining('features') });
    const named = { VALIDATION_LLM: 'ollama', VALIDATION_MODEL: 'some-model' };
    expect(await of(named, 'validator')).toMatchObject({ status: 'ok', detail: expect.stringContaining('some-model') });
    expect(await of({ VALIDATION_LLM: 'anthropic', VALIDATION_MODEL: 'some-model' }, 'validator')).toMatchObject({
      status: 'error',
      detail: expect.stringMatching(/ANTHROPIC_API_KEY.*VALIDATION_LLM=features/),
    });
  });

  it('shows who plans, and the command that gets a model which Ollama does not have', async () => {
    expect(await of({}, 'planner')).toMatchObject({ status: 'missing', detail: expect.stringContaining('rules') });
    const ollama = await standIn((reply) => reply.json(404, { error: "model 'some-model' not found" }));
    const named = { PLANNER_MODEL: 'ollama/some-model', OLLAMA_HOST: ollama };
    expect(await of(named, 'planner')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('ollama pull some-model'),
    });
  });

  it('shows who reads the knowledge graph, and a language model that cannot be asked to', async () => {
    expect(await of({}, 'graph extraction')).toMatchObject({ status: 'missing' });
    const named = { GRAPH_EXTRACTION_MODEL: 'ollama/some-model' };
    expect(await of(named, 'graph extraction')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('rules and ollama/some-model'),
    });
    expect(await of({ GRAPH_EXTRACTION_MODEL: 'some-model' }, 'graph extraction')).toMatchObject({
      status: 'error',
      detail: expect.stringMatching(/not clear who runs that: .*leave GRAPH_EXTRACTION_MODEL out/),
    });
  });

  it('shows the reader, and what it would add where it is turned off', async () => {
    expect(await of({ ENABLE_READER: 'true' }, 'reader')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/, loaded$/),
    });
    expect(await of({ ENABLE_READER: 'false' }, 'reader')).toMatchObject({
      status: 'missing',
      detail: expect.stringContaining('ENABLE_READER'),
      adds: expect.stringContaining('reads each answer and its sources together with the question'),
    });
  });

  it('loads the judge, and says what is missing without it', async () => {
    expect(await of({ ENABLE_READER: 'true' }, 'judge')).toMatchObject({
      status: 'ok',
      detail: 'judge-bge-small, loaded',
    });
    expect(await of({}, 'judge')).toMatchObject({
      status: 'missing',
      detail: expect.stringContaining('ENABLE_READER'),
    });
  });

  it('shows a collection that is in another store than the one that is set, with its repair', async () => {
    const path = await mkdtemp(join(cwd, 'library-'));
    const directory = await openDataDirectory({ path, mode: 'write', clock: SYSTEM_CLOCK });
    await new FilesystemCollectionCatalog(directory).create(manifestOf({ name: 'notes' }), AbortSignal.timeout(60_000));
    await directory.close();
    expect(await of({ ARBITER_DATA_DIR: path }, 'library')).toMatchObject({ status: 'ok', detail: 'notes' });
    expect(await of({ ARBITER_DATA_DIR: path, QDRANT_URL: nowhere }, 'library')).toMatchObject({
      status: 'error',
      detail: expect.stringMatching(
        /^Collection "notes" was built with vectors in lancedb, .*qdrant.*arbiter reindex notes/,
      ),
    });
  });

  (noBroker === null ? it : it.skip)(
    `shows the collections of a library on a broker${noBroker === null ? '' : ` (skipped: ${noBroker})`}`,
    async () => {
      const broker = await sharedBroker();
      const link = await connectNats({ url: broker.url, name: 'doctor-spec' });
      try {
        const manifest = manifestOf({ name: 'far-away', vectorStore: null, keywordStore: null });
        await new JetStreamCollectionCatalog(link.connection).create(manifest, AbortSignal.timeout(60_000));
        const env = { DOCUMENT_STORE: 'nats', NATS_URL: broker.url };
        expect(await of(env, 'library')).toMatchObject({ status: 'ok', detail: 'far-away' });
        expect(await of({ NATS_URL: broker.url }, 'library')).toMatchObject({ status: 'missing', detail: 'empty' });
      } finally {
        await link.close();
      }
    },
  );

  it('asks Ollama for the model that it is to embed with', async () => {
    const ollama = await standIn((reply) =>
      reply.json(200, { model: 'nomic-embed-text', embeddings: [Array.from({ length: 768 }, () => 1)] }),
    );
    const model = { EMBEDDING_MODEL: 'nomic-embed-text' };
    expect(await of({ ...model, OLLAMA_HOST: ollama }, 'embedding model')).toEqual({
      name: 'embedding model',
      status: 'ok',
      detail: 'nomic-embed-text, 768 dimensions, loaded and checked, by Ollama',
    });
    expect(await of({ ...model, OLLAMA_HOST: nowhere }, 'embedding model')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('OLLAMA_HOST'),
    });
  });

  it('names the command that pulls a cross-encoder which is not there', async () => {
    const env = { RERANKER_MODEL: 'cross-encoder/nobody-pulled-this', ARBITER_MODELS_DIR: cwd };
    expect(await of(env, 'reranker')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('arbiter models --pull cross-encoder/nobody-pulled-this'),
    });
    expect(await of({}, 'reranker')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('none'),
    });
  });

  it('names the variable that is missing for a model of unknown dimensions', async () => {
    expect(await of({ EMBEDDING_MODEL: 'some-model' }, 'embedding model')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('set EMBEDDING_DIMENSION'),
    });
  });
});
