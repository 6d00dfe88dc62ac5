import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describeEmbedder } from '@arbiter/ports/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PACKAGED_MODELS } from './embedding-model.js';
import { createOnnxEmbedder, type OnnxEmbedder } from './onnx-embedder.js';

interface ReferenceVector {
  readonly text: string;
  readonly tokens: number;
  readonly vector: readonly number[];
}

/** Made with the original fp32 weights. */
const REFERENCES = PACKAGED_MODELS.flatMap((model) =>
  (JSON.parse(readFileSync(join(model.directory, 'reference-vectors.json'), 'utf8')) as readonly ReferenceVector[]).map(
    (reference) => ({ model, name: model.name, ...reference }),
  ),
);

interface Bars {
  readonly inIntegers: number;
  readonly inFloats: number;
}

/** Least cosines to the original: what int8 weights and products may cost, and what the weights alone may. */
const LEAST: Bars = { inIntegers: 0.994, inFloats: 0.998 };
const LEAST_OF: Readonly<Record<string, Bars>> = {
  // Two tokens leave less to average.
  '': { inIntegers: 0.98, inFloats: 0.996 },
  // One word two hundred times: AVX2 without VNNI adds pairs of products in 16 bits, and there its largest overflow (.9898).
  [Array<string>(200).fill('the').join(' ')]: { inIntegers: 0.985, inFloats: 0.998 },
};

const OWN_REFERENCES = REFERENCES.filter(({ model }) => model === PACKAGED_MODELS[0]);

const NEVER = new AbortController().signal;

describeEmbedder('OnnxEmbedder', () => createOnnxEmbedder());

describe('the packaged encoders', () => {
  const open = (inFloats: boolean): Map<string, OnnxEmbedder> =>
    new Map(
      PACKAGED_MODELS.map(({ integerNetwork, ...model }) => [
        model.name,
        createOnnxEmbedder({ model: { ...model, ...(!inFloats && { integerNetwork }) } }),
      ]),
    );
  const inIntegers = open(false);
  const inFloats = open(true);
  afterAll(() => Promise.all([...inIntegers.values(), ...inFloats.values()].map((embedder) => embedder.close())));

  it.each(REFERENCES)('$name agrees with its original on $tokens tokens (reference %#)', async (reference) => {
    const { name, text, vector } = reference;
    const [[own], [exact]] = (await Promise.all(
      [inIntegers, inFloats].map((of) => of.get(name)!.embed([text], { kind: 'document', signal: NEVER })),
    )) as [readonly Float32Array[], readonly Float32Array[]];
    const least = LEAST_OF[text.trim()] ?? LEAST;
    expect(cosine(own!, vector)).toBeGreaterThanOrEqual(least.inIntegers);
    expect(cosine(exact!, vector)).toBeGreaterThanOrEqual(least.inFloats);
    expect(own).not.toEqual(exact);
  });
});

