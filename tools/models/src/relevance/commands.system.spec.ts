import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../run-command.js';
import { readPools } from './judged-pool.js';

const SETS = {
  harbour: {
    passages: [
      'The lamplighter of the harbour is called Orla.',
      'Ropes are sold at the quay of the harbour.',
      'The bell rings at dusk.',
    ],
    queries: [
      ['Who is the lamplighter of the harbour?', 0],
      ['Where in the harbour are ropes sold?', 1],
    ],
  },
  cells: {
    passages: [
      'Mitochondria make the energy of a cell.',
      'Ribosomes build the proteins of a cell.',
      'Enzymes speed up reactions.',
    ],
    queries: [
      ['What makes the energy of a cell?', 0],
      ['What builds the proteins of a cell?', 1],
    ],
  },
} as const;

describe('the commands of relevance', () => {
  let folder: string;
  const printed = { out: '', err: '' };
  const run = (...words: string[]): Promise<number> => {
    printed.out = printed.err = '';
    return runCommand(['relevance', ...words], {
      out: (text) => (printed.out += text),
      err: (text) => (printed.err += text),
    });
  };
  const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-calibration-'));
    for (const [name, { passages, queries }] of Object.entries(SETS)) {
      const set = join(folder, name);
      await mkdir(join(set, 'qrels'), { recursive: true });
      await writeFile(
        join(set, 'corpus.jsonl'),
        lines(passages.map((text, n) => ({ _id: `${name}${n}`, title: '', text }))),
      );
      await writeFile(join(set, 'queries.jsonl'), lines(queries.map(([text], n) => ({ _id: `q${n}`, text }))));
      const judgements = queries.map(([, evidence], n) => `q${n}\t${name}${evidence}\t1\n`).join('');
      await writeFile(join(set, 'qrels', 'train.tsv'), `query-id\tcorpus-id\tscore\n${judgements}`);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('searches for every question in its own documents and in those of other sets, and fits what comes of it', async () => {
    const file = join(folder, 'pools.jsonl');
    const sets = Object.keys(SETS).flatMap((name) => ['--beir', `${join(folder, name)}:train:2:1`]);
    const words = ['--data-dir', join(folder, 'store'), '--pools', file, '--off-topic', '1', ...sets];
    expect(await run('collect', ...words)).toBe(0);

    const pools = await readPools(file);
    // Two questions of each set, and one of each for the other set, by three methods.
    expect(pools).toHaveLength((4 + 2) * 3);
    const lamplighter = pools.find(({ question, method }) => question.includes('lamplighter') && method === 'hybrid');
    expect(lamplighter?.passages[0]).toMatchObject({ isEvidence: true, text: expect.stringContaining('Orla') });
    expect(lamplighter?.passages[0]?.cosine).toBeGreaterThan(0.5);
    const offTopic = pools.filter(({ set, library }) => set !== library);
    expect(offTopic.flatMap(({ passages }) => passages).filter(({ isEvidence }) => isEvidence)).toEqual([]);
    expect(
      pools.filter(({ method }) => method === 'keyword').flatMap(({ passages }) => passages)[0]?.cosine,
    ).toBeNull();

    const model = join(folder, 'relevance-model.ts');
    expect(await run('fit', '--pools', file, '--date', '2026-11-22', '--model', model)).toBe(0);
    const { models, methods } = JSON.parse(printed.out) as {
      models: { withVectors: { cosine: number } };
      methods: Record<string, { all: { searches: unknown } }>;
    };
    expect(methods.hybrid?.all.searches).toEqual({ onTopic: 4, offTopic: 2 });
    const written = await readFile(model, 'utf8');
    expect(written).toContain('on 2026-11-22');
    expect(written).toContain('2 of harbour, 2 of cells');
    expect(written).toContain(`cosine: ${Number(models.withVectors.cosine.toFixed(3))}`);
  });

  it.each([
    [[]],
    [['guess']],
    [['collect', '--pools', 'pools.jsonl']],
    [['collect', '--data-dir', 'store', '--pools', 'pools.jsonl']],
    [['collect', '--data-dir', 'store', '--pools', 'pools.jsonl', '--beir', 'folder']],
    [['fit', '--pools', 'pools.jsonl', '--date', 'today']],
    [['fit', '--date', '2026-11-22']],
  ])('explains itself when it is asked %j', async (words) => {
    expect(await run(...words)).toBe(2);
    expect(printed.err).toContain('use: models relevance');
  });
});
