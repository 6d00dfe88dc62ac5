import { tmpdir } from 'node:os';
import { search, type SearchRequest } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import type { Chunk, Embedder } from '@arbiter/ports';
import {
  chunkOf,
  documentsOf,
  FakeEmbedder,
  InMemoryChangelogStore,
  InMemoryCollectionCatalog,
  InMemoryDocumentStore,
  InMemoryGraphStore,
  InMemoryKeywordIndex,
  InMemoryVectorIndex,
} from '@arbiter/ports/testing';
import { analyserForLanguage, passageTerms } from '@arbiter/text';
import { CROSS_ENCODER_SETTINGS, RerankStage } from '../src/ranking/rerank.stage.js';
import { retrieverArmConfig, searchSettingsOf } from '../src/retriever-arm.config.js';
import { withDefaults, type CompleteRequest, type SearchSettings } from '../src/search/search-run.js';
import { SearchService, type SearchPorts } from '../src/search/search.service.js';

const { signal } = new AbortController();

/** How the arm searches where no variable says otherwise. */
export const DEFAULT_SEARCH_SETTINGS = searchSettingsOf(
  loadConfig(retrieverArmConfig, { env: {}, cwd: tmpdir() }).values,
);

/** Two documents of a place, and one each of an inn and a law. */
export const COAST: readonly Chunk[] = [
  chunkOf({
    id: 'light#0',
    title: 'Gull Point Light',
    source: 'light.md',
    text: 'Mara Fell keeps the lamp of Gull Point.',
    metadata: { type: 'place' },
  }),
  chunkOf({
    id: 'light#1',
    ordinal: 1,
    title: 'Gull Point Light',
    source: 'light.md',
    text: 'The lamp burns whale oil all winter.',
    metadata: { type: 'place' },
  }),
  chunkOf({
    id: 'inn#0',
    title: 'The Drowned Rat',
    source: 'inn.md',
    text: 'A bed at the inn costs four pence a night.',
    metadata: { type: 'inn' },
  }),
  chunkOf({
    id: 'law#0',
    title: 'Harbour rules',
    source: 'law.md',
    text: 'No vessel enters the harbour after dusk.',
    metadata: { type: 'law' },
  }),
];

export interface Library extends SearchPorts {
  readonly graphs: InMemoryGraphStore;
  readonly changelogs: InMemoryChangelogStore;
  readonly documents: InMemoryDocumentStore;
  readonly catalog: InMemoryCollectionCatalog;
  readonly vectorIndex: InMemoryVectorIndex;
  readonly keywordIndex: InMemoryKeywordIndex;
}

/** Collections of chunks, as the ingestion worker would have written them. */
export async function libraryOf(
  collections: Readonly<Record<string, readonly Chunk[]>>,
  embedder: Embedder = new FakeEmbedder(),
): Promise<Library> {
  const library = {
    catalog: new InMemoryCollectionCatalog(),
    vectorIndex: new InMemoryVectorIndex(),
    keywordIndex: new InMemoryKeywordIndex(),
    graphs: new InMemoryGraphStore(),
    changelogs: new InMemoryChangelogStore(),
    documents: new InMemoryDocumentStore(),
    embedder,
  };
  for (const [name, chunks] of Object.entries(collections)) await addCollection(library, name, chunks);
  return library;
}

export async function addCollection(
  { catalog, vectorIndex, keywordIndex, embedder }: Library,
  name: string,
  chunks: readonly Chunk[],
  { model = embedder.model, language = 'en' }: { readonly model?: string; readonly language?: string } = {},
): Promise<void> {
  const { dimensions } = embedder;
  const analyser = analyserForLanguage(language);
  await catalog.create(
    {
      name,
      formatVersion: 1,
      embeddingModel: model,
      dimensions,
      language,
      analyser: analyser.name,
      chunkerVersion: 1,
      vectorStore: vectorIndex.engine,
      keywordStore: keywordIndex.engine,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    signal,
  );
  const vectors = await embedder.embed(
    chunks.map(({ title, text }) => `${title}. ${text}`),
    { kind: 'document', signal },
  );
  const analysed = chunks.map((chunk) => ({ ...chunk, terms: passageTerms(chunk, analyser) }));
  await keywordIndex.replaceDocuments(name, documentsOf(...analysed), signal);
  const embedded = chunks.flatMap((chunk, index) => {
    const vector = vectors[index];
    return vector ? [{ ...chunk, vector }] : [];
  });
  await vectorIndex.replaceDocuments(name, documentsOf(...embedded), signal);
}

/** A request that shows everything it finds, unless it says otherwise. */
export function requestOf(fields: Partial<SearchRequest> & Pick<SearchRequest, 'query'>): CompleteRequest {
  return withDefaults(search.input.parse(fields), { method: 'hybrid', limit: 10, min_relevance_score: 0 });
}

export function searchServiceOf(ports: SearchPorts, settings: Partial<SearchSettings> = {}): SearchService {
  return new SearchService(
    ports,
    { ...DEFAULT_SEARCH_SETTINGS, ...settings },
    new RerankStage(null, CROSS_ENCODER_SETTINGS),
    () => 0,
  );
}
