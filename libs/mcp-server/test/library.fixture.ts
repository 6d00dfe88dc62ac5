import { ArbiterError, query, type Answer, type DocumentSummary } from '@arbiter/contracts';
import type { Script, ScriptedCall, ScriptedCaller } from '@arbiter/testing';

/** Documents by collection: `lore` belongs to the domain "coast", `notes` to none. Two of `notes` share a path. */
const DOCUMENTS: Readonly<Record<string, readonly (readonly [id: string, source: string])[]>> = {
  empty: [],
  lore: Array.from({ length: 150 }, (_, n) => [`d${String(n).padStart(3, '0')}`, `places/p ${n}.md`] as const),
  notes: [
    ['e1', 'README.md'],
    ['e2', 'README.md'],
    ['e3', 'café/a?b#c.md'],
  ],
};

export function summaryOf(collection: string, id: string, source: string): DocumentSummary {
  return {
    id,
    collection,
    title: `Title of ${id}`,
    source,
    mediaType: 'text/markdown',
    contentHash: '0'.repeat(64),
    length: 10,
    chunks: 1,
    metadata: {},
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

const ALL = Object.entries(DOCUMENTS).flatMap(([collection, documents]) =>
  documents.map(([id, source]) => summaryOf(collection, id, source)),
);

const manifestOf = (name: string) => ({
  name,
  formatVersion: 1,
  embeddingModel: 'm',
  dimensions: 3,
  analyser: 'english',
  chunkerVersion: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
});

/** The operations that were asked for; a client that listens has the library looked at besides. */
export function askedOf({ calls }: ScriptedCaller): readonly ScriptedCall[] {
  return calls.filter(({ operation }) => operation !== 'retriever.describe-context');
}

/** The operations that resources and prompts are made of. */
export const LIBRARY: Readonly<Record<string, Script>> = {
  'orchestrator.list-domains': {
    output: { domains: [{ domain: 'coast', version: '1', description: '', collections: ['lore'] }] },
  },
  'retriever.list-collections': () => ({
    collections: Object.keys(DOCUMENTS).map((name) => ({ manifest: manifestOf(name), documents: 1, chunks: 1 })),
  }),
  'ingestion.list-documents': ({
    collection,
    limit,
    after = '',
  }: {
    collection: string;
    limit: number;
    after?: string;
  }) => {
    const rest = ALL.filter((one) => one.collection === collection && one.id > after);
    const documents = rest.slice(0, limit);
    return { documents, next: rest.length > limit ? (documents.at(-1)?.id ?? null) : null };
  },
  'orchestrator.list-tools': { output: { tools: [], unavailable: [] } },
  'orchestrator.list-sessions': { output: { sessions: [], next: null } },
  'ingestion.list-entity-names': { output: { entities: [], next: null } },
  'ingestion.get-document': ({ documentId }: { documentId: string }) => ({ ...found(documentId), sections: [] }),
  'ingestion.get-document-text': ({ documentId }: { documentId: string }) => ({
    text: `Text of ${found(documentId).id}`,
  }),
  'orchestrator.list-prompts': () => ({
    prompts: [
      {
        domain: 'coast',
        name: 'compare',
        description: 'Compares two.',
        arguments: [
          { name: 'first', description: 'one' },
          { name: 'second', description: '' },
          { name: 'tone', description: '', default: 'plainly' },
        ],
        template: 'Compare {first} and {second} {tone}.',
      },
    ],
  }),
};

/** `ingestion.get-page-picture`: pages 1 and 2 have pictures of so many bytes at 1,000 pixels across, others are not there. */
export function pictureScript(bytesAtFullWidth: number): Script {
  return ({ page, width, offset, length }: { page: number; width: number; offset: number; length: number }) => {
    if (page > 2) throw new ArbiterError('NOT_FOUND', `There is no page ${page}.`);
    const all = Buffer.alloc(
      Math.round((bytesAtFullWidth * width ** 2) / 1_000 ** 2),
      `page ${page}, ${width} pixels. `,
    );
    return {
      ...{ mediaType: 'image/jpeg', name: `p-${page}.jpg`, bytes: all.length, sha256: `${page}`.repeat(64) },
      data: all.subarray(offset, offset + length).toString('base64'),
    };
  };
}

function found(documentId: string): DocumentSummary {
  const document = ALL.find(({ id }) => id === documentId);
  if (!document) throw new ArbiterError('NOT_FOUND', `There is no document "${documentId}".`);
  return document;
}

export function answerTo(question: string): Answer {
  return query.output.parse({
    id: 'answer-1',
    query: question,
    status: 'answered',
    answer: 'At dusk. [1]',
    citations: [
      {
        marker: 1,
        collection: 'lore',
        documentId: 'd001',
        chunkId: 'd001:0',
        start: 0,
        end: 8,
        quote: 'At dusk.',
        title: 'The harbour',
        source: 'places/p 1.md',
        section: ['The harbour', 'Hours'],
        page: 2,
        score: 0.9,
      },
    ],
    confidence: 0.91,
    validation: null,
    queryType: 'simple_lookup',
    subQueries: [],
    mode: 'standard',
    synthesis: 'extractive',
    degraded: [],
    timings: [],
    durationMs: 1,
    attempts: 1,
    history: [
      {
        number: 1,
        change: null,
        answer: 'At dusk. [1]',
        passages: 3,
        confidence: 0.91,
        recommendation: 'accept',
        issues: [],
        kept: true,
      },
    ],
    confidenceGain: null,
    sessionId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
}

/** What a client is shown of `answerTo`, beside the addresses of its citation. */
export function slimAnswerOf(uri: string, url?: string): object {
  const [{ chunkId: _chunk, score: _score, ...citation }] = answerTo('').citations as [Answer['citations'][0]];
  return {
    id: 'answer-1',
    status: 'answered',
    answer: 'At dusk. [1]',
    confidence: 0.91,
    sessionId: null,
    citations: [{ ...citation, uri, ...(url !== undefined && { url }) }],
    notices: [],
    degraded: [],
  };
}
