import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderSource, pullModel } from '@arbiter/adapters-model-hub';
import { ArbiterError } from '@arbiter/contracts';
import type { Chunk, Reranker } from '@arbiter/ports';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openReranker } from './open-reranker.js';

const MODEL = 'cross-encoder/ms-marco-MiniLM-L-6-v2';
const PASSAGE = { collection: 'coast', chunk: { text: 'storm', title: '', section: [] as readonly string[] } as Chunk };

describe('openReranker', () => {
  let modelsDir: string;
  let sut: Reranker | null;
  beforeEach(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'arbiter-models-'));
    sut = null;
  });
  afterEach(async () => {
    await sut?.close();
    await rm(modelsDir, { recursive: true });
  });

  const failureOf = async (rerankerModel: string, cwd?: string): Promise<ArbiterError> => {
    sut = openReranker({ rerankerModel, modelsDir }, cwd);
    const outcome: unknown = await sut
      ?.rerank('storm', [PASSAGE], AbortSignal.timeout(60_000))
      .catch((e: unknown) => e);
    expect(outcome).toBeInstanceOf(ArbiterError);
    return outcome as ArbiterError;
  };

  it('is none where none is named', () => {
    expect(openReranker({ rerankerModel: undefined, modelsDir })).toBeNull();
  });

  it('looks for a model by its name in the models directory, and says how to get it', async () => {
    const error = await failureOf(MODEL);
    expect(sut?.name).toBe(MODEL);
    expect(error.message).toContain(`run "arbiter models --pull ${MODEL}", or unset RERANKER_MODEL`);
    expect(String(error.cause)).toContain(join(modelsDir, MODEL));
  });

  it('takes a folder for what it is', async () => {
    const error = await failureOf('./my-model', modelsDir);
    expect(sut?.name).toBe('my-model');
    expect(error.message).toContain('put the file into the folder of the model');
    expect(String(error.cause)).toContain(join(modelsDir, 'my-model'));
  });

  it('holds a pulled model against what was recorded of it', async () => {
    const source = join(modelsDir, 'source');
    await mkdir(source);
    for (const name of ['model.onnx', 'tokenizer.json', 'config.json']) await writeFile(join(source, name), '{"a": 1}');
    const signal = AbortSignal.timeout(60_000);
    const { directory } = await pullModel({
      name: MODEL,
      modelsDirectory: modelsDir,
      source: new FolderSource(source),
      signal,
    });
    expect((await failureOf(MODEL)).details).toMatchObject({ problem: 'rejected', subject: 'config.json' });
    await sut?.close();
    await writeFile(join(directory, 'tokenizer.json'), '{"a": 2}');
    expect((await failureOf(MODEL)).details).toMatchObject({ problem: 'altered', subject: 'tokenizer.json' });
  });

  it.each(['cross-encoder', 'late-interaction', 'listwise', 'a/b/c', 'a/..', ''])('refuses %p', (rerankerModel) => {
    expect(() => openReranker({ rerankerModel, modelsDir })).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
  });
});
