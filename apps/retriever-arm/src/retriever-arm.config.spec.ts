import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig, retiredVariables } from '@arbiter/platform';
import { retrieverArmConfig } from './retriever-arm.config.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'arbiter-config-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Every key of the published file (design document 003), with values that are not the defaults. */
const PUBLISHED_FILE = `
retriever_arm:
  port: 8106
  default_method: keyword
  default_limit: 25
  min_relevance_score: 0.35

  vector_search:
    url: https://vectors.example:6333
    collection: harbour
    embedding_model: nomic-embed-text
    embedding_dimension: 768

  keyword_search:
    url: https://words.example:9200
    index: quay
    algorithm: bm25

  reranking:
    enabled: false
    model: cross-encoder/ms-marco-MiniLM-L-6-v2

  synthesis:
    enabled: false
    model: gpt-3.5-turbo
    max_tokens: 750
    max_sources: 7
    temperature: 0.1

  fusion:
    method: rrf
    k: 40
`;

/** Every published variable, with values that are not the defaults. */
const PUBLISHED_ENVIRONMENT = {
  RETRIEVER_PORT: '8106',
  RETRIEVER_DEFAULT_METHOD: 'keyword',
  RETRIEVER_DEFAULT_LIMIT: '25',
  RETRIEVER_MIN_RELEVANCE: '0.35',
  QDRANT_URL: 'https://vectors.example:6333',
  QDRANT_COLLECTION: 'harbour',
  QDRANT_API_KEY: 'key-of-the-vectors',
  EMBEDDING_MODEL: 'nomic-embed-text',
  ELASTICSEARCH_URL: 'https://words.example:9200',
  ELASTICSEARCH_INDEX: 'quay',
  ELASTICSEARCH_API_KEY: 'key-of-the-words',
  RERANKER_MODEL: 'cross-encoder/ms-marco-MiniLM-L-6-v2',
  ENABLE_SYNTHESIS: 'false',
  SYNTHESIS_MODEL: 'gpt-3.5-turbo',
  SYNTHESIS_MAX_TOKENS: '750',
  SYNTHESIS_MAX_SOURCES: '7',
  LOG_LEVEL: 'warn',
  LOG_QUERIES: 'true',
};

/** What the file and the environment say alike. */
const SAID_BY_BOTH = {
  port: 8106,
  defaultMethod: 'keyword',
  defaultLimit: 25,
  minRelevance: 0.35,
  qdrantUrl: 'https://vectors.example:6333',
  qdrantCollection: 'harbour',
  embeddingModel: 'nomic-embed-text',
  elasticsearchUrl: 'https://words.example:9200',
  elasticsearchIndex: 'quay',
  rerankerModel: 'cross-encoder/ms-marco-MiniLM-L-6-v2',
  enableSynthesis: false,
  synthesisModel: 'gpt-3.5-turbo',
  synthesisMaxTokens: 750,
  synthesisMaxSources: 7,
};

describe('the configuration of the retriever arm', () => {
  it('takes every key of the published config.yaml, and says which mean nothing here', () => {
    writeFileSync(join(cwd, 'config.yaml'), PUBLISHED_FILE);
    const sources = { env: { ARBITER_CONFIG: 'config.yaml' }, cwd };
    const fixed = [
      'keyword_search.algorithm',
      'reranking.enabled (now leave RERANKER_MODEL out)',
      'fusion.k',
      'synthesis.temperature',
    ];
    expect(retiredVariables(sources, [retrieverArmConfig])).toEqual(fixed.map((key) => `retriever_arm.${key}`));
    expect(loadConfig(retrieverArmConfig, sources).values).toMatchObject({
      ...SAID_BY_BOTH,
      embeddingDimension: 768,
      fusion: 'rrf',
    });
  });

  it('reads every published variable of the environment', () => {
    const { values, origins } = loadConfig(retrieverArmConfig, { env: PUBLISHED_ENVIRONMENT, cwd });
    expect(values).toMatchObject({
      ...SAID_BY_BOTH,
      qdrantApiKey: 'key-of-the-vectors',
      elasticsearchApiKey: 'key-of-the-words',
      logLevel: 'warn',
      logQueries: true,
    });
    const fromEnvironment = Object.values(origins).filter((origin) => origin === 'env');
    expect(fromEnvironment).toHaveLength(Object.keys(PUBLISHED_ENVIRONMENT).length);
  });

  it('has the published defaults', () => {
    expect(loadConfig(retrieverArmConfig, { env: {}, cwd }).values).toMatchObject({
      port: 8006,
      defaultMethod: 'hybrid',
      defaultLimit: 10,
      minRelevance: 0.5,
      embeddingModel: 'bge-small-en-v1.5',
      qdrantCollection: 'knowledge_base',
      elasticsearchIndex: 'knowledge_base',
      enableSynthesis: true,
      synthesisMaxTokens: 1_000,
      synthesisMaxSources: 5,
      logLevel: 'info',
    });
  });

  it.each([
    ['embedding_dimension: 0', 'vector_search', 'vector_search.embedding_dimension'],
    ['max_tokens: none', 'synthesis', 'synthesis.max_tokens'],
    ['method: borda', 'fusion', 'fusion.method'],
    ['kk: 60', 'fusion', 'fusion.kk'],
  ])('names the key of what it cannot take: %s', (line, part, key) => {
    writeFileSync(join(cwd, 'config.yaml'), `retriever_arm:\n  ${part}:\n    ${line}\n`);
    expect(() => loadConfig(retrieverArmConfig, { env: { ARBITER_CONFIG: 'config.yaml' }, cwd })).toThrow(
      `retriever_arm.${key}`,
    );
  });
});
