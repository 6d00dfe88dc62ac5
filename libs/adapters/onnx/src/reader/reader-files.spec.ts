import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { READER_BGE_SMALL } from '@arbiter/models-reader-bge-small';
import { writeTinyCrossEncoder } from '@arbiter/testing/tiny-model';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createReader, type OnnxReader } from './onnx-reader.js';

const NEVER = new AbortController().signal;
const FILES = READER_BGE_SMALL.files.map(({ name }) => name);

describe('an OnnxReader whose folder is not as it must be', () => {
  let directory: string;
  let sut: OnnxReader;
  const file = (name: string): string => join(directory, name);
  const restore = (): Promise<void> => cp(READER_BGE_SMALL.directory, directory, { recursive: true });
  const failure = async (): Promise<ArbiterError> => {
    const outcome: unknown = await sut.warmUp(NEVER).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ArbiterError);
    expect((outcome as ArbiterError).code).toBe('UNAVAILABLE');
    return outcome as ArbiterError;
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-reader-'));
    await restore();
    sut = createReader({ directory, name: 'mine', workers: 1 });
  });
  afterEach(async () => {
    await sut.close();
    await rm(directory, { recursive: true });
  });

  it.each(FILES)('names a missing %s, both remedies, and no path', async (name) => {
    await rm(file(name));
    const error = await failure();
    expect(error.details).toEqual({ model: 'mine', problem: 'missing', subject: name });
    expect(error.message).toBe(
      `The reader mine has no file ${name}: put the file into the folder of the model, or set ENABLE_READER=false to answer without it.`,
    );
  });

  it('works once the file is there', async () => {
    await rm(file('config.json'));
    await failure();
    await restore();
    await expect(sut.warmUp(NEVER)).resolves.toBeUndefined();
  });

  it.each(FILES)('sees that %s was cut short', async (name) => {
    await truncate(file(name), 100);
    expect((await failure()).details).toMatchObject({ problem: 'truncated', subject: name });
  });

  it.each(FILES)('sees a changed byte of %s', async (name) => {
    const content = await readFile(file(name));
    content[content.length >> 1]! ^= 1;
    await writeFile(file(name), content);
    expect((await failure()).details).toMatchObject({ problem: 'altered', subject: name });
  });

  describe('without a lock', () => {
    beforeEach(() => rm(file('arbiter-model.json')));

    it.each([
      ['config.json', '{'],
      ['config.json', '{"max_position_embeddings": 512}'],
      [
        'config.json',
        '{"max_position_embeddings": 512, "reading": {"pieces": 60, "question_pieces": 48, "heading_pieces": 24}}',
      ],
      [
        'config.json',
        '{"max_position_embeddings": 300, "reading": {"pieces": 320, "question_pieces": 48, "heading_pieces": 24}}',
      ],
      ['tokenizer.json', 'null'],
      ['model.onnx', 'not a network'],
    ])('refuses a %s that is %s', async (name, content) => {
      await writeFile(file(name), content);
      const { details, message } = await failure();
      expect(details).toMatchObject({ problem: 'rejected', subject: name });
      expect(message).toContain('is not that of a BERT-like reader');
    });

    it('refuses a network that is no reader', async () => {
      const config = await readFile(file('config.json'));
      await writeTinyCrossEncoder(directory);
      await writeFile(file('config.json'), config);
      const error = await failure();
      expect(error.details).toMatchObject({ problem: 'rejected', subject: 'model.onnx' });
      expect(String(error.cause)).toContain('span_logits');
    });
  });

  it.each([0, 1.5])('refuses %p workers, and as many threads', (count) => {
    expect(() => createReader({ directory, workers: count })).toThrow(RangeError);
    expect(() => createReader({ directory, threads: count })).toThrow(RangeError);
  });
});
