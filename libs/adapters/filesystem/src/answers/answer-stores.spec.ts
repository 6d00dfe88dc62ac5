import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import {
  answerEventOf,
  answerRecordOf,
  costEntryOf,
  describeAnswerRecordStore,
  feedbackOf,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemAnswerRecordStore } from './filesystem-answer-record-store.js';
import { filesystemAnswerStores } from './filesystem-answer-stores.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeAnswerRecordStore(
  'FilesystemAnswerRecordStore',
  async () => new FilesystemAnswerRecordStore(await newDirectory()),
);

describe('FilesystemAnswerRecordStore', () => {
  it('never keeps more than two files, the newest answers in them', async () => {
    const directory = await newDirectory();
    const store = new FilesystemAnswerRecordStore(directory, 8_000);
    for (let index = 0; index < 40; index += 1) await store.save(answerRecordOf(`answer_${index}`), live);
    expect((await readdir(directory.path)).filter((name) => name.startsWith('answers'))).toHaveLength(2);
    expect((await store.get('answer_39', live))?.id).toBe('answer_39');
    expect((await store.get('answer_33', live))?.id).toBe('answer_33');
    expect(await store.get('answer_0', live)).toBeNull();
  });

  it('ignores a line that was cut short, and does not lose the next record to it', async () => {
    const directory = await newDirectory();
    const store = new FilesystemAnswerRecordStore(directory);
    await appendFile(directory.resolve('answers.jsonl'), JSON.stringify(answerRecordOf('answer_1')).slice(0, 60));
    expect(await store.get('answer_1', live)).toBeNull();
    await store.save(answerRecordOf('answer_2'), live);
    expect((await store.get('answer_2', live))?.id).toBe('answer_2');
    expect((await store.list({ limit: 9 }, live)).map(({ id }) => id)).toEqual(['answer_2']);
  });

  it('reads what a version without flights has kept', async () => {
    const directory = await newDirectory();
    const store = new FilesystemAnswerRecordStore(directory);
    const old = {
      id: 'answer_1',
      domain: 'lore',
      query: 'Who keeps the lamp?',
      answer: 'Mara. [1]',
      claims: ['Mara.'],
      evidence: 'Mara keeps the lamp.',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    await appendFile(directory.resolve('answers.jsonl'), `${JSON.stringify(old)}\n`);
    const unknown = {
      kind: 'query',
      status: null,
      sessionId: null,
      principal: null,
      durationMs: null,
      tokens: [],
      cost: null,
      assigned: null,
      redacted: null,
    };
    expect(await store.get('answer_1', live)).toEqual({
      ...old,
      ...unknown,
      documents: null,
      shownDocuments: null,
      flight: null,
    });
    expect(await store.list({ limit: 9 }, live)).toMatchObject([{ id: 'answer_1', ...unknown }]);
  });

  it('reads a record whose flight is damaged, or of a version to come, without it', async () => {
    const directory = await newDirectory();
    const store = new FilesystemAnswerRecordStore(directory);
    const { flight } = answerRecordOf('answer_1');
    const later = gzipSync(JSON.stringify({ ...flight, formatVersion: 2 })).toString('base64');
    for (const [id, kept] of Object.entries({ damaged: 'H4sIAAAA', later })) {
      const line = JSON.stringify({ ...answerRecordOf(id), flight: kept });
      await appendFile(directory.resolve('answers.jsonl'), `${line}\n`);
      expect(await store.get(id, live)).toEqual({ ...answerRecordOf(id), flight: null });
    }
  });

  it('forgets a session in both of its files, and what a crash has left of it', async () => {
    const directory = await newDirectory();
    const store = new FilesystemAnswerRecordStore(directory, 3_000);
    const path = directory.resolve('answers.jsonl');
    const torn = JSON.stringify(answerRecordOf('torn', { sessionId: 's-1' })).slice(0, 150);
    await writeFile(path, `${torn}\n`);
    for (let index = 0; index < 6; index += 1) {
      await store.save(answerRecordOf(`answer_${index}`, { sessionId: `s-${index % 2}` }), live);
    }
    await appendFile(path, 'no record at all');
    const files = ['answers.jsonl', 'answers.1.jsonl'].map((name) => directory.resolve(name));
    const before = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(before.map((text) => text.includes('s-1'))).toEqual([true, true]);
    const kept = (await store.list({ limit: 9 }, live)).filter(({ sessionId }) => sessionId !== 's-1');
    expect(await store.deleteOfSession('s-1', live)).toBe(3);
    expect(await store.list({ limit: 9 }, live)).toEqual(kept);
    for (const file of files) expect(await readFile(file, 'utf8')).not.toContain('s-1');
  });
});

describe('deletion from the files of answers and feedback', () => {
  const deleted = { documents: ['harbour'], at: '2026-02-01T00:00:00.000Z', jobId: 'job-1' };

  it('leaves no byte of a deleted document, nor of what a crash has left of a record', async () => {
    const directory = await newDirectory();
    const [answers, feedback] = [
      new FilesystemAnswerRecordStore(directory, 1),
      filesystemAnswerStores(directory).feedback,
    ];
    const about = { evidence: 'The zanzibarquux sleeps.', documents: ['harbour'], shownDocuments: ['harbour'] };
    await answers.save(answerRecordOf('a', about), live);
    await answers.save(answerRecordOf('b', about), live);
    const torn = JSON.stringify(answerRecordOf('torn', about)).slice(0, -20);
    await appendFile(directory.resolve('answers.jsonl'), torn);
    await feedback.append(feedbackOf('The zanzibarquux sleeps.', { documents: ['harbour'] }), live);
    const files = ['answers.jsonl', 'answers.1.jsonl', 'feedback.jsonl'].map((name) => directory.resolve(name));
    for (const file of files) expect(await readFile(file, 'utf8')).toContain('zanzibarquux');
    expect(await answers.redact(deleted, live)).toBe(2);
    expect(await feedback.deleteOfDocuments(deleted, live)).toBe(1);
    for (const file of files) expect(await readFile(file, 'utf8')).not.toContain('zanzibarquux');
  });
});

describe('FilesystemFeedbackStore', () => {
  it('ignores a line that was cut short, and does not lose the next to it', async () => {
    const directory = await newDirectory();
    const store = filesystemAnswerStores(directory).feedback;
    await appendFile(directory.resolve('feedback.jsonl'), JSON.stringify(feedbackOf('a')).slice(0, 60));
    await store.append(feedbackOf('b'), live);
    expect((await store.ofDomain('lore', 10, live)).map(({ claim }) => claim)).toEqual(['b']);
  });
});

describe('FilesystemCostLedger', () => {
  it('ignores a line that was cut short, and does not lose the next to it', async () => {
    const directory = await newDirectory();
    const ledger = filesystemAnswerStores(directory).costs;
    await appendFile(directory.resolve('costs.jsonl'), JSON.stringify(costEntryOf('a')).slice(0, 60));
    await ledger.append(costEntryOf('b'), live);
    const found: string[] = [];
    for await (const { answerId } of ledger.between({}, live)) found.push(answerId);
    expect(found).toEqual(['b']);
  });
});

describe('FilesystemAnswerEventLog', () => {
  it('ignores a line that was cut short, and does not lose the next to it', async () => {
    const directory = await newDirectory();
    const log = filesystemAnswerStores(directory).events;
    await appendFile(directory.resolve('answer-events.jsonl'), JSON.stringify(answerEventOf('a')).slice(0, 60));
    await log.append([answerEventOf('b')], live);
    const found: string[] = [];
    for await (const { answerId } of log.read(live)) found.push(answerId);
    expect(found).toEqual(['b']);
  });
});
