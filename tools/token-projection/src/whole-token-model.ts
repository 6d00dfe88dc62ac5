import { createHash } from 'node:crypto';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EmbeddingModel, ModelFile } from '@arbiter/adapters-onnx';

const PROJECTION = 'identity.bin';

/**
 * A model that keeps every dimension of its token vectors, since its projection is the identity. Its folder is new and
 * holds links to the original; whoever asks for it removes it.
 *
 * @param folder with `model.onnx`, `tokenizer.json` and `config.json`
 * @param maxTokens of a passage
 */
export async function linkWholeTokenModel(folder: string, maxTokens: number): Promise<EmbeddingModel> {
  const source = resolve(folder);
  const { hidden_size: dimensions } = JSON.parse(await readFile(join(source, 'config.json'), 'utf8')) as {
    hidden_size: number;
  };
  const directory = await mkdtemp(join(tmpdir(), 'token-projection-'));
  for (const name of ['model.onnx', 'tokenizer.json']) await symlink(join(source, name), join(directory, name));
  await writeFile(join(directory, PROJECTION), identity(dimensions));
  const files = await Promise.all(
    ['model.onnx', 'tokenizer.json', PROJECTION].map((name) => describeFile(directory, name)),
  );
  return {
    name: 'whole-tokens',
    dimensions,
    // Its vectors of whole texts are not used.
    pooling: 'mean',
    maxTokens,
    directory,
    files,
    tokenProjection: { file: PROJECTION, dimensions },
  };
}

function identity(dimensions: number): Buffer {
  const matrix = Buffer.alloc(dimensions * dimensions * Float32Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < dimensions; i++) matrix.writeFloatLE(1, i * (dimensions + 1) * Float32Array.BYTES_PER_ELEMENT);
  return matrix;
}

async function describeFile(directory: string, name: string): Promise<ModelFile> {
  const content = await readFile(join(directory, name));
  return { name, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
}
