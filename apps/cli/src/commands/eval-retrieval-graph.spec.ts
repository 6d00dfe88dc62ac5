import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expansion, OperationInput, expand, previews, RankedPreview, SearchRequest } from '@arbiter/contracts';
import type { Script } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { fuseDocuments } from '../evaluation/graph-ranking.js';
import { RetrievalRun } from '../evaluation/retrieval-run.js';
import { job, writeBeirFolder } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const preview = (id: string): RankedPreview => ({
  ...{ id, name: id, type: 'ward', aliases: [], status: null, availability: 'unknown', since: null, reason: null },
  ...{
    definition: '',
    states: [],
    collection: 'lore',
    isNamed: false,
    relations: [],
    importance: 0.5,
    tokens: 10,
    expansionTokens: 20,
    score: 1,
    isUsable: true,
    isOffered: true,
  },
});
const expansion = (id: string, sources: readonly string[]): z.output<typeof Expansion> => ({
  ...{ id, kind: 'entity', name: id, text: '', changes: [], relations: [], tokens: 10 },
  citations: sources.map((source) => ({ documentId: source, source, start: 0, end: 1 })),
});
const DOCUMENTS = ['wards/dunlin.md', 'wards/avocet.md', 'meetings/03.md', 'other.md'];
const manifest = (name: string) => ({
  ...{ name, formatVersion: 1, embeddingModel: 'm', dimensions: 3, language: 'en', analyser: 'english-3' },
  ...{ chunkerVersion: 1, vectorStore: null, keywordStore: null, createdAt: '2026-01-01T00:00:00.000Z' },
});

