import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { READER_BGE_SMALL } from '@arbiter/models-reader-bge-small';
import { DEFAULT_MAX_SPANS, type PassageReading, type ReadingTask } from '@arbiter/ports';
import { describeReader, expectReading } from '@arbiter/ports/testing';
import { soakCount, until } from '@arbiter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createReader, type OnnxReader } from './onnx-reader.js';
import { MOST_WINDOWS } from './worker/reading-encoder.mjs';

const NEVER = new AbortController().signal;
/** What int8 weights and products may change of a score (.5 in the mean); scores are logits of some −25 to 20. */
const SCORE_TOLERANCE = 2.5;
const SHARE_TOLERANCE = 0.2;

const LIGHT =
  'Pell Light stands on the northern mole. It was built of grey granite in 1859. Ines Vane has kept it since 2019.';
const KEEPER: ReadingTask = { question: 'Who keeps Pell Light?', headings: 'The coast › Lights', passage: LIGHT };

interface ReferenceReading extends ReadingTask {
  readonly spans: readonly {
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly score: number;
  }[];
  readonly verdict: PassageReading['verdict'];
}

let isWarmed = false;

/** With both workers from the start; only the first one is warmed, since a start of two workers takes two seconds of a processor. */
async function createWithBoth(): Promise<OnnxReader> {
  const reader = createReader({ workers: 2, batchesForWorker: 0 });
  if (!isWarmed) {
    isWarmed = true;
    await reader.warmUp(NEVER);
    expect(reader.workers).toBe(2);
  }
  return reader;
}

describeReader('OnnxReader', createWithBoth, {
  answered: KEEPER,
  answer: 'Ines Vane',
  other: { ...KEEPER, passage: 'The ferry leaves Pell at 07:40 and returns at 18:15. Dogs travel free of charge.' },
});

