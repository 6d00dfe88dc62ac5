import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reader } from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReadingRun } from './reading.command.js';
import { runArbiter } from '../../test/run-arbiter.js';

const CONTEXT = '😀 The light is kept by Ines Vane.';
const passages = [
  {
    id: 'a',
    title: 'Lights',
    question: 'Who keeps it?',
    context: CONTEXT,
    answerable: true,
    answers: [{ text: 'Ines Vane', start: 23 }],
  },
  { id: 'b', title: null, question: 'What did it cost?', context: CONTEXT, answerable: false, answers: [] },
  {
    id: 'c',
    title: 'Lights',
    question: 'unreadable?',
    context: CONTEXT,
    answerable: true,
    answers: [{ text: 'light' }],
  },
];
const sentences = [
  { id: '1', question: 'Who keeps it?', sentence: 'It is kept by Ines Vane.', label: 1 },
  { id: '2', question: 'Who keeps it?', sentence: 'It is high.', label: 0 },
];

describe('arbiter eval reading', () => {
  let folder: string;
  let tasks: unknown[];
  let isClosed: boolean;
  beforeEach(async () => {
    tasks = [];
    isClosed = false;
    folder = await mkdtemp(join(tmpdir(), 'arbiter-eval-'));
    await write(passages);
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = (lines: readonly unknown[]): Promise<void> =>
    writeFile(join(folder, 'set.jsonl'), lines.map((one) => JSON.stringify(one)).join('\n'));

  /** Finds Ines Vane wherever she stands, surely if it is asked who; cannot read a question that says so. */
  const reader: Reader = {
    model: 'scripted',
    warmUp: () => Promise.resolve(),
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
    read: (given) => {
      tasks.push(...given);
      return Promise.resolve(
        given.map(({ question, passage }) => {
          if (question.startsWith('unreadable')) return null;
          const start = passage.indexOf('Ines Vane');
          const score = question.startsWith('Who') ? 3 : -1;
          const spans = start === -1 ? [] : [{ start, end: start + 9, score }];
          return { spans, verdict: { none: 0.5, span: 0.5, yes: 0, no: 0 }, isCut: false };
        }),
      );
    },
  };
  const run = (...words: string[]) =>
    runArbiter(['eval', 'reading', '--file', 'set.jsonl', ...words], { reader, cwd: folder });

  it('compares spans with answers as SQuAD does', async () => {
    const { exitCode, stdout } = await run('--json');
    expect(exitCode).toBe(0);
    const parsed = JSON.parse(stdout) as ReadingRun;
    expect(parsed).toMatchObject({
      kind: 'passages',
      n: 3,
      answerable: 2,
      unread: 1,
      metrics: { exactMatch: 2 / 3, f1: 2 / 3, answerableAuroc: 0.5, firstSpanRight: 0.5, msPerPassage: 0 },
      config: { reader: 'scripted', threshold: 0, sampledFrom: null },
    });
    expect(tasks[0]).toEqual({ question: 'Who keeps it?', headings: 'Lights', passage: CONTEXT });
    expect(tasks[1]).toMatchObject({ headings: '' });
    expect(isClosed).toBe(true);
  });

  it('gives more where the threshold is lower', async () => {
    const { stdout } = await run('--threshold', '-2', '--json');
    expect((JSON.parse(stdout) as ReadingRun).metrics).toMatchObject({ exactMatch: 1 / 3 });
  });

  it('ranks the sentences of each question', async () => {
    await write(sentences);
    const { stdout } = await run('--json');
    expect(JSON.parse(stdout) as ReadingRun).toMatchObject({
      kind: 'sentences',
      n: 2,
      questions: 1,
      answered: 1,
      metrics: { auroc: 1, map: 1, mrr: 1, 'precision@1': 1 },
    });
  });

  it('takes a sample, and writes what was read', async () => {
    const { stdout } = await run('--limit', '2', '--out', 'out.jsonl', '--json');
    expect(JSON.parse(stdout) as ReadingRun).toMatchObject({ n: 2, config: { sampledFrom: 3 } });
    const lines = (await readFile(join(folder, 'out.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toHaveProperty('given');
  });

  it('shows the figures to people', async () => {
    const { stdout } = await run();
    expect(stdout).toContain('3 questions, 2 answerable');
    expect(stdout).toMatch(/^exactMatch +0\.667 \[/m);
    expect(stdout).toContain('1 could not be read');
  });

  it.each([
    ['{"id": "x", "question": "y", "context": "z"}', 'set.jsonl:1: answerable'],
    [`${JSON.stringify(passages[0])}\n{"id":`, 'set.jsonl:2: not JSON.'],
    [`${JSON.stringify(sentences[0])}\n${JSON.stringify(passages[0])}`, 'set.jsonl:2: sentence'],
    ['', 'set.jsonl holds no questions'],
  ])('refuses %p before it reads anything', async (content, sentence) => {
    await writeFile(join(folder, 'set.jsonl'), content);
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
    expect(tasks).toEqual([]);
  });

  it('closes a reader that fails, and says why', async () => {
    const failing = { ...reader, read: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'gone')) };
    const { exitCode, stderr } = await runArbiter(['eval', 'reading', '--file', 'set.jsonl'], {
      reader: failing,
      cwd: folder,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('gone');
    expect(isClosed).toBe(true);
  });

  it('refuses a threshold that is no number, and a server', async () => {
    expect((await run('--threshold', 'high')).exitCode).toBe(2);
    expect((await run('--server', 'http://127.0.0.1:1')).exitCode).toBe(2);
  });
});