describe('arbiter eval retrieval of a pack with a knowledge graph', () => {
  let pack: string;
  let scripts: Record<string, Script>;

  beforeEach(async () => {
    pack = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await mkdir(join(pack, 'eval'));
    await writeConfig({ types: ['ward'] });
    for (const path of DOCUMENTS) {
      await mkdir(join(pack, 'documents', path, '..'), { recursive: true });
      await writeFile(join(pack, 'documents', path), '# A document');
    }
    const question = {
      ...{ id: 'q1', part: 'train', question: 'Which ward is open?', type: 'status', answerable: true, answers: ['x'] },
      evidence: [{ document: 'documents/meetings/03.md', quote: 'x' }],
    };
    await writeFile(join(pack, 'eval/questions.jsonl'), JSON.stringify(question));
    scripts = {
      'orchestrator.ingest-domain': { output: { jobs: [job({ counts: { added: 4 } })] } },
      'ingestion.list': { output: { jobs: [], next: null } },
      'ingestion.watch': { output: job({ counts: { added: 4 } }) },
      'retriever.list-collections': {
        output: {
          collections: ['wards', 'rules'].map((name) => ({ manifest: manifest(name), documents: 4, chunks: 4 })),
        },
      },
      // Of the search, the document of the evidence is second.
      'retriever.search': ({ query, method }: SearchRequest) => {
        const results = ['other.md', 'meetings/03.md'].map((source, index) => ({
          ...{ content: 'x', source, relevance_score: 0.9 - index / 10, rank: index + 1 },
          metadata: {
            ...{ chunk_id: `${index}`, document_id: source, collection: 'wards', start: 0, end: 1, title: '' },
            ...{ section: [], page: null },
          },
        }));
        return Promise.resolve({
          ...{ results, query, method_used: method ?? 'hybrid', total_results: 2, synthesis: null, citations: [] },
        });
      },
      'retriever.previews': ({ query }: OperationInput<typeof previews>) =>
        Promise.resolve({
          ...{ query, entities: [preview('dunlin'), preview('avocet')], communities: [], isPresent: true, tokens: 20 },
          withoutGraph: ['rules'],
        }),
      // Of the evidence, it is second as well, after a document that no search finds.
      'retriever.expand': () =>
        Promise.resolve({
          expansions: [
            expansion('avocet', ['wards/avocet.md']),
            expansion('dunlin', ['wards/dunlin.md', 'meetings/03.md', 'wards/dunlin.md']),
          ],
          unknown: [],
        }),
    };
  });
  afterEach(() => rm(pack, { recursive: true }));

  const writeConfig = (entities: object): Promise<void> =>
    writeFile(join(pack, 'config.json'), JSON.stringify({ domain: 'wards', version: '1', entities }));
  const run = (...words: string[]) =>
    runArbiter(['eval', 'retrieval', '--domain', pack, '--split', 'train', ...words], { scripts });

  it('ranks by the evidence of the entities, and by the search fused with it', async () => {
    const out = join(pack, 'out.jsonl');
    const { exitCode, stdout, calls } = await run('--json', '--out', out);
    expect(exitCode).toBe(0);
    const { metrics, config } = RetrievalRun.parse(JSON.parse(stdout));
    expect(Object.keys(metrics)).toEqual(['default', 'keyword', 'vector', 'hybrid', 'graph', 'multi-signal']);
    // Second by either, the document is first by both.
    expect([metrics.hybrid, metrics.graph, metrics['multi-signal']].map((of) => of?.['mrr@10'])).toEqual([0.5, 0.5, 1]);
    expect(config.methods).toMatchObject({ graph: { rankedBy: 'graph' }, 'multi-signal': { state: {} } });
    const expanded = calls.filter(({ operation }) => operation === 'retriever.expand');
    expect(new Set(expanded.map(({ input }) => (input as OperationInput<typeof expand>).collection))).toEqual(
      new Set(['wards']),
    );
  });

  it('finds nothing where no entity answers', async () => {
    scripts['retriever.previews'] = ({ query }: OperationInput<typeof previews>) =>
      Promise.resolve({ query, entities: [], communities: [], isPresent: true, tokens: 0, withoutGraph: [] });
    const { stdout, calls } = await run('--json', '--methods', 'graph');
    expect(RetrievalRun.parse(JSON.parse(stdout)).metrics.graph?.['recall@100']).toBe(0);
    expect(calls.some(({ operation }) => operation === 'retriever.expand')).toBe(false);
  });

  it('says that a collection has no graph', async () => {
    scripts['retriever.previews'] = ({ query }: OperationInput<typeof previews>) =>
      Promise.resolve({
        query,
        entities: [],
        communities: [],
        isPresent: true,
        tokens: 0,
        withoutGraph: ['wards', 'rules'],
      });
    expect(await run('--methods', 'graph')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Query q1: There is no knowledge graph of wards, rules.'),
    });
  });

  it('leaves them out of what is usual for a pack without entity types, and refuses them before it opens a store', async () => {
    await writeConfig({ types: [] });
    const { metrics } = RetrievalRun.parse(JSON.parse((await run('--json')).stdout));
    expect(Object.keys(metrics)).toEqual(['default', 'keyword', 'vector', 'hybrid']);
    expect(await run('--methods', 'graph')).toMatchObject({
      exitCode: 2,
      opened: [],
      stderr: expect.stringContaining('needs a knowledge graph'),
    });
  });

  it('refuses them for a set in the layout of BEIR', async () => {
    const folder = join(pack, 'set');
    await mkdir(folder);
    await writeBeirFolder(folder, {
      corpus: [{ _id: 'd1', text: 'x' }],
      queries: [{ _id: 'q1', text: 'x' }],
      judgements: [['q1', 'd1', 1]],
    });
    const words = ['eval', 'retrieval', '--dataset', folder, '--methods', 'multi-signal'];
    expect(await runArbiter(words, { scripts })).toMatchObject({ exitCode: 2, opened: [] });
  });
});

describe('fuseDocuments', () => {
  const ranking = (...ids: string[]) => ids.map((id, index) => ({ id, score: 1 - index / 10 }));

  it('adds reciprocal ranks', () => {
    const fused = fuseDocuments([ranking('a', 'b'), ranking('c', 'b')]);
    expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(fused[0]?.score).toBeCloseTo(2 / 62, 12);
    expect(fuseDocuments([])).toEqual([]);
  });
});