describe('the packaged reader', () => {
  let sut: OnnxReader;
  let batches: number[];
  beforeAll(() => {
    sut = createReader({ workers: 1, onBatch: (windows) => batches.push(windows) });
  });
  beforeEach(() => {
    batches = [];
  });
  afterAll(() => sut.close());

  const read = async (task: ReadingTask, maxSpans = DEFAULT_MAX_SPANS): Promise<PassageReading> => {
    const [reading] = await sut.read([task], { signal: NEVER, maxSpans });
    if (!reading) throw new TypeError('the task was not read');
    return reading;
  };
  const bestText = ({ spans: [best] }: PassageReading, passage: string): string =>
    passage.slice(best?.start, best?.end);

  it('reads as the network did in full precision when it was exported', async () => {
    const file = await readFile(join(READER_BGE_SMALL.directory, 'reference-readings.json'), 'utf8');
    const references = JSON.parse(file) as ReferenceReading[];
    const readings = await sut.read(references, { signal: NEVER });
    references.forEach(({ passage, spans, verdict }, index) => {
      const reading = readings[index];
      const [best] = spans;
      expect(passage.slice(best?.start, best?.end)).toBe(best?.text);
      // Of two that are nearly as good, rounding may turn the order round, and move an end by a word.
      const found = reading?.spans.find(({ start, end }) => best && start < best.end && best.start < end);
      expect(Math.abs((found?.score ?? Number.NaN) - (best?.score ?? 0))).toBeLessThan(SCORE_TOLERANCE);
      for (const share of ['none', 'span', 'yes', 'no'] as const) {
        expect(Math.abs((reading?.verdict[share] ?? Number.NaN) - verdict[share])).toBeLessThan(SHARE_TOLERANCE);
      }
    });
  });

  it('keeps offsets right in any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(
          fc.constantFrom(
            'Ines',
            'Café',
            'e\u0301',
            ' ',
            '\0',
            '👩‍👩‍👧‍👦',
            '\ud83d',
            '\udc00',
            '灯塔',
            '𝔐',
            '[SEP]',
            '[UNK]',
            '\ufeff',
            '\n',
            '1859.',
            'ß',
            'İ',
          ),
          { maxLength: 24 },
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (question, passage) => {
        expectReading(await read({ question, headings: '', passage }), passage, DEFAULT_MAX_SPANS);
      }),
      { numRuns: soakCount(200) },
    );
  }, 120_000);

  describe('a passage that does not fit', () => {
    const padding = (words: number): string => 'The gulls cry over the quay all day. '.repeat(words / 8);

    it('is read to its end, in windows', async () => {
      const passage = `${padding(480)}${LIGHT}`;
      const reading = await read({ ...KEEPER, passage });
      expect(bestText(reading, passage)).toBe('Ines Vane');
      expect(reading.isCut).toBe(false);
      expect(reading.verdict.none).toBeLessThan((await read({ ...KEEPER, passage: padding(160) })).verdict.none);
      expect(batches.reduce((sum, windows) => sum + windows, 0)).toBeGreaterThan(1);
      expectReading(reading, passage, DEFAULT_MAX_SPANS);
    });

    it('gives what two windows hold once', async () => {
      const passage = `${padding(160)}${LIGHT}${padding(240)}`;
      expectReading(await read({ ...KEEPER, passage }, 5), passage, 5);
    });

    it('is cut where it is longer than all windows, and says so', async () => {
      const passage = `${padding(4_000)}${LIGHT}`;
      const reading = await read({ ...KEEPER, passage });
      expect(reading.isCut).toBe(true);
      expect(batches.reduce((sum, windows) => sum + windows, 0)).toBe(MOST_WINDOWS);
    }, 60_000);
  });

  it('cuts a question of 4,000 words, and reads the passage all the same', async () => {
    const question = `Who keeps Pell Light, ${'and who keeps it in storms '.repeat(667)}?`;
    const reading = await read({ ...KEEPER, question });
    expectReading(reading, LIGHT, DEFAULT_MAX_SPANS);
    expect(reading).toEqual(await read({ ...KEEPER, question: question.slice(0, 1_000) }));
    expect(reading.isCut).toBe(false);
  });

  it('does not take the question itself for its answer', async () => {
    const passage = `Who keeps Pell Light? Many have asked. ${LIGHT}`;
    expect(bestText(await read({ ...KEEPER, passage }), passage)).toBe('Ines Vane');
  });

  it('reads a table, and a heading alone', async () => {
    const table = '| Item | Price |\n|---|---|\n| Fenwort cordial | 9 wicks |\n| Storm lantern | 40 wicks |';
    expectReading(await read({ ...KEEPER, passage: table }), table, DEFAULT_MAX_SPANS);
    const heading = '## Lights of the coast';
    const alone = await read({ ...KEEPER, passage: heading });
    expectReading(alone, heading, DEFAULT_MAX_SPANS);
    expect(alone.verdict.none).toBeGreaterThan((await read(KEEPER)).verdict.none);
  });

  it('yields the same to the last bit whatever is read beside it', async () => {
    const others = ['Gulls.', LIGHT.repeat(2), 'The ferry leaves at seven.'].map((passage) => ({ ...KEEPER, passage }));
    const [first, ...among] = await sut.read([KEEPER, ...others], { signal: NEVER });
    expect(batches.length).toBeLessThan(1 + among.length);
    expect(first).toEqual(await read(KEEPER));
  });

  describe('with a second worker', () => {
    let two: OnnxReader;
    beforeAll(async () => {
      two = createReader({ workers: 2, batchesForWorker: 3 });
      await two.warmUp(NEVER);
    });
    afterAll(() => two.close());

    it('has it start with the work for it: a single short question pays for one', async () => {
      await two.read([KEEPER], { signal: NEVER });
      expect(two.workers).toBe(1);
      await callForSecond();
      expect(two.workers).toBe(2);
    });

    it('reads the same as with one', async () => {
      await callForSecond();
      const tasks = Array.from({ length: 6 }, (_, index) => ({ ...KEEPER, passage: LIGHT.repeat(1 + index) }));
      const options = { signal: NEVER };
      expect(await two.read(tasks, options)).toEqual(await sut.read(tasks, options));
    });

    async function callForSecond(): Promise<void> {
      if (two.workers === 2) return;
      const tasks = Array.from({ length: 4 }, () => ({ ...KEEPER, passage: LIGHT.repeat(8) }));
      await two.read(tasks, { signal: NEVER });
      await until(() => two.workers === 2, { what: 'the second worker to join' });
    }
  });

  it('runs no further batch once its time is up', async () => {
    const tasks = Array.from({ length: 40 }, () => ({ ...KEEPER, passage: LIGHT.repeat(8) }));
    const call = sut.read(tasks, { signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(batches.length).toBeLessThan(tasks.length);
  });
});
