import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_MINILM_L6_V2 } from '@arbiter/models-all-minilm-l6-v2';
import { createOnnxEmbedder } from '../create-onnx-embedder.js';

const { integerNetwork } = ALL_MINILM_L6_V2;
const TEXT = 'Mara lit the lantern.';
const OPTIONS = { kind: 'query', signal: new AbortController().signal } as const;

/** The shipped network with a wrong constant: as far off as one whose sums overflow. */
async function offNetwork(): Promise<Buffer> {
  const network = await readFile(join(ALL_MINILM_L6_V2.directory, integerNetwork));
  const floor = Buffer.from(Float32Array.of(0.17).buffer);
  const at = network.indexOf(floor);
  expect(at).toBeGreaterThan(0);
  network.writeFloatLE(9, at);
  return network;
}

describe('a network in integers that is off on this machine', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-integer-network-'));
    for (const { name } of ALL_MINILM_L6_V2.files) {
      await copyFile(join(ALL_MINILM_L6_V2.directory, name), join(directory, name));
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is not taken: the exact one encodes', async () => {
    const network = await offNetwork();
    await writeFile(join(directory, integerNetwork), network);
    const sha256 = createHash('sha256').update(network).digest('hex');
    const files = ALL_MINILM_L6_V2.files.map((file) => (file.name === integerNetwork ? { ...file, sha256 } : file));
    const sut = createOnnxEmbedder({ model: { ...ALL_MINILM_L6_V2, directory, files } });
    const [vector] = await sut.embed([TEXT], OPTIONS);
    const [encoding] = await sut.encode([TEXT], OPTIONS);
    expect(encoding!.vector).toEqual(vector);
    await sut.close();
  });

  it('is refused when it is not the file that is described', async () => {
    await writeFile(join(directory, integerNetwork), await offNetwork());
    const sut = createOnnxEmbedder({ model: { ...ALL_MINILM_L6_V2, directory } });
    await expect(sut.encode([TEXT], OPTIONS)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(sut.embed([TEXT], OPTIONS)).resolves.toHaveLength(1);
    await sut.close();
  });
});
