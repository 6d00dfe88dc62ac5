import { ArbiterError } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import type { AnswerSpan, PassageReading, Reader } from '@arbiter/ports';
import { ScriptedReader, SilentReader } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { sourceOf } from '../../test/claim-support.js';
import {
  AnswerReader,
  ReaderObserver,
  type AnswerReading,
  type PlacedClaim,
  type ReadableAnswer,
} from './answer-reader.js';

const NEVER = new AbortController().signal;
const QUERY = 'How heavy is the lamp?';
const ANSWER = 'It weighs 40 pounds. [1]';
const LAMP = sourceOf('lamp', 'The lamp burns whale oil. It weighs 40 pounds.', {
  title: 'Gull Point',
  section: 'Gull Point › The lamp',
});
const BELL = sourceOf('bell', 'The bell weighs 90 pounds. It hangs at the pier.', { title: 'The pier' });

function claim(text: string, source = LAMP): PlacedClaim {
  const start = source.content.indexOf(text);
  return { text, source, span: { start, end: start + text.length } };
}

/** Spans of a passage by the words that they hold, best first. */
function reading(passage: string, spans: Readonly<Record<string, number>>, none = 0.5): PassageReading {
  const found = Object.entries(spans).map(([words, score]): AnswerSpan => {
    const start = passage.indexOf(words);
    if (start < 0) throw new RangeError(`"${words}" is not in "${passage}"`);
    return { start, end: start + words.length, score };
  });
  return {
    spans: found.sort((a, b) => b.score - a.score),
    verdict: { none, span: 1 - none, yes: 0, no: 0 },
    isCut: false,
  };
}

/** @param passages what is found in each; nothing in any other */
function readerOf(passages: Readonly<Record<string, PassageReading>>): ScriptedReader {
  return new ScriptedReader(({ passage }) => passages[passage] ?? reading(passage, {}));
}

function reads(reader: Reader, answer: Partial<ReadableAnswer> = {}, timeoutMs = 60_000) {
  const registry = new Registry();
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [], destination: process.stderr });
  const sut = new AnswerReader({ reader, timeoutMs, observer: new ReaderObserver({ logger, registry }) });
  const asked = {
    query: QUERY,
    answer: ANSWER,
    claims: [claim('It weighs 40 pounds.')],
    sources: [LAMP, BELL],
    ...answer,
  };
  return { read: (signal = NEVER): Promise<AnswerReading | null> => sut.read(asked, signal), registry };
}

async function failures(registry: Registry): Promise<unknown> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.find(({ name }) => name === 'arbiter_validation_reader_failures_total');
}

describe('AnswerReader, what it reads', () => {
  it('is the answer without its markers under the headings that it rests on, then each source under its own', async () => {
    const reader = readerOf({});
    await reads(reader).read();
    expect(reader.asked).toEqual([
      { question: QUERY, headings: 'Gull Point › The lamp', passage: 'It weighs 40 pounds.' },
      { question: QUERY, headings: 'Gull Point › The lamp', passage: LAMP.content },
      { question: QUERY, headings: 'The pier', passage: BELL.content },
    ]);
  });

  it('is rows of tables as they are stored, where the answer says them as a person does', async () => {
    const reader = readerOf({});
    const [bed, bath] = ['What: Bed, long loft; Price: 3 wicks', 'What: Bath; Price: 1 wick'];
    const table = sourceOf('table', `Rooms and prices\n${bed}\n${bath}`);
    const claims = [
      { ...claim(bed, table), text: 'Bed, long loft: 3 wicks' },
      { ...claim(bath, table), text: 'Bath: 1 wick' },
    ];
    const answer = '- Bed, long loft: 3 wicks [1]\n- Bath: 1 wick [1]\n- It weighs 40 pounds. [2]';
    await reads(reader, { answer, claims: [...claims, claim('It weighs 40 pounds.')] }).read();
    expect(reader.asked[0]?.passage).toBe(`- ${bed}\n- ${bath}\n- It weighs 40 pounds.`);
  });

  it('is at most eight sources, those that the answer rests on before those that rank better', async () => {
    const reader = readerOf({});
    const others = Array.from({ length: 12 }, (_, index) => sourceOf(`s${index}`, `Hut ${index} is empty.`));
    await reads(reader, { sources: [...others, LAMP] }).read();
    const [, first, ...rest] = reader.asked.map(({ passage }) => passage);
    expect(first).toBe(LAMP.content);
    expect(rest).toEqual(others.slice(0, 7).map(({ content }) => content));
  });
});

describe('AnswerReader, given a book', () => {
  const noise = 'Gulls cry over the harbour. '.repeat(4_000);
  const book = sourceOf('book', `${noise}${LAMP.content} ${noise}`);

  it('reads a stretch of it around what the answer rests on, and finds the evidence there', async () => {
    const reader = new ScriptedReader(({ passage }) =>
      reading(passage, passage.includes('40 pounds') ? { '40 pounds': 5 } : {}),
    );
    const said = await reads(reader, { claims: [claim('It weighs 40 pounds.', book)], sources: [book] }).read();
    const [, stretch] = reader.asked.map(({ passage }) => passage);
    expect(stretch).toContain(LAMP.content);
    expect(stretch?.length).toBeLessThan(5_000);
    expect(said).toMatchObject({ evidence: 5 });
  });

  it('reads its beginning where the answer rests on nothing in it', async () => {
    const reader = readerOf({});
    await reads(reader, { claims: [], sources: [book] }).read();
    const [, stretch] = reader.asked.map(({ passage }) => passage);
    expect(book.content.startsWith(stretch ?? '?')).toBe(true);
    expect(stretch?.length).toBeLessThan(5_000);
  });
});

