import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mean, readJsonLines } from '@arbiter/evaluation';
import { startStandalone, type Standalone } from '@arbiter/standalone';
import { CompoundPassage, CompoundQuestion, measureCompounds, type CompoundFigures } from './measure-compounds.js';

const FOLDER = join(import.meta.dirname, '../../compounds');

let folder: string;
let library: Standalone;
let passages: CompoundPassage[];
let questions: CompoundQuestion[];
let figures: CompoundFigures[];
beforeAll(async () => {
  const [passageLines, questionLines] = await Promise.all(
    ['passages', 'questions'].map((name) => readFile(join(FOLDER, `${name}.jsonl`), 'utf8')),
  );
  passages = readJsonLines(passageLines ?? '', 'passages.jsonl', CompoundPassage).map(({ value }) => value);
  questions = readJsonLines(questionLines ?? '', 'questions.jsonl', CompoundQuestion).map(({ value }) => value);
  folder = await mkdtemp(join(tmpdir(), 'arbiter-compounds-'));
  const env = { ARBITER_DATA_DIR: folder, LOG_LEVEL: 'error' };
  library = await startStandalone({ env, cwd: folder, http: false });
  // Those that were never tuned on.
  const heldOut = questions.filter(({ half }) => half === 'held-out');
  figures = await measureCompounds(library.client, passages, heldOut);
}, 120_000);
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

it('asks only for passages that there are, in their language', () => {
  const languages = new Map(passages.map(({ id, language }) => [id, language]));
  for (const { language, relevant } of questions)
    expect(relevant.map((id) => languages.get(id))).toEqual(relevant.map(() => language));
  expect(questions.filter(({ kind }) => kind === 'compound')).toHaveLength(60);
});

describe.each([
  ['de', 0.8],
  ['nl', 0.9],
  ['sv', 1],
])('held-out questions in %s', (language, least) => {
  const figuresOf = (kind: string): CompoundFigures[] =>
    figures.filter((figure) => figure.language === language && figure.kind === kind);

  it('are answered by parts of compounds', () => {
    const compound = figuresOf('compound');
    expect(mean(compound.map(({ recallAt5 }) => recallAt5))).toBeGreaterThanOrEqual(least);
    expect(mean(compound.map(({ ndcgAt10 }) => ndcgAt10))).toBeGreaterThanOrEqual(least);
  });

  it('that need no splitting lose nothing', () => {
    expect(figuresOf('ordinary').map(({ ndcgAt10 }) => ndcgAt10)).toEqual([1, 1, 1, 1]);
  });
});
