import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@arbiter/ports';
import { documentPagesOf, pageOf } from '@arbiter/ports/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbedder } from './open-embedder.js';
import { openIndexes } from './open-indexes.js';
import { openLanguageModel } from './open-language-model.js';
import { openPageEmbedder } from './open-page-embedder.js';
import type { StoreSettings } from './store-variables.js';

const STORES = {
  qdrantUrl: undefined,
  qdrantCollection: 'kb',
  qdrantApiKey: undefined,
  elasticsearchUrl: undefined,
  elasticsearchIndex: 'kb',
  elasticsearchApiKey: undefined,
};
const EMBEDDING = { embeddingModel: 'bge-small-en-v1.5', embeddingDimension: undefined, ollamaHost: undefined };
const MODELS = {
  anthropicApiKey: undefined,
  anthropicBaseUrl: undefined,
  openaiApiKey: undefined,
  openaiBaseUrl: undefined,
  ollamaHost: undefined,
};

describe('openIndexes', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-backends-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const { signal } = new AbortController();
  const open = (settings: Partial<StoreSettings>) =>
    openIndexes({ ...STORES, ...settings }, { directory, mode: 'read-write' });

  it('keeps both indexes in the directory when no server is named', async () => {
    const opened = await open({});
    expect(storesOf(opened)).toEqual({ vectorStore: 'lancedb', keywordStore: 'lancedb' });
    expect(opened.pageIndex.engine).toBe('lancedb');
    await opened.pageIndex.replaceDocuments('c', 2, documentPagesOf(pageOf('d', 1, [[1, 0]])), signal);
    expect(await readdir(directory)).toContain('pages.c.lance');
    expect((await opened.vectorIndex.health(signal)).detail).toContain(directory);
    expect((await opened.keywordIndex.health(signal)).detail).toContain(directory);
    await opened.close();
  });

  it('takes each of the two to its server, and says so when that does not answer', async () => {
    const nowhere = 'http://127.0.0.1:9';
    const both = await open({ qdrantUrl: nowhere, elasticsearchUrl: nowhere });
    expect(storesOf(both)).toEqual({ vectorStore: 'qdrant', keywordStore: 'elasticsearch' });
    for (const index of [both.vectorIndex, both.keywordIndex]) {
      expect(await index.health(AbortSignal.timeout(5_000)).catch(() => ({ ok: false }))).toMatchObject({ ok: false });
    }
    expect(both.pageIndex.engine).toBe('qdrant');
    await expect(both.pageIndex.documentIds('c', AbortSignal.timeout(5_000))).rejects.toThrow();
    await both.close();
    const one = await open({ elasticsearchUrl: nowhere });
    expect((await one.vectorIndex.health(signal)).ok).toBe(true);
    await one.close();
  });
});

describe('openEmbedder', () => {
  it('is the shipped model unless another is named', async () => {
    const shipped = openEmbedder(EMBEDDING);
    expect(shipped).toMatchObject({ model: 'bge-small-en-v1.5', dimensions: 384 });
    const nomic = openEmbedder({ ...EMBEDDING, embeddingModel: 'nomic-embed-text' });
    expect(nomic).toMatchObject({ model: 'nomic-embed-text', dimensions: 768 });
    const other = openEmbedder({ ...EMBEDDING, embeddingModel: 'mxbai-embed-large', embeddingDimension: 1_024 });
    expect(other).toMatchObject({ model: 'mxbai-embed-large', dimensions: 1_024 });
    await Promise.all([shipped.close(), nomic.close(), other.close()]);
  });

  it('refuses dimensions that the model does not have, and a model of unknown ones, with both remedies', () => {
    expect(() => openEmbedder({ ...EMBEDDING, embeddingDimension: 768 })).toThrow(/384 numbers/);
    expect(() => openEmbedder({ ...EMBEDDING, embeddingModel: 'some-model' })).toThrow(
      /set EMBEDDING_DIMENSION.*or leave EMBEDDING_MODEL out/,
    );
  });
});

describe('openPageEmbedder', () => {
  const named = {
    pageEmbedderUrl: 'http://127.0.0.1:9',
    pageEmbedderModel: 'house/colqwen',
    pageEmbedderApiKey: 'key',
  };

  it('is there where a server is named, and asks it nothing yet', async () => {
    expect(openPageEmbedder({ ...named, pageEmbedderUrl: undefined })).toBeNull();
    const embedder = openPageEmbedder(named);
    expect(embedder?.model).toBe('house/colqwen');
    await embedder?.close();
  });

  it('refuses a server without a model', () => {
    expect(() => openPageEmbedder({ ...named, pageEmbedderModel: undefined })).toThrow(/PAGE_EMBEDDER_MODEL is not/);
  });
});

describe('openLanguageModel', () => {
  const open = (name: string, settings: Partial<Record<keyof typeof MODELS, string>> = {}) =>
    openLanguageModel(name, 'SYNTHESIS_MODEL', {
      ...MODELS,
      ...settings,
    });

  it.each([
    ['claude-sonnet-4-5', { anthropicApiKey: 'key' }],
    ['anthropic/whatever', { anthropicApiKey: 'key' }],
    ['gpt-3.5-turbo', { openaiApiKey: 'key' }],
    ['local-model', { openaiBaseUrl: 'http://127.0.0.1:8000/v1' }],
    ['ollama/smollm2:135m', {}],
  ])('knows who runs %s', async (name, settings) => {
    expect((await open(name, settings)).name.replace(/^\w+\//, '')).toBe(name.replace(/^\w+\//, ''));
  });

  it.each([
    ['claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['gpt-3.5-turbo', 'OPENAI_API_KEY'],
  ])('says, for %s without a key, which variable is missing and how to do without', async (name, key) => {
    await expect(open(name)).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', details: { setting: 'SYNTHESIS_MODEL', key } }),
    );
    await expect(open(name)).rejects.toThrow(/leave SYNTHESIS_MODEL out/);
  });

  it('does not guess who runs a name that says nothing', async () => {
    await expect(open('llama3')).rejects.toThrow(/ollama\/llama3/);
  });
});
