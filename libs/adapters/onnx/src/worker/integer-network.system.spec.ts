import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOnnxEmbedder } from '../onnx-embedder.js';

const integerNetwork = BGE_SMALL_EN_V1_5.integerNetwork.file;
const TEXT = 'Mara lit the lantern.';
const OPTIONS = { kind: 'query', signal: new AbortController().signal } as const;

/** The shipped network with a wrong constant: as far off as one whose sums overflow. */
async function offNetwork(): Promise<Buffer> {
  const network = await readFile(join(BGE_SMALL_EN_V1_5.directory, integerNetwork));
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
    for (const { name } of BGE_SMALL_EN_V1_5.files) {
      await copyFile(join(BGE_SMALL_EN_V1_5.directory, name), join(directory, name));
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is not taken: the exact one embeds', async () => {
    const network = await offNetwork();
    await writeFile(join(directory, integerNetwork), network);
    const sha256 = createHash('sha256').update(network).digest('hex');
    const files = BGE_SMALL_EN_V1_5.files.map((file) => (file.name === integerNetwork ? { ...file, sha256 } : file));
    const { integerNetwork: _, ...inFloats } = BGE_SMALL_EN_V1_5;
    const sut = createOnnxEmbedder({ model: { ...BGE_SMALL_EN_V1_5, directory, files } });
    const exact = createOnnxEmbedder({ model: inFloats });
    const [[own], [expected]] = await Promise.all([sut.embed([TEXT], OPTIONS), exact.embed([TEXT], OPTIONS)]);
    own!.forEach((value, d) => expect(value).toBeCloseTo(expected![d]!, 5));
    await Promise.all([sut.close(), exact.close()]);
  });

  it('is refused when it is not the file that is described', async () => {
    await writeFile(join(directory, integerNetwork), await offNetwork());
    const sut = createOnnxEmbedder({ model: { ...BGE_SMALL_EN_V1_5, directory } });
    await expect(sut.embed([TEXT], OPTIONS)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sut.close();
  });
});
