import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_MAX_SPANS, type PassageReading, type Reader, type ReadingTask } from '../pair-models.js';
import { UNUSUAL_TEXTS } from './embedder/embedder.samples.js';
import { soakSample } from './soak.js';

/** Rounding of a sum of four probabilities in single precision. */
const SUM_DIGITS = 4;
/** How far a score may move if other passages are read with it. */
const BATCH_TOLERANCE = 1e-4;

interface Placing {
  readonly place: string;
  readonly put: (text: string, task: ReadingTask) => ReadingTask;
}

/** Where a text can stand in a task: a long one is cut, or it is read in as many windows as there may be. */
const CUT: readonly Placing[] = [
  { place: 'question', put: (question, task) => ({ ...task, question }) },
  { place: 'headings', put: (headings, task) => ({ ...task, headings }) },
];
const IN_WINDOWS: readonly Placing[] = [
  { place: 'passage', put: (passage, task) => ({ ...task, passage }) },
  { place: 'all of a task', put: (text) => ({ question: text, headings: text, passage: text }) },
];

/**
 * Conformance suite of readers. Registers a `describe` block, so call it where tests are defined.
 *
 * @param name of the reader, for the report
 * @param create a new reader; the suite closes it
 * @param answered a task in whose passage the reader must find `answer` as its best span
 * @param other a task whose passage does not answer: its best span must score less than that of `answered`
 */
export function describeReader(
  name: string,
  create: () => Reader | Promise<Reader>,
  { answered, answer, other }: { readonly answered: ReadingTask; readonly answer: string; readonly other: ReadingTask },
): void {
  describe(`${name} as a Reader`, () => {
    let sut: Reader;
    beforeAll(async () => {
      sut = await create();
      await sut.warmUp(new AbortController().signal);
    });
    afterAll(() => sut.close());

    const read = (...tasks: ReadingTask[]): Promise<readonly (PassageReading | null)[]> =>
      sut.read(tasks, { signal: new AbortController().signal });
    const bestScore = (reading: PassageReading | null | undefined): number =>
      reading?.spans[0]?.score ?? Number.NEGATIVE_INFINITY;

    it('has a name', () => {
      expect(sut.model).toMatch(/\S/);
    });

    it('reads nothing when there is nothing', async () => {
      await expect(read()).resolves.toEqual([]);
    });

    it('finds the words that answer', async () => {
      const [reading] = await read(answered);
      const [best] = reading?.spans ?? [];
      expect(answered.passage.slice(best?.start, best?.end)).toBe(answer);
    });

    it('finds an answer likelier than what does not answer', async () => {
      const [right, wrong] = await read(answered, other);
      expect(bestScore(right)).toBeGreaterThan(bestScore(wrong));
      expect(right?.verdict.none).toBeLessThan(wrong?.verdict.none ?? 0);
    });

    const placings = [
      ...soakSample('places where a text is cut', CUT, 1),
      ...soakSample('places where a text is read in windows', IN_WINDOWS, 1),
    ];
    it.each(Object.entries(UNUSUAL_TEXTS))(
      `reads %s as ${placings.map(({ place }) => place).join(', as ')}`,
      async (_, text) => {
        const tasks = placings.map(({ put }) => put(text, answered));
        const readings = await read(...tasks);
        expect(readings).toHaveLength(tasks.length);
        readings.forEach((reading, index) => {
          expect(reading).not.toBeNull();
          if (reading) expectReading(reading, tasks[index]?.passage ?? '', DEFAULT_MAX_SPANS);
        });
      },
      120_000,
    );

    it('gives as many spans as are wanted, apart from each other and best first', async () => {
      const { passage } = answered;
      const [many] = await sut.read([answered], { signal: new AbortController().signal, maxSpans: 8 });
      const [one] = await sut.read([answered], { signal: new AbortController().signal, maxSpans: 1 });
      if (!many || !one) throw new TypeError('the task was not read');
      expectReading(many, passage, 8);
      expect(one.spans).toEqual(many.spans.slice(0, 1));
    });

    it.each([0, 1.5, Number.NaN])('refuses %p spans', async (maxSpans) => {
      const call = sut.read([answered], { signal: new AbortController().signal, maxSpans });
      await expect(call).rejects.toThrow(RangeError);
    });

    it('finds nothing in a passage without words', async () => {
      const readings = await read({ ...answered, passage: '' }, { ...answered, passage: ' \n\t ' });
      expect(readings.map((reading) => reading?.spans)).toEqual([[], []]);
    });

    it('reads a task as it does among others, in their order, whatever their lengths', async () => {
      const long = { ...other, passage: `${other.passage} `.repeat(20) };
      const tasks = [other, long, answered, { question: '', headings: '', passage: '' }, answered];
      const together = await read(...tasks);
      expect(together).toHaveLength(tasks.length);
      for (const [index, task] of tasks.entries()) {
        const [alone] = await read(task);
        const among = together[index];
        const places = (reading: PassageReading | null | undefined): unknown =>
          reading?.spans.map(({ start, end }) => [start, end]);
        expect(places(among)).toEqual(places(alone));
        if (alone?.spans.length) expect(Math.abs(bestScore(among) - bestScore(alone))).toBeLessThan(BATCH_TOLERANCE);
        expect(among?.verdict.none).toBeCloseTo(alone?.verdict.none ?? Number.NaN, SUM_DIGITS);
      }
    });

    it('answers calls at the same time each with its own', async () => {
      const [alone] = await read(answered);
      const [[first], [, second]] = await Promise.all([read(answered, other), read(other, answered)]);
      expect(first?.spans[0]).toMatchObject({ start: alone?.spans[0]?.start, end: alone?.spans[0]?.end });
      expect(second?.spans[0]).toMatchObject({ start: alone?.spans[0]?.start, end: alone?.spans[0]?.end });
    });

    it('is CANCELLED by a signal that is aborted', async () => {
      const call = sut.read([answered], { signal: AbortSignal.abort() });
      await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    });

    it('is UNAVAILABLE once it is closed', async () => {
      const closed = await create();
      await closed.close();
      const call = closed.read([answered], { signal: new AbortController().signal });
      await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
}

/** Fails unless the reading fits this passage and has at most `maxSpans` spans. */
export function expectReading({ spans, verdict }: PassageReading, passage: string, maxSpans: number): void {
  expect(spans.length).toBeLessThanOrEqual(maxSpans);
  for (const { start, end, score } of spans) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(passage.length);
    expect(splitsPair(passage, start) || splitsPair(passage, end)).toBe(false);
    expect(passage.slice(start, end).trim()).toBe(passage.slice(start, end));
    expect(Number.isFinite(score)).toBe(true);
  }
  const scores = spans.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  inOrder.slice(1).forEach(({ start }, index) => expect(start).toBeGreaterThanOrEqual(inOrder[index]?.end ?? 0));
  const shares = [verdict.none, verdict.span, verdict.yes, verdict.no];
  for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, SUM_DIGITS);
}

function splitsPair(text: string, at: number): boolean {
  const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
  const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
  return at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}
