import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  NO_COUNTS,
  type Answer,
  type IngestionCounts,
  type IngestionJob,
  type SearchResponse,
  type Source,
  type ValidationResult,
} from '@arbiter/contracts';

const AT = '2026-01-01T00:00:00.000Z';

export function answered(overrides: Partial<Answer> = {}): Answer {
  return {
    id: 'a1',
    query: 'Who keeps the light?',
    status: 'answered',
    answer: 'Ada keeps the light [1].',
    citations: [
      {
        marker: 1,
        collection: 'default',
        documentId: 'd1',
        chunkId: 'c1',
        start: 120,
        end: 140,
        quote: 'Ada keeps the light.',
        title: 'The Light',
        source: 'places/light.md',
        section: ['The Light', 'Keepers'],
        page: null,
        score: 0.9,
      },
    ],
    confidence: 0.874,
    validation: null,
    queryType: 'simple_lookup',
    subQueries: ['Who keeps the light?'],
    mode: 'standard',
    synthesis: 'extractive',
    tokens: [],
    cost: null,
    degraded: [],
    timings: [
      { stage: 'retrieve', ms: 12.4 },
      { stage: 'validate', ms: 3.2 },
    ],
    durationMs: 21.7,
    attempts: 1,
    history: [],
    confidenceGain: null,
    sessionId: null,
    createdAt: AT,
    ...overrides,
  };
}

export function declined(): Answer {
  return answered({
    status: 'declined',
    answer: 'No passage was found that surely answers this question, so it is not answered.',
    citations: [],
    confidence: 0,
  });
}

export function job(
  overrides: Partial<Omit<IngestionJob, 'counts'>> & { counts?: Partial<IngestionCounts> } = {},
): IngestionJob {
  return {
    id: 'job-1',
    collection: 'default',
    tenant: 'default',
    sources: [{ kind: 'path', path: '/docs' }],
    state: 'succeeded',
    attempts: 1,
    failures: [],
    error: null,
    createdAt: AT,
    startedAt: AT,
    finishedAt: AT,
    ...overrides,
    counts: { ...NO_COUNTS, ...overrides.counts },
  };
}

export function found(): SearchResponse {
  return {
    results: [
      {
        content: 'Ada keeps\nthe light.',
        source: 'places/light.md',
        relevance_score: 0.91,
        rank: 1,
        metadata: {
          chunk_id: 'c1',
          document_id: 'd1',
          collection: 'default',
          start: 120,
          end: 140,
          title: 'The Light',
          section: ['The Light', 'Keepers'],
          page: null,
        },
      },
    ],
    query: 'light',
    method_used: 'hybrid',
    total_results: 1,
    synthesis: null,
    citations: ['places/light.md'],
    degraded: [],
  };
}

/** A claim of an answer with its support, as the validator tells it. */
export interface ScriptedClaim {
  readonly text: string;
  readonly score: number;
}

/** From here the scripted validator calls a claim supported. */
export const SCRIPTED_THRESHOLD = 0.6;

/** What the validator says of an answer with these claims. */
export function validated(claims: readonly ScriptedClaim[], sources: readonly Source[] = []): ValidationResult {
  const supported = claims.length > 0 && claims.every(({ score }) => score >= SCRIPTED_THRESHOLD);
  const token = supported ? 'fully_supported' : 'no_support';
  return {
    isRelevant: true,
    isSupported: supported,
    isUseful: true,
    confidence: supported ? 0.9 : 0.2,
    reasoning: '',
    citations: [],
    issues: [],
    recommendation: supported ? 'accept' : 'retry',
    checks: {
      relevance: { token: 'relevant', score: 1, reasoning: '', perSource: [] },
      support: {
        token: claims.length === 0 ? null : token,
        reasoning: '',
        perClaim: claims.map(({ text, score }) => ({
          claim: { text, type: 'fact', confidence: 1, start: 0, end: text.length },
          support: score >= SCRIPTED_THRESHOLD ? 'fully_supported' : 'no_support',
          score,
          reasoning: '',
          sourceIds: sources.map(({ id }) => id),
        })),
      },
      usefulness: { token: 'useful', score: 1, reasoning: '', missing: [] },
    },
    mode: 'features',
  };
}

export interface BeirFiles {
  readonly corpus: readonly object[];
  readonly queries: readonly object[];
  /** query-id, corpus-id, score */
  readonly judgements: readonly (readonly [string, string, number])[];
  /** query-id, corpus-id */
  readonly candidates?: readonly (readonly [string, string])[];
}

/** Writes a set in the layout of BEIR, with one split `test`. */
export async function writeBeirFolder(
  folder: string,
  { corpus, queries, judgements, candidates }: BeirFiles,
): Promise<void> {
  const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const rows = (cells: readonly (readonly unknown[])[]): string => cells.map((row) => `${row.join('\t')}\n`).join('');
  await mkdir(join(folder, 'qrels'), { recursive: true });
  await writeFile(join(folder, 'corpus.jsonl'), lines(corpus));
  await writeFile(join(folder, 'queries.jsonl'), lines(queries));
  await writeFile(join(folder, 'qrels/test.tsv'), rows([['query-id', 'corpus-id', 'score'], ...judgements]));
  if (candidates) await writeFile(join(folder, 'candidates.tsv'), rows([['query-id', 'corpus-id'], ...candidates]));
}
