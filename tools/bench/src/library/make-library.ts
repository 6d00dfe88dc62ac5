import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import {
  type DataDirectory,
  FilesystemCollectionCatalog,
  FilesystemDocumentStore,
  openDataDirectory,
} from '@arbiter/adapters-filesystem';
import { LanceKeywordIndex, LanceStore, LanceVectorIndex } from '@arbiter/adapters-lancedb';
import {
  timestampOf,
  type AnalysedChunk,
  type Clock,
  type DocumentChunks,
  type EmbeddedChunk,
  type Embedder,
} from '@arbiter/ports';
import { analyserForLanguage, type Analyser } from '@arbiter/text';
import { xorshift, type Random } from '../write-english.js';
import { BasePassages } from './base-passages.js';
import { readLexicon, TOPICS, TopicWriter } from './vocabulary.js';

export const COLLECTION = 'bench';

export interface LibraryOptions {
  /** Data directory of the library; made when it is not there. */
  readonly directory: string;
  readonly chunks: number;
  readonly wordsPerChunk: number;
  /** Texts that are really embedded; other vectors are mixtures of theirs. */
  readonly embeddedTexts: number;
  readonly embedder: Embedder;
  /** Whether its documents are stored as well: two files each. Default: only the indexes are filled. */
  readonly storesDocuments?: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface LibraryTimes {
  /** Until all is written, searchable, and as indexed as a write leaves it. */
  readonly writeVectorsMs: number;
  readonly writeKeywordsMs: number;
  /** `optimize`, which builds what is missing of the indexes. */
  readonly indexVectorsMs: number;
  readonly indexKeywordsMs: number;
}

type Written = EmbeddedChunk & AnalysedChunk;

const CHUNKS_PER_DOCUMENT = 5;
/** Chunks in memory at once. */
const SLICE = 100_000;
const CONCURRENT_PUTS = 32;
const KINDS = ['report', 'letter', 'statute', 'manual', 'minutes', 'diary', 'treaty', 'ledger', 'log', 'survey'];
const TEXT_SEED = 11;
const TOPIC_SEED = 23;
const BASE_SEED = 37;

/** The writer whose passages fill every library and whose questions are asked of them. */
export async function openTopicWriter(): Promise<TopicWriter> {
  return new TopicWriter(await readLexicon(), TOPIC_SEED);
}

/** Fills a library with generated texts, as the ingestion worker would, but directly through the adapters. */
export async function makeLibrary(options: LibraryOptions): Promise<LibraryTimes> {
  const { directory, chunks, embedder, embeddedTexts, wordsPerChunk, clock, signal } = options;
  const writer = await openTopicWriter();
  const bases = await BasePassages.embed(embedder, writer, {
    count: Math.min(embeddedTexts, chunks),
    words: wordsPerChunk,
    seed: BASE_SEED,
    signal,
  });
  const data = await openDataDirectory({ path: directory, mode: 'write', clock });
  const store = await LanceStore.open({ directory: join(directory, 'indexes'), mode: 'read-write' });
  try {
    const analyser = analyserForLanguage('en');
    const [vectors, keywords] = [new LanceVectorIndex(store), new LanceKeywordIndex(store)];
    const spent = { writeVectorsMs: 0, writeKeywordsMs: 0, indexVectorsMs: 0, indexKeywordsMs: 0 };
    const timed = async (figure: keyof typeof spent, work: () => Promise<void>): Promise<void> => {
      const start = clock.monotonic();
      await work();
      spent[figure] += clock.monotonic() - start;
    };
    const random = xorshift(TEXT_SEED);
    const termsOf = cachedTerms(analyser);
    for (let from = 0; from < chunks; from += SLICE) {
      const documents = writeDocuments(from, Math.min(chunks, from + SLICE), {
        writer,
        bases,
        random,
        termsOf,
        options,
      });
      await timed('writeVectorsMs', () => vectors.replaceDocuments(COLLECTION, documents, signal));
      await timed('writeKeywordsMs', () => keywords.replaceDocuments(COLLECTION, documents, signal));
      if (options.storesDocuments === true) await storeDocuments(data, documents, options);
    }
    await timed('indexVectorsMs', () => vectors.optimize(COLLECTION, signal));
    await timed('indexKeywordsMs', () => keywords.optimize(COLLECTION, signal));
    await new FilesystemCollectionCatalog(data).create(
      {
        name: COLLECTION,
        formatVersion: 1,
        embeddingModel: embedder.model,
        dimensions: embedder.dimensions,
        language: 'en',
        analyser: analyser.name,
        chunkerVersion: 1,
        vectorStore: vectors.engine,
        keywordStore: keywords.engine,
        createdAt: timestampOf(clock),
      },
      signal,
    );
    return spent;
  } finally {
    await store.close();
    await data.close();
  }
}

/** As the worker stores them, with the texts of their chunks one after the other. */
async function storeDocuments(
  data: DataDirectory,
  documents: readonly DocumentChunks<Written>[],
  { clock, signal }: Pick<LibraryOptions, 'clock' | 'signal'>,
): Promise<void> {
  const store = new FilesystemDocumentStore(data);
  await mapConcurrently(documents, CONCURRENT_PUTS, async ({ documentId, chunks }) => {
    const text = chunks.map((chunk) => chunk.text).join('\n\n');
    const described = {
      ...{ id: documentId, collection: COLLECTION, origin: '/bench', source: documentId, title: '' },
      ...{
        mediaType: 'text/markdown',
        contentHash: createHash('sha256').update(text).digest('hex'),
        pipelineVersion: 1,
      },
      ...{ length: text.length, chunks: chunks.length, sections: [], pages: [], metadata: {} },
    };
    await store.put({ ...described, updatedAt: timestampOf(clock) }, text, signal);
  });
}

interface DocumentWriting {
  readonly writer: TopicWriter;
  readonly bases: BasePassages;
  readonly random: Random;
  readonly termsOf: (words: readonly string[]) => string[];
  readonly options: Pick<LibraryOptions, 'wordsPerChunk'>;
}

/** Documents of five chunks, each document about one topic. */
function writeDocuments(from: number, to: number, writing: DocumentWriting): DocumentChunks<Written>[] {
  const documents: DocumentChunks<Written>[] = [];
  for (let first = from; first < to; first += CHUNKS_PER_DOCUMENT) {
    const documentId = `documents/${first / CHUNKS_PER_DOCUMENT}.md`;
    const ordinals = Array.from({ length: Math.min(CHUNKS_PER_DOCUMENT, to - first) }, (_, ordinal) => ordinal);
    const topic = writing.random() % TOPICS;
    documents.push({ documentId, chunks: ordinals.map((ordinal) => chunkOf(documentId, ordinal, topic, writing)) });
  }
  return documents;
}

function chunkOf(
  documentId: string,
  ordinal: number,
  topic: number,
  { writer, bases, random, termsOf, options }: DocumentWriting,
): Written {
  const words = writer.passage(topic, options.wordsPerChunk, random);
  const text = words.join(' ');
  const vector = bases.draw(topic, TOPICS, random);
  return {
    id: `${documentId}#${ordinal}`,
    documentId,
    ordinal,
    text,
    start: 0,
    end: text.length,
    title: '',
    source: documentId,
    section: [],
    page: null,
    metadata: { kind: KINDS[random() % KINDS.length] ?? '', year: 1_700 + (random() % 300) },
    vector,
    // Without title and headings, `passageTerms` is the text's terms; words are analysed once, which takes a tenth.
    terms: termsOf(words),
  };
}

function cachedTerms(analyser: Analyser): DocumentWriting['termsOf'] {
  const known = new Map<string, string[]>();
  return (words) =>
    words.flatMap((word) => {
      let terms = known.get(word);
      if (!terms) known.set(word, (terms = analyser.analyse(word)));
      return terms;
    });
}
