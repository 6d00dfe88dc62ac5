import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandContext } from '../command.context.js';
import { WrittenModel } from './written-model.js';

const prompt = (question: string, source: string): string =>
  `<question-f>\n${question}\n</question-f>\n\n<source-f number="1">\n${source}\n</source-f>\n\nAnswer.`;

describe('WrittenModel', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-writer-'));
    for (const name of ['prompts', 'answers', 'kin/short']) await mkdir(join(folder, name), { recursive: true });
    const request = { messages: [{ role: 'user', content: prompt('Who keeps it?', 'Ada keeps the light.') }] };
    await writeFile(join(folder, 'prompts/a.json'), JSON.stringify(request));
    await writeFile(join(folder, 'answers/a.txt'), 'Ada keeps it [1].\n');
    await writeFile(join(folder, 'kin/short/a.txt'), 'Ada [1].\n');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function asked(model: WrittenModel, content: string): Promise<string> {
    const { env } = model.writesFor({ env: {} } as CommandContext);
    const response = await fetch(`${env.OPENAI_BASE_URL}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'written', messages: [{ role: 'user', content }] }),
    });
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    return choices[0]?.message.content ?? '';
  }

  it('gives the answer of a question, and tells it once', async () => {
    const model = await WrittenModel.open(folder);
    expect(await asked(model, prompt('Who keeps it?', 'Ada keeps the light.'))).toBe('Ada keeps it [1].');
    expect([model.lastWritten(), model.lastWritten()]).toEqual(['Ada keeps it [1].', null]);
    await model.close();
  });

  it('gives answers of another kind', async () => {
    const model = await WrittenModel.open(folder, 'short');
    expect(await asked(model, prompt('Who keeps it?', 'Ada keeps the light.'))).toBe('Ada [1].');
    await model.close();
  });

  it('keeps a prompt that has no answer, and refuses', async () => {
    const model = await WrittenModel.open(folder);
    expect(await asked(model, prompt('Who built it?', 'Ada keeps the light.'))).toBe('NOT_IN_SOURCES');
    expect(model.lastWritten()).toBeNull();
    expect(await readdir(join(folder, 'prompts'))).toHaveLength(2);
    await model.close();
  });

  it('answers from a set, and keeps no prompt', async () => {
    const lines = [
      { passage: 'P1', text: 'Ada keeps the light.' },
      { question: 'Who keeps it?', sources: ['P1'], answer: 'Ada [P1].' },
    ];
    const set = join(folder, 'set.jsonl');
    await writeFile(set, lines.map((line) => JSON.stringify(line)).join('\n'));
    const model = await WrittenModel.open(set);
    expect(await asked(model, prompt('Who keeps it?', 'Ada keeps the light.'))).toBe('Ada [1].');
    expect(await asked(model, prompt('Who built it?', 'Ada keeps the light.'))).toBe('NOT_IN_SOURCES');
    expect(await readdir(folder)).toEqual(['answers', 'kin', 'prompts', 'set.jsonl']);
    await model.close();
  });

  it('says which prompt is none', async () => {
    await writeFile(join(folder, 'prompts/a.json'), '{}');
    await expect(WrittenModel.open(folder)).rejects.toThrow('prompts/a.json is no request');
  });
});
