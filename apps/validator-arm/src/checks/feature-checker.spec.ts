import { createLogger } from '@arbiter/platform';
import type { Reader } from '@arbiter/ports';
import { FakeEmbedder, InMemoryReader, ScriptedReader, SilentReader } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { claimOf, sourceOf } from '../../test/claim-support.js';
import { GroundingSupportScorer } from '../support/grounding-support-scorer.js';
import { AnswerReader, ReaderObserver } from './answer-reader.js';
import { FeatureChecker } from './feature-checker.js';
import type { SeenAnswer } from './usefulness-check.js';

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

function answerReader(reader: Reader, timeoutMs = 60_000): AnswerReader {
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [], destination: process.stderr });
  return new AnswerReader({ reader, timeoutMs, observer: new ReaderObserver({ logger, registry: new Registry() }) });
}

async function check(
  claims: readonly string[],
  sources = [sourceOf('lamp', LAMP), sourceOf('ship', SHIP)],
  can = true,
  reader: AnswerReader | null = null,
) {
  const embedder = new ListeningEmbedder({ canEncode: can });
  const seen: SeenAnswer[] = [];
  const sut = new FeatureChecker(embedder, new GroundingSupportScorer(), (one) => seen.push(one), reader);
  const answer = {
    query: 'What does the lamp burn?',
    queryType: 'simple_lookup' as const,
    computed: null,
    synthesis: 'extractive' as const,
    answer: claims.join(' '),
    claims: claims.map(claimOf),
    sources,
    calibration: null,
  };
  return { checks: await sut.check(answer, NEVER), asked: embedder.asked, seen };
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
    expect(asked).toEqual(['What does the lamp burn?', LAMP, SHIP]);
  });

  it('finds no support for amounts that are compared the wrong way round, though each of them is stated', async () => {
    const prices = [sourceOf('prices', 'A lantern costs 5 wicks. A phial costs 9 wicks.')];
    const { checks } = await check(['The lantern at 5 wicks is dearer than the phial at 9 wicks.'], prices);
    expect(checks.supports).toMatchObject([
      {
        support: 'no_support',
        settled: true,
        mismatches: expect.arrayContaining([expect.objectContaining({ kind: 'arithmetic' })]),
      },
    ]);
    const right = await check(['The phial at 9 wicks is dearer than the lantern at 5 wicks.'], prices);
    expect(right.checks.supports[0]?.mismatches.map(({ kind }) => kind)).not.toContain('arithmetic');
  });

  it('finds the source that speaks of the question more relevant than the other', async () => {
    const { perSource } = (await check(['The lamp burns whale oil.'])).checks.relevance;
    const [lamp, ship] = perSource.map(({ score }) => score);
    expect(lamp).toBeGreaterThan(ship!);
  });

  it('holds a source for relevant that the reader says to answer, however little it looks like the question', async () => {
    const relevanceBy = async (none: number) => {
      const verdict = { none, span: 1 - none, yes: 0, no: 0 };
      const reader = answerReader(new ScriptedReader(() => ({ spans: [], verdict, isCut: false })));
      return (await check(['Odo Brand is her captain.'], undefined, true, reader)).checks.relevance.perSource;
    };
    const [answers, misses] = [await relevanceBy(0.1), await relevanceBy(0.9)];
    expect(answers[1]).toMatchObject({ sourceId: 'ship', token: 'relevant', score: expect.closeTo(0.9, 6) as unknown });
    expect(misses[1]).toMatchObject({ token: 'irrelevant' });
    expect(answers[0]).toEqual(misses[0]);
  });

  it('reads the claims where they stand in their sources', async () => {
    const { checks, seen } = await check(
      ['The lamp burns whale oil.'],
      undefined,
      true,
      answerReader(new InMemoryReader()),
    );
    expect(checks.usefulness.mode).toBe('reader');
    expect(seen).toMatchObject([{ query: 'What does the lamp burn?', features: { isAccount: false } }]);
    const [{ features }] = seen as [SeenAnswer];
    // "whale" is the span of its sentence, which is what the claim quotes.
    expect(features.reading?.evidence).not.toBeNull();
  });

  it.each([
    ['there is no reader', null],
    ['the reader does not answer in time', answerReader(new SilentReader(), 20)],
  ])('says that words alone judged the answer where %s, and is never surer than .75 of it', async (_, reader) => {
    const { checks, seen } = await check(['The lamp burns whale oil.'], undefined, true, reader);
    expect(checks.usefulness.mode).toBe('words');
    expect(checks.usefulness.score).toBeLessThanOrEqual(0.75);
    expect(seen).toMatchObject([{ features: { reading: null } }]);
  });

  it('is known by its embedder and its reader', () => {
    const [embedder, scorer] = [new FakeEmbedder(), new GroundingSupportScorer()];
    const alone = new FeatureChecker(embedder, scorer).identity;
    const read = new FeatureChecker(embedder, scorer, undefined, answerReader(new InMemoryReader())).identity;
    expect(read).toContain('in-memory');
    expect(read).not.toBe(alone);
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
    expect(asked).toEqual(['What does the lamp burn?']);
  });
});
