import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEntailmentModel } from '@arbiter/adapters-onnx';
import type { Claim } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import type { EntailmentModel, EntailmentPair } from '@arbiter/ports';
import { FakeEmbedder } from '@arbiter/ports/testing';
import { writeTinyCrossEncoder } from '@arbiter/testing/tiny-model';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { claimOf, sourceOf } from '../../test/claim-support.js';
import { EntailmentObserver, EntailmentSupportScorer, MOST_PAIRS } from './entailment-support-scorer.js';
import { GroundingSupportScorer } from './grounding-support-scorer.js';
import { ReadSources } from './read-sources.js';
import { supportThresholdsOf, type ClaimSupport } from './support-scorer.js';

const NEVER = new AbortController().signal;
const WEIGHTS = { features: 0.5, entailment: 1, neutral: 0 };
const COAST = sourceOf('coast', 'The keeper lit the lantern. A storm came over the harbour and took the rope.', {
  title: 'Coast',
});
/** Neither verbatim nor near the wording of a source. */
const REWORDED = 'When the storm was there, the harbour lost a rope.';

/** A real model that counts shared words, and remembers what it was asked. */
class ListeningModel implements EntailmentModel {
  readonly asked: EntailmentPair[] = [];

  constructor(private readonly inner: EntailmentModel) {}

  get model(): string {
    return this.inner.model;
  }

  score(...[pairs, options]: Parameters<EntailmentModel['score']>): ReturnType<EntailmentModel['score']> {
    this.asked.push(...pairs);
    return this.inner.score(pairs, options);
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.inner.warmUp(signal);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

describe('EntailmentSupportScorer', () => {
  let directory: string;
  let model: ListeningModel;
  let registry: Registry;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbiter-entailment-'));
    await writeTinyCrossEncoder(directory, { labels: ['not_supported', 'supported'], factors: [-1, 1] });
  });
  beforeEach(() => {
    registry = new Registry();
    model = new ListeningModel(createEntailmentModel({ directory, name: 'tiny', threads: 1 }));
  });
  afterEach(() => model.close());
  afterAll(() => rm(directory, { recursive: true }));

  const embedder = new FakeEmbedder();
  const read = () => ReadSources.of([COAST], embedder);
  const scorer = (over: EntailmentModel = model, timeoutMs = 60_000): EntailmentSupportScorer =>
    new EntailmentSupportScorer(
      new GroundingSupportScorer(),
      { model: over, weights: WEIGHTS },
      {
        thresholds: supportThresholdsOf(embedder),
        timeoutMs,
        observer: new EntailmentObserver({ logger: createLogger({ name: 'spec', level: 'silent' }), registry }),
      },
    );
  const byFeatures = (...claims: Claim[]): Promise<readonly ClaimSupport[]> =>
    new GroundingSupportScorer().score(claims, read(), NEVER);
  const count = async (name: string): Promise<number> => {
    const metric = await registry.getSingleMetric(name)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
  };

  it('weighs the features with what the model reads in claim and evidence', async () => {
    const [features] = await byFeatures(claimOf(REWORDED));
    const [weighed] = await scorer().score([claimOf(REWORDED)], read(), NEVER);
    // Storm, harbour, rope and a are shared: the model is all but sure.
    expect(weighed!.probability).toBeGreaterThan(features!.probability);
    expect(weighed!.support).toBe('fully_supported');
    expect(weighed!.reasoning).toMatch(/follows with a probability of \d+ %/);
    await expect(count('arbiter_validation_entailment_claims_total')).resolves.toBe(1);
  });

  it('gives the model each sentence beside the passages chosen for it, under their title', async () => {
    await scorer().score([claimOf(`${REWORDED} Nobody saw who lit it there.`)], read(), NEVER);
    expect(model.asked.map(({ claim }) => claim)).toEqual([REWORDED, 'Nobody saw who lit it there.']);
    expect(model.asked[0]!.evidence).toBe(`Coast. ${COAST.content}`);
  });

  it.each([
    ['stands word for word', 'The keeper lit the lantern.', 'fully_supported'],
    ['a mismatch refutes near the wording', 'The keeper did not lit the lantern.', 'no_support'],
  ])('does not ask of a claim that %s', async (_, text, token) => {
    const [support] = await scorer().score([claimOf(text)], read(), NEVER);
    expect(support).toMatchObject({ support: token, settled: true });
    expect(model.asked).toEqual([]);
  });

  it('asks nothing without sources', async () => {
    const [support] = await scorer().score([claimOf(REWORDED)], ReadSources.of([], embedder), NEVER);
    expect(support!.support).toBe('no_support');
    expect(model.asked).toEqual([]);
  });

  it('asks of so many sentences at most, and leaves the rest to the features', async () => {
    const claims = Array.from({ length: MOST_PAIRS + 10 }, (_, i) =>
      claimOf(`${REWORDED.slice(0, -1)} of h${'e'.repeat(i)}mp.`),
    );
    const supports = await scorer().score(claims, read(), NEVER);
    expect(model.asked).toHaveLength(MOST_PAIRS);
    const weighed = supports.filter(({ reasoning }) => reasoning.includes('both weighed'));
    expect(weighed).toHaveLength(MOST_PAIRS);
    expect(supports.map(({ claim }) => claim)).toEqual(claims);
  });

  it('lets the features decide, and says so, where the model fails', async () => {
    const broken = createEntailmentModel({ directory: join(directory, 'nowhere'), name: 'gone', threads: 1 });
    const [features] = await byFeatures(claimOf(REWORDED));
    const [support] = await scorer(broken).score([claimOf(REWORDED)], read(), NEVER);
    await broken.close();
    expect(support).toMatchObject({ probability: features!.probability, support: features!.support });
    expect(support!.reasoning).toContain('The entailment model gave no verdict: the features decided.');
    await expect(count('arbiter_validation_entailment_failures_total')).resolves.toBe(1);
  });

  it('lets the features decide where the model takes too long', async () => {
    const claims = Array.from({ length: 40 }, (_, i) => claimOf(`${REWORDED.slice(0, -1)} of h${'e'.repeat(i)}mp.`));
    const supports = await scorer(model, 1).score(claims, read(), NEVER);
    expect(supports.every(({ reasoning }) => reasoning.includes('gave no verdict'))).toBe(true);
  });

  it('lets the features decide on a pair that the model cannot judge', async () => {
    const supports = await scorer().score([claimOf(`${REWORDED} It was a void.`), claimOf(REWORDED)], read(), NEVER);
    expect(supports[0]!.reasoning).toContain('gave no verdict');
    expect(supports[1]!.reasoning).toContain('both weighed');
  });

  it('ends with the request, not with a verdict, when that is aborted', async () => {
    const controller = new AbortController();
    const aborting: EntailmentModel = {
      model: 'slow',
      score: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          controller.abort(new RangeError('gone'));
        }),
      warmUp: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    await expect(scorer(aborting).score([claimOf(REWORDED)], read(), controller.signal)).rejects.toThrow('gone');
  });
});
