import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionTypeModel } from '@arbiter/question-types';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand } from '../run-command.js';
import { fitQuestionTypes, judgeHeldOut } from './fit-question-types.js';
import { readPackQuestions, type TrainingQuestion } from './training-question.js';

const about = (subject: string): TrainingQuestion[] =>
  (
    [
      [`Is the ${subject} older than the lamp?`, 'comparative'],
      [`How do I clean the ${subject}?`, 'procedural'],
      [`Thanks for the ${subject}!`, 'conversational'],
    ] as const
  ).map(([question, type]) => ({ question, type, subject, weight: 1 }));
const questions = ['bell', 'lens', 'horn', 'mast', 'oar', 'sail'].flatMap(about);

describe('fitQuestionTypes', () => {
  it('learns what phrases are worth', () => {
    const { types, weights } = fitQuestionTypes(questions);
    const [comparative, procedural] = [types.indexOf('comparative'), types.indexOf('procedural')];
    expect(weights.get('older than')![comparative]!).toBeGreaterThan(0.2);
    expect(weights.get('how do i')![procedural]!).toBeGreaterThan(0.2);
    expect(weights.get('how do i')![comparative]!).toBeLessThan(0);
  });

  it('learns no phrase of few subjects', () => {
    const one = Array.from({ length: 9 }, () => about('bell')).flat();
    expect(fitQuestionTypes([...questions, ...one]).weights.has('the bell')).toBe(false);
    expect(fitQuestionTypes(questions).weights.has('than the')).toBe(true);
  });

  it('gives the same weights every time', () => {
    expect(fitQuestionTypes(questions)).toEqual(fitQuestionTypes(questions));
  });
});

describe('judgeHeldOut', () => {
  it('judges every question once, by a model that has not seen its subject', () => {
    const seen: string[][] = [];
    const model: QuestionTypeModel = { types: ['procedural'], bias: [0], words: new Set(), weights: new Map() };
    const held = judgeHeldOut(questions, 2, (others) => {
      seen.push([...new Set(others.map(({ subject }) => subject))]);
      return model;
    });
    expect(held).toHaveLength(questions.length);
    expect(seen.map((subjects) => subjects.length)).toEqual([3, 3]);
    expect(new Set(seen.flat()).size).toBe(6);
  });
});

describe('readPackQuestions', () => {
  it('takes the train part, of the published types', () => {
    const line = (fields: object) => JSON.stringify({ answerable: true, answers: ['x'], question: 'Who?', ...fields });
    const text = [
      line({ id: 'a', part: 'train', type: 'multi_hop' }),
      line({ id: 'b', part: 'test', type: 'multi_hop' }),
      line({ id: 'c', part: 'train', type: 'status' }),
    ].join('\n');
    expect(readPackQuestions(text, 'questions.jsonl', 'bells')).toEqual([
      { question: 'Who?', type: 'multi_hop', subject: 'bells', weight: 0.4 },
    ]);
  });
});

describe('the command', () => {
  let folder: string;
  let out = '';
  let err = '';
  beforeEach(async () => {
    [out, err] = ['', ''];
    folder = await mkdtemp(join(tmpdir(), 'arbiter-train-'));
    const lines = questions.map((question, id) => JSON.stringify({ id, ...question }));
    await writeFile(join(folder, 'own.jsonl'), lines.join('\n'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const run = (...words: string[]) =>
    runCommand(['question-types', 'fit', ...words], { out: (text) => (out += text), err: (text) => (err += text) });

  it('writes a model with where it comes from, and prints what held-out subjects give', async () => {
    const model = join(folder, 'weights.json');
    const code = await run('--questions', join(folder, 'own.jsonl'), '--date', '2026-01-02', '--model', model);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ n: 18, metrics: { accuracy: 1 } });
    const text = await readFile(model, 'utf8');
    expect(text).toContain('on 2026-01-02');
    expect(text).toContain('18 questions of 6 subjects');
    expect(text).toMatch(/"how do i\\t-?\d+( -?\d+){6}"/);
  });

  it.each([[['--date', '2026-01-02']], [['--questions', 'x.jsonl']], [['--nonsense']]])(
    'says how it is used for %j',
    async (words) => {
      expect(await run(...words)).toBe(2);
      expect(err).toMatch(/^use: models question-types fit/);
    },
  );

  it('names file and line of a broken line', async () => {
    await writeFile(join(folder, 'own.jsonl'), '{"id":1,"question":"Who?","type":"multi_hop"}');
    await expect(run('--questions', join(folder, 'own.jsonl'), '--date', '2026-01-02')).rejects.toThrow(
      'own.jsonl:1: subject',
    );
  });
});