describe('OnnxEmbedder with bge-small-en-v1.5', () => {
  let sut: OnnxEmbedder;
  beforeAll(() => {
    sut = createOnnxEmbedder();
  });
  afterAll(() => sut.close());

  const embed = (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    sut.embed(texts, { kind: 'document', signal: NEVER });

  it('embeds and encodes by the same network', async () => {
    const text = 'Mara lit the lantern.';
    const options = { kind: 'query', signal: NEVER } as const;
    const [[vector], [encoding]] = await Promise.all([sut.embed([text], options), sut.encode([text], options)]);
    expect(encoding!.vector).toEqual(vector);
  });

  it('counts the tokens of the original tokeniser', async () => {
    const counts = await sut.countTokens(OWN_REFERENCES.map(({ text }) => text));
    expect(counts).toEqual(OWN_REFERENCES.map(({ tokens }) => tokens));
  });

  it('cuts a text to its first 254 tokens between the special ones', async () => {
    const fitting = Array.from({ length: 254 }, (_, i) => (i % 2 ? 'storm' : 'coast')).join(' ');
    const [exact, cut, shorter] = await embed([
      fitting,
      `${fitting} lantern`,
      fitting.slice(0, fitting.lastIndexOf(' ')),
    ]);
    expect(cosine(cut!, exact!)).toBeCloseTo(1, 6);
    expect(cosine(shorter!, exact!)).toBeLessThan(0.99999);
  });

  it('embeds 1,000 short texts in one call, each as if alone', async () => {
    const texts = Array.from({ length: 1_000 }, (_, i) => `unit ${i}`);
    const vectors = await embed(texts);
    expect(vectors).toHaveLength(1_000);
    for (const i of [0, 499, 999]) {
      const [alone] = await embed([texts[i]!]);
      expect(cosine(vectors[i]!, alone!)).toBeCloseTo(1, 5);
    }
  });

  it('leaves the event loop free while it embeds', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await embed(Array.from({ length: 16 }, () => 'the lantern on the coast '.repeat(60)));
    delay.disable();
    // The batches alone take several hundred milliseconds; a loop that they block cannot pass.
    expect(delay.max / 1e6).toBeLessThan(200);
  });

  it('lets a query wait for the batch that is running and for no other, then documents that somebody waits for', async () => {
    const single = createOnnxEmbedder({ threads: 1 });
    const order: string[] = [];
    const ends = (name: string, call: Promise<unknown>): Promise<unknown> => call.then(() => order.push(name));
    const oneBatch = Array.from({ length: 2 }, () => 'storm over the harbour '.repeat(30));
    const documents = ['first', 'second', 'third'].map((name) =>
      ends(name, single.embed(oneBatch, { kind: 'document', signal: NEVER })),
    );
    // The thread works in order: when it has counted, it has the first batch before it.
    await single.countTokens(['lantern']);
    const urgent = ends(
      'urgent',
      single.embed(['Mara lit the lantern.'], { kind: 'document', urgent: true, signal: NEVER }),
    );
    const queries = ['query', 'query'].map((name) =>
      ends(name, single.embed(['who lit the lantern?'], { kind: 'query', signal: NEVER })),
    );
    await Promise.all([...documents, urgent, ...queries]);
    expect(order).toEqual(['first', 'query', 'query', 'urgent', 'second', 'third']);
    await single.close();
  });

  it('gives a text the same vector as a query and as a document, since the model has no prefixes', async () => {
    const [asQuery] = await sut.embed(['Mara lit the lantern.'], { kind: 'query', signal: NEVER });
    const [asDocument] = await sut.embed(['Mara lit the lantern.'], { kind: 'document', urgent: true, signal: NEVER });
    expect(asDocument).toEqual(asQuery);
  });

  it('drops the waiting texts of calls that are aborted', async () => {
    const controller = new AbortController();
    const texts = Array.from({ length: 100 }, () => 'storm '.repeat(250));
    const calls = Array.from({ length: 8 }, () => sut.embed(texts, { kind: 'document', signal: controller.signal }));
    // The thread works in order: when it has counted, all texts have become tokens and wait.
    await sut.countTokens(['lantern']);
    controller.abort();
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'CANCELLED' } });
    }
    // Half a minute of work was waiting: without the drop this would meet the test's time limit.
    await expect(embed(['harbour'])).resolves.toHaveLength(1);
  }, 20_000);

  it('is DEADLINE_EXCEEDED when a timeout aborts it', async () => {
    const texts = Array.from({ length: 200 }, () => 'storm '.repeat(250));
    const call = sut.embed(texts, { kind: 'document', signal: AbortSignal.timeout(1) });
    await expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %p threads', (threads) => {
    expect(() => createOnnxEmbedder({ threads })).toThrow(RangeError);
  });
});

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    squaresA += a[i]! ** 2;
    squaresB += b[i]! ** 2;
  }
  return product / Math.sqrt(squaresA * squaresB);
}
