import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { describeGroupedLog, messageOf, Note } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../test/temporary-folders.js';
import { filesystemAnswerStores } from './answers/filesystem-answer-stores.js';
import { LineLog } from './line-log.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeGroupedLog('LineLog', async () => new LineLog(await newDirectory(), Note, { folder: 'notes' }));

describe('LineLog, with a file for each session', () => {
  it('writes one message per line', async () => {
    const directory = await newDirectory();
    const messages = [messageOf('a\nb'), messageOf('c')];
    await filesystemAnswerStores(directory).sessions.append('s-1', messages, live);
    const lines = (await readFile(directory.resolve('sessions/s-1.jsonl'), 'utf8')).split('\n');
    expect(lines.slice(0, 2).map((line) => JSON.parse(line) as unknown)).toEqual(messages);
    expect(lines).toHaveLength(3);
  });

  it('ignores a line that was cut short, and does not lose the next message to it', async () => {
    const directory = await newDirectory();
    const store = filesystemAnswerStores(directory).sessions;
    await store.append('s-1', [messageOf('before')], live);
    await appendFile(directory.resolve('sessions/s-1.jsonl'), JSON.stringify(messageOf('cut short')).slice(0, 40));
    expect((await store.recent('s-1', 10, live))?.map(({ content }) => content)).toEqual(['before']);
    await store.append('s-1', [messageOf('after')], live);
    expect((await store.recent('s-1', 10, live))?.map(({ content }) => content)).toEqual(['before', 'after']);
    expect((await store.recent('s-1', 1, live))?.map(({ content }) => content)).toEqual(['after']);
  });

  it('finds the last messages behind lines that are none', async () => {
    const directory = await newDirectory();
    const store = filesystemAnswerStores(directory).sessions;
    await store.append('s-1', [messageOf('a'), messageOf('b')], live);
    await appendFile(directory.resolve('sessions/s-1.jsonl'), '\n{}\n[]\n\0\0\0\n');
    expect((await store.recent('s-1', 2, live))?.map(({ content }) => content)).toEqual(['a', 'b']);
  });

  it('reads lines that meet the edge of a block', async () => {
    const directory = await newDirectory();
    const store = filesystemAnswerStores(directory).sessions;
    await store.append('s-1', [messageOf('x')], live);
    const path = directory.resolve('sessions/s-1.jsonl');
    const line = await readFile(path, 'utf8');
    // 256 KiB are read at a time: put the newline on each side of that edge, and on it.
    for (const shift of [-1, 0, 1]) {
      const filler = messageOf('');
      const padding = 256 * 1024 - line.length - JSON.stringify(filler).length + shift;
      await writeFile(path, `${line}${JSON.stringify({ ...filler, content: 'y'.repeat(padding) })}\n`);
      const found = await store.recent('s-1', 10, live);
      expect(found?.map(({ content }) => content.length)).toEqual([1, padding]);
    }
  });
});
