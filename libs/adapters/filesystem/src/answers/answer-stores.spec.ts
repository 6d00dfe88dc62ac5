import { appendFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { answerRecordOf, describeAnswerRecordStore, describeFeedbackStore, feedbackOf } from '@arbiter/ports/testing';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemAnswerRecordStore } from './filesystem-answer-record-store.js';
import { FilesystemFeedbackStore } from './filesystem-feedback-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeAnswerRecordStore(
  'FilesystemAnswerRecordStore',
  async () => new FilesystemAnswerRecordStore(await newDirectory()),
);
describeFeedbackStore('FilesystemFeedbackStore', async () => new FilesystemFeedbackStore(await newDirectory()));

describe('FilesystemAnswerRecordStore', () => {
  it('never keeps more than two files, the newest answers in them', async () => {
    const directory = await newDirectory();
    const store = new FilesystemAnswerRecordStore(directory, 2_000);
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
  });
});

describe('FilesystemFeedbackStore', () => {
  it('ignores a line that was cut short, and does not lose the next to it', async () => {
    const directory = await newDirectory();
    const store = new FilesystemFeedbackStore(directory);
    await appendFile(directory.resolve('feedback.jsonl'), JSON.stringify(feedbackOf('a')).slice(0, 60));
    await store.append(feedbackOf('b'), live);
    expect((await store.ofDomain('lore', 10, live)).map(({ claim }) => claim)).toEqual(['b']);
  });
});
