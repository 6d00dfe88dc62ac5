import {
  detect,
  extractClaims,
  getDocument,
  getDocumentText,
  search,
  submitJob,
  synthesize,
  validate,
  watchJob,
  type AnyOperation,
  type DocumentDescription,
  type IngestionJob,
  type OperationInput,
  type Passage,
  NO_COUNTS,
} from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher, type OperationClient } from '@arbiter/messaging';
import { verdict, written } from './query-pipeline.js';

/** A document of two sections; offsets are those of its text. */
export const HARBOUR_TEXT = [
  '# Harbour\n\nThe harbour opens at dawn. ',
  'Boats wait outside. ',
  '\n## Lamp\n\nMara keeps the lamp. She fills it at dusk. ',
  '\n## Pilots\n\nPilots live by the mole.',
].join('');

export const HARBOUR: DocumentDescription = {
  id: 'd1',
  collection: 'ports',
  title: 'Harbour',
  source: 'harbour.md',
  mediaType: 'text/markdown',
  contentHash: '0'.repeat(64),
  length: HARBOUR_TEXT.length,
  chunks: 3,
  metadata: {},
  updatedAt: '2026-01-01T00:00:00.000Z',
  sections: ['# Harbour', '## Lamp', '## Pilots'].map((heading) => ({
    heading: heading.replace(/^#+ /, ''),
    level: heading.indexOf(' '),
    start: HARBOUR_TEXT.indexOf(heading),
  })),
};

/** The passage of the document that holds these words and no more. */
export function harbourPassage(text: string, score = 0.8): Passage {
  const start = HARBOUR_TEXT.indexOf(text);
  return {
    chunkId: `d1:${start}`,
    documentId: 'd1',
    collection: 'ports',
    text,
    start,
    end: start + text.length,
    title: 'Harbour',
    source: 'harbour.md',
    section: [],
    page: null,
    metadata: {},
    score,
  };
}

export interface LibraryArms {
  readonly passages?: readonly Passage[];
  readonly degraded?: readonly ('vector' | 'keyword')[];
  readonly job?: Partial<IngestionJob>;
}

/** The arms that tools ask, over real messaging; `asked` has every request by operation. */
export async function libraryArms({ passages = [], degraded = [], job = {} }: LibraryArms = {}): Promise<{
  readonly client: OperationClient;
  readonly asked: <O extends AnyOperation>(operation: O) => OperationInput<O>[];
}> {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  const requests = new Map<string, unknown[]>();
  const note = (operation: AnyOperation, input: unknown): void => {
    requests.set(operation.name, [...(requests.get(operation.name) ?? []), input]);
  };
  dispatcher.register(search, (request) => {
    note(search, request);
    return Promise.resolve({
      results: passages.map(({ chunkId, documentId, text, source, score, metadata, ...rest }, index) => ({
        content: text,
        source,
        relevance_score: score,
        rank: index + 1,
        metadata: { ...metadata, ...rest, chunk_id: chunkId, document_id: documentId },
      })),
      query: request.query,
      method_used: request.method ?? 'hybrid',
      total_results: passages.length,
      synthesis: null,
      citations: [],
      degraded: [...degraded],
      notices: [],
    });
  });
  dispatcher.register(getDocument, () => Promise.resolve(HARBOUR));
  dispatcher.register(getDocumentText, () => Promise.resolve({ text: HARBOUR_TEXT }));
  dispatcher.register(synthesize, (request) => {
    note(synthesize, request);
    const texts = request.passages.map(({ text }) => text);
    return Promise.resolve(written(texts, request.passages));
  });
  dispatcher.register(validate, (request) => {
    note(validate, request);
    return Promise.resolve(verdict({ confidence: 0.62, recommendation: 'retry' }));
  });
  dispatcher.register(extractClaims, ({ answer }) => {
    const texts = answer.split('\n');
    const claims = texts.map((text) => {
      const start = answer.indexOf(text);
      return { text, type: 'fact' as const, confidence: 1, start, end: start + text.length };
    });
    return Promise.resolve({ claims, truncated: false });
  });
  dispatcher.register(detect, (request) => {
    note(detect, request);
    return Promise.resolve({
      hasHallucinations: false,
      hallucinations: [],
      confidence: 1,
      recommendation: 'accept' as const,
      rate: 0,
      verifications: [],
      explanation: 'All is supported.',
      mode: 'features' as const,
    });
  });
  const finished: IngestionJob = {
    id: 'job-1',
    collection: 'ports',
    tenant: 'default',
    sources: [{ kind: 'inline', name: 'a.md', content: 'x', metadata: {} }],
    state: 'succeeded',
    attempts: 1,
    counts: { ...NO_COUNTS, found: 1, added: 1, chunks: 2 },
    failures: [],
    error: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    ...job,
  };
  dispatcher.register(submitJob, (request) => {
    note(submitJob, request);
    return Promise.resolve({ ...finished, state: 'queued' as const });
  });
  dispatcher.register(watchJob, async function* () {
    yield* await Promise.resolve([]);
    return finished;
  });
  await bus.start(dispatcher);
  return {
    client: new InProcessOperationClient(bus),
    asked: <O extends AnyOperation>({ name }: O) => (requests.get(name) ?? []) as OperationInput<O>[],
  };
}
