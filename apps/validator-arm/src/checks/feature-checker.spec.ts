import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@arbiter/platform';
import type { AnswerabilityModel } from '@arbiter/ports';
import { FakeEmbedder, ScriptedAnswerabilityModel } from '@arbiter/ports/testing';
import { Registry } from 'prom-client';
import { claimOf, sourceOf } from '../../test/claim-support.js';
import { GroundingSupportScorer } from '../support/grounding-support-scorer.js';
import { AnswerReader } from './answer-reader.js';
import { AnswerabilityObserver } from './answerability.observer.js';
import { FeatureChecker } from './feature-checker.js';

const NEVER = new AbortController().signal;
const LAMP = 'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. It was lit in 341.';
const SHIP = 'The Grey Heron carries salted herring to Ostreach. Her captain is Odo Brand. She sails at dawn.';

/** Remembers every text that it was asked for. */
class ListeningEmbedder extends FakeEmbedder {
  readonly asked: string[] = [];

  override async encode(...[texts, options]: Parameters<FakeEmbedder['encode']>) {
    this.asked.push(...texts);
    return super.encode(texts, options);
  }

  override async embed(...[texts, options]: Parameters<FakeEmbedder['embed']>) {
    this.asked.push(...texts);
    return super.embed(texts, options);
  }
}

function readerWith(model: AnswerabilityModel): AnswerReader {
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [], destination: process.stderr });
  return new AnswerReader({
    model,
    timeoutMs: 60_000,
    observer: new AnswerabilityObserver({ logger, registry: new Registry() }),
  });
}

async function check(
  claims: readonly string[],
  sources = [sourceOf('lamp', LAMP), sourceOf('ship', SHIP)],
  can = true,
  model: AnswerabilityModel | null = null,
) {
  const embedder = new ListeningEmbedder({ canEncode: can });
  const sut = new FeatureChecker(embedder, new GroundingSupportScorer(), undefined, model && readerWith(model));
  const answer = {
    query: 'What does the lamp burn?',
    queryType: 'simple_lookup' as const,
    answer: claims.join(' '),
    claims: claims.map(claimOf),
    sources,
    calibration: null,
  };
  return { checks: await sut.check(answer, NEVER), asked: embedder.asked };
}

describe('FeatureChecker', () => {
  it('asks for the vectors of no text twice', async () => {
    const { asked } = await check(['The lamp is fed with oil of whales.', 'Odo Brand is captain of a ship.']);
    expect(asked.some((text) => text.includes(LAMP))).toBe(true);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('reads what an answer of quotations rests on, and none of it for its support', async () => {
    const { checks, asked } = await check(['The lamp burns whale oil.']);
    expect(checks.supports).toMatchObject([{ method: 'exact_match' }]);
    expect(asked).toEqual(['What does the lamp burn?', 'The lamp burns whale oil.', LAMP, SHIP]);
  });

  it('finds the source that speaks of the question more relevant than the other', async () => {
    const { perSource } = (await check(['The lamp burns whale oil.'])).checks.relevance;
    const [lamp, ship] = perSource.map(({ score }) => score);
    expect(lamp).toBeGreaterThan(ship!);
  });

  it('holds a source for relevant whose words answer, by the model that reads them with the question', async () => {
    const relevanceBy = async (probability: number) => {
      const model = new ScriptedAnswerabilityModel(() => probability);
      return (await check(['Odo Brand is her captain.'], undefined, true, model)).checks.relevance.perSource;
    };
    const [, ship] = await relevanceBy(0.9);
    expect(ship).toMatchObject({ sourceId: 'ship', token: 'relevant', score: expect.closeTo(0.9, 6) });
    expect((await relevanceBy(0.9))[0]).toEqual((await relevanceBy(0.1))[0]);
    expect((await relevanceBy(0.1))[1]).toMatchObject({ token: 'irrelevant' });
  });

  it('reads a bounded part of many long sources, and judges the rest by their words', async () => {
    const long = (id: string) =>
      sourceOf(id, Array.from({ length: 400 }, (_, i) => `The keeper ${id} of hut ${i} saw a ship.`).join(' '));
    const sources = Array.from({ length: 30 }, (_, i) => long(`k${i}`));
    const { checks, asked } = await check(['The keeper k0 of hut 7 saw a ship.'], sources);
    expect(asked.length).toBeLessThan(20);
    expect(checks.relevance.perSource).toHaveLength(30);
  });

  it('works with an embedder that gives vectors of whole texts only', async () => {
    const { checks, asked } = await check(['The lamp is fed with oil of whales.'], undefined, false);
    expect(checks.supports[0]!.reasoning).toContain('by its words alone');
    expect(asked).toContain(LAMP);
    expect(checks.relevance.perSource[0]!.score).toBeGreaterThan(checks.relevance.perSource[1]!.score);
  });

  it('has nothing to read without sources', async () => {
    const { checks, asked } = await check(['The lamp burns whale oil.'], []);
    expect(checks).toMatchObject({
      relevance: { token: 'irrelevant', score: 0 },
      supports: [{ support: 'no_support' }],
    });
    expect(asked).toHaveLength(2);
  });
});