describe('AnswerReader, what it says', () => {
  it('is how much the answer alone reads like one', async () => {
    const alone = await reads(
      readerOf({ 'It weighs 40 pounds.': reading('It weighs 40 pounds.', { '40 pounds': 6 }, 0.1) }),
    ).read();
    expect(alone).toMatchObject({ alone: expect.closeTo(Math.log(9), 6) as unknown });
  });

  it('is the best span among the words that the answer rests on, and the verdict on their source', async () => {
    const found = reading(LAMP.content, { 'whale oil': 7, '40 pounds': 5, weighs: 2 }, 0.2);
    const said = await reads(readerOf({ [LAMP.content]: found })).read();
    expect(said).toMatchObject({ evidence: 5, source: expect.closeTo(Math.log(4), 6) as unknown });
  });

  it('is no evidence where no span lies in the words that the answer rests on, or it rests on none', async () => {
    const reader = readerOf({ [LAMP.content]: reading(LAMP.content, { 'whale oil': 7 }) });
    expect(await reads(reader).read()).toMatchObject({ evidence: null });
    const unsupported = { text: 'It weighs 40 pounds.', source: undefined, span: undefined };
    const read = await reads(reader, { claims: [unsupported] }).read();
    expect(read?.evidence).toBeNull();
    // As unlikely as a source can be: nothing vouches for the answer.
    expect(read?.source).toBeLessThan(-5);
  });

  it('is the best span elsewhere that says something else', async () => {
    const bell = reading(BELL.content, { '90 pounds': 4, pier: 1 });
    const lamp = reading(LAMP.content, { '40 pounds': 5 });
    expect(await reads(readerOf({ [LAMP.content]: lamp, [BELL.content]: bell })).read()).toMatchObject({
      elsewhere: 4,
      evidence: 5,
    });
    expect(await reads(readerOf({ [LAMP.content]: lamp })).read()).toMatchObject({ elsewhere: null });
  });

  it('is the best span that the answer says, and the best that it does not, wherever they stand', async () => {
    const lamp = reading(LAMP.content, { 'whale oil': 7, '40 pounds': 5 });
    const bell = reading(BELL.content, { '90 pounds': 4 });
    const reader = readerOf({ [LAMP.content]: lamp, [BELL.content]: bell });
    expect(await reads(reader).read()).toMatchObject({ said: 5, unsaid: 7 });
    const evasive = { answer: 'It is a lamp of some weight.' };
    expect(await reads(reader, evasive).read()).toMatchObject({ said: null, unsaid: 7 });
  });

  it('is no span of what held once, where it is asked what holds', async () => {
    const former = sourceOf('former', 'Until 374 the lamp weighed 90 pounds.');
    const reader = readerOf({ [former.content]: reading(former.content, { '90 pounds': 9 }) });
    expect(await reads(reader, { sources: [LAMP, former] }).read()).toMatchObject({ elsewhere: null });
    const past = { query: 'How heavy was the lamp before 374?', sources: [LAMP, former] };
    expect(await reads(reader, past).read()).toMatchObject({ elsewhere: 9 });
  });

  it('takes what other sources say alike for no rival answer', async () => {
    const copy = sourceOf('copy', 'They say that the lamp weighs 40 pounds.');
    const beside = sourceOf('beside', 'A keg weighs 40 pounds, a coil of rope six.');
    const reader = readerOf({
      [LAMP.content]: reading(LAMP.content, { '40 pounds': 5 }),
      [copy.content]: reading(copy.content, { '40 pounds': 4 }),
      [beside.content]: reading(beside.content, { six: 3, '40 pounds': 2 }),
    });
    const sut = reads(reader, { sources: [LAMP, copy, beside] });
    expect(await sut.read()).toMatchObject({ elsewhere: 3 });
  });
});

describe('AnswerReader, when reading fails', () => {
  it('says nothing, and counts it', async () => {
    const sut = reads(
      new ScriptedReader(() => {
        throw new ArbiterError('UNAVAILABLE', 'away');
      }),
    );
    expect(await sut.read()).toBeNull();
    expect(await failures(sut.registry)).toMatchObject({ values: [{ value: 1, labels: { code: 'UNAVAILABLE' } }] });
  });

  it('waits no longer than it may, and counts it', async () => {
    const sut = reads(new SilentReader(), {}, 50);
    expect(await sut.read()).toBeNull();
    expect(await failures(sut.registry)).toMatchObject({ values: [{ value: 1 }] });
  });

  it('says nothing of an answer that the model cannot read', async () => {
    expect(
      await reads(new ScriptedReader(({ passage }) => (passage === LAMP.content ? reading(passage, {}) : null))).read(),
    ).toBeNull();
  });

  it('judges by the sources that could be read', async () => {
    const bell = reading(BELL.content, { '90 pounds': 4 });
    const reader = new ScriptedReader(({ passage }) =>
      passage === LAMP.content ? null : passage === BELL.content ? bell : reading(passage, {}),
    );
    expect(await reads(reader).read()).toMatchObject({ evidence: null, elsewhere: 4 });
  });

  it('throws the reason of its signal', async () => {
    const aborted = AbortSignal.abort(new Error('gone'));
    await expect(reads(readerOf({})).read(aborted)).rejects.toThrow('gone');
  });
});
