import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createOnnxEmbedder, type OnnxEmbedder } from './onnx-embedder.js';

const NEVER = new AbortController().signal;

describe('an OnnxEmbedder whose model folder is not as published', () => {
  let directory: string;
  let sut: OnnxEmbedder;
  const file = (name: string): string => join(directory, name);
  const restore = (name: string): Promise<void> => copyFile(join(BGE_SMALL_EN_V1_5.directory, name), file(name));
  const failure = async (): Promise<ArbiterError> => {
    const outcome: unknown = await sut.warmUp(NEVER).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ArbiterError);
    return outcome as ArbiterError;
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-model-'));
    await Promise.all(BGE_SMALL_EN_V1_5.files.map(({ name }) => restore(name)));
    sut = createOnnxEmbedder({ model: { ...BGE_SMALL_EN_V1_5, directory } });
  });
  afterEach(async () => {
    await sut.close();
    await rm(directory, { recursive: true });
  });

  it.each(['model.onnx', 'tokenizer.json'])('names a missing %s', async (name) => {
    await rm(file(name));
    const error = await failure();
    expect(error.code).toBe('UNAVAILABLE');
    expect(error.details).toMatchObject({ problem: 'missing', subject: name });
    expect(error.message).toBe(
      `The embedding model bge-small-en-v1.5 has no file ${name}: restore the model folder from version control or reinstall its package, then try again.`,
    );
  });

  it.each(['model.onnx', 'tokenizer.json'])('sees that %s was cut short', async (name) => {
    await truncate(file(name), 1_000);
    const error = await failure();
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { problem: 'truncated', subject: name } });
    expect(error.message).toContain('does not have the size');
  });

  it.each(['model.onnx', 'tokenizer.json'])('sees one changed byte of %s', async (name) => {
    const content = await readFile(file(name));
    content[content.length >> 1]! ^= 1;
    await writeFile(file(name), content);
    const error = await failure();
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { problem: 'altered', subject: name } });
    expect(error.message).toContain('sha256 differs');
  });

  it('says that something cannot be read', async () => {
    // A folder, which nobody can read as a file: permissions would not stop a test that runs as root.
    await rm(file('model.onnx'));
    await mkdir(file('model.onnx'));
    const error = await failure();
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { problem: 'unreadable', subject: 'model.onnx' } });
    expect(error.message).toContain('allow this user to read it');
  });

  it('keeps paths out of what leaves the process', async () => {
    await rm(file('model.onnx'));
    const error = await failure();
    expect(JSON.stringify({ ...error.details, message: error.message })).not.toContain(directory);
    expect(String(error.cause)).toContain(directory);
  });

  it('says so to every call, however often, and works once the folder is restored', async () => {
    await rm(file('model.onnx'));
    for (let i = 0; i < 5; i++) expect((await failure()).details).toMatchObject({ problem: 'missing' });
    await restore('model.onnx');
    await expect(sut.warmUp(NEVER)).resolves.toBeUndefined();
  });

  it('tells of a network that ONNX Runtime does not take', async () => {
    const network = Buffer.from('not a network');
    await writeFile(file('model.onnx'), network);
    const files = [
      { name: 'model.onnx', bytes: network.length, sha256: createHash('sha256').update(network).digest('hex') },
      ...BGE_SMALL_EN_V1_5.files.filter(({ name }) => name !== 'model.onnx'),
    ];
    sut = createOnnxEmbedder({ model: { ...BGE_SMALL_EN_V1_5, directory, files } });
    expect(await failure()).toMatchObject({ details: { problem: 'rejected', subject: 'model.onnx' } });
  });
});
