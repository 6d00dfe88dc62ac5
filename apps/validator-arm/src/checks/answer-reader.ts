import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { askedClause, isSuperseded, speakRow } from '@arbiter/composition';
import { logitOf, type RightnessFeatures } from '@arbiter/confidence';
import { ArbiterError, type Source } from '@arbiter/contracts';
import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';
import type { AnswerSpan, PassageReading, Reader, ReadingTask } from '@arbiter/ports';
import { splitSentences, terms, termSet } from '@arbiter/text';
import { headingsOf } from '../support/read-sources.js';

/** Sources that are read: those that the answer rests on, then those that rank best; as many as an answer is made from. */
const READ_SOURCES = 8;
/** Read of one source, in UTF-16 code units, around what the answer rests on: four passages; sources may be whole books. */
const READ_CHARACTERS = 4_000;
/** Looked at on both sides of a span, in UTF-16 code units: sources may be whole books. */
const LONGEST_SENTENCE = 500;
/** In UTF-16 code units. */
const LONGEST_ROW = 1_000;
export const MARKER = /(?<!\s)\s*\[\d+\]/g;
/** A span says what the answer says when the answer holds this share of its words. */
const SAID = 0.99;

/** An answer as it is read together with its question. */
export interface ReadableAnswer {
  readonly query: string;
  readonly answer: string;
  readonly claims: readonly PlacedClaim[];
  readonly sources: readonly Source[];
}

/** A claim with what it rests on. */
export interface PlacedClaim {
  readonly text: string;
  /** The source that it rests on most; undefined where none supports it. */
  readonly source: Source | undefined;
  /** Where its evidence lies in the content of its source; undefined where it rests on none. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
}

/** What the reader says of an answer beside its sources. */
export type AnswerReading = NonNullable<RightnessFeatures['reading']>;

export interface AnswerReaderSettings {
  readonly reader: Reader;
  /** Longest wait, in milliseconds. */
  readonly timeoutMs: number;
  readonly observer: Pick<ReaderObserver, 'failed'>;
}

/** What is read of a source, from an offset in its content on. */
interface Stretch {
  readonly source: Source;
  readonly start: number;
}

interface PlacedSpan {
  readonly source: Source;
  readonly span: AnswerSpan;
}

interface SourceReading {
  readonly source: Source;
  readonly reading: PassageReading;
}

/** Reads an answer and its sources together with the question: does the answer say what the sources say to it? */
export class AnswerReader {
  constructor(private readonly settings: AnswerReaderSettings) {}

  get model(): string {
    return this.settings.reader.model;
  }

  /**
   * @returns null where the reader failed, which is counted and logged, or could not read the answer
   * @throws the signal's reason
   */
  async read(answer: ReadableAnswer, signal: AbortSignal): Promise<AnswerReading | null> {
    const { reader, timeoutMs, observer } = this.settings;
    const stretches = readSources(answer).map((source) => stretchOf(source, answer.claims));
    const tasks = [aloneTask(answer), ...stretches.map((stretch) => sourceTask(answer.query, stretch))];
    try {
      const [alone, ...readings] = await withDeadline(signal, { timeoutMs, what: 'The reader' }, (bounded) =>
        reader.read(tasks, { signal: bounded }),
      );
      return alone ? comparedWith(answer, alone, readOf(stretches, readings)) : null;
    } catch (error) {
      signal.throwIfAborted();
      observer.failed(reader.model, ArbiterError.from(error));
      return null;
    }
  }
}

/** @param readings one per stretch, in their order */
function readOf(stretches: readonly Stretch[], readings: readonly (PassageReading | null)[]): SourceReading[] {
  return stretches.flatMap(({ source, start }, index) => {
    const reading = readings[index];
    return reading ? [{ source, reading: moved(reading, start) }] : [];
  });
}

function readSources({ claims, sources }: ReadableAnswer): readonly Source[] {
  const rested = claims.flatMap(({ source }) => source ?? []);
  return [...new Set([...rested, ...sources])].slice(0, READ_SOURCES);
}

function aloneTask(answer: ReadableAnswer): ReadingTask {
  const { query: question, claims } = answer;
  const headings = [...new Set(claims.flatMap(({ source }) => (source ? [headingsOf(source)] : [])))].join('; ');
  return { question, headings, passage: withStoredRows(answer).slice(0, READ_CHARACTERS) };
}

/** The answer without markers, its rows of tables as they are stored: so the reader knows them, not as a person says them. */
function withStoredRows({ answer, claims }: ReadableAnswer): string {
  return claims.reduce(
    (text, { source, span }) => {
      const row = source && span ? lineAt(source.content, span.start) : '';
      const spoken = speakRow(row)?.text;
      return spoken === undefined ? text : text.replace(spoken, () => row);
    },
    answer.replaceAll(MARKER, ''),
  );
}

/** @returns '' where the line is longer than any row that is spoken */
function lineAt(text: string, at: number): string {
  const around = text.slice(Math.max(0, at - LONGEST_ROW), at + LONGEST_ROW);
  const middle = Math.min(at, LONGEST_ROW);
  const start = around.lastIndexOf('\n', middle - 1) + 1;
  const end = around.indexOf('\n', middle);
  const line = around.slice(start, end < 0 ? undefined : end).trim();
  return line.length > LONGEST_ROW ? '' : line;
}

/** @returns around the first words of the source that the answer rests on; from its beginning where it rests on none */
function stretchOf(source: Source, claims: readonly PlacedClaim[]): Stretch {
  const placed = claims.find((claim) => claim.source?.id === source.id)?.span;
  const middle = placed ? (placed.start + placed.end) / 2 : 0;
  const last = Math.max(0, source.content.length - READ_CHARACTERS);
  return { source, start: Math.min(last, Math.max(0, Math.floor(middle - READ_CHARACTERS / 2))) };
}

function sourceTask(question: string, { source, start }: Stretch): ReadingTask {
  const passage = source.content.slice(start, start + READ_CHARACTERS);
  return { question, headings: headingsOf(source), passage };
}

/** @returns with offsets in the whole source */
function moved(reading: PassageReading, by: number): PassageReading {
  return {
    ...reading,
    spans: reading.spans.map(({ start, end, score }) => ({ start: start + by, end: end + by, score })),
  };
}

function comparedWith(
  { query, answer, claims }: ReadableAnswer,
  alone: PassageReading,
  sources: readonly SourceReading[],
): AnswerReading {
  const said = termSet(answer);
  const says = ({ content }: Source, { start, end }: AnswerSpan): boolean => {
    const words = terms(content.slice(start, end));
    return words.length > 0 && words.filter(({ term }) => said.has(term)).length >= SAID * words.length;
  };
  const isRested = (source: Source): boolean => claims.some((claim) => claim.source?.id === source.id);
  const isEvidence = (source: Source, span: AnswerSpan): boolean =>
    claims.some((claim) => claim.source?.id === source.id && claim.span !== undefined && overlaps(claim.span, span));
  const spans = sources.flatMap(({ source, reading }) => reading.spans.map((span): PlacedSpan => ({ source, span })));
  const rested = sources.filter(({ source }) => isRested(source));
  const claimed = claims.map(({ text }) => text);
  const isRival = (source: Source, span: AnswerSpan): boolean => couldAnswer(query, claimed, source, span);
  const bestOf = (counts: (placed: PlacedSpan) => boolean): number | null =>
    highest(spans.filter(counts).map(({ span }) => span.score));
  return {
    alone: logitOf(1 - alone.verdict.none),
    evidence: bestOf(({ source, span }) => isEvidence(source, span)),
    source: highest(rested.map(({ reading }) => logitOf(1 - reading.verdict.none))) ?? logitOf(0),
    elsewhere: bestOf(({ source, span }) => !isEvidence(source, span) && !says(source, span) && isRival(source, span)),
    said: bestOf(({ source, span }) => says(source, span)),
    unsaid: bestOf(({ source, span }) => !says(source, span) && isRival(source, span)),
  };
}

/**
 * Whether the sentence of a span could answer instead. One that tells what held once does not, where it is asked what holds;
 * nor does one with another number, where the answer has the number that is asked for.
 */
function couldAnswer(query: string, claimed: readonly string[], { content }: Source, span: AnswerSpan): boolean {
  const from = Math.max(0, span.start - LONGEST_SENTENCE);
  const around = content.slice(from, span.end + LONGEST_SENTENCE);
  const sentence = splitSentences(around).find(
    ({ start, end }) => start <= span.start - from && span.start - from < end,
  );
  if (!sentence) return true;
  const text = around.slice(sentence.start, sentence.end);
  return !isSuperseded(query, text) && askedClause(query, [...claimed, text])?.at(-1) !== 'other';
}

function overlaps(a: { readonly start: number; readonly end: number }, b: AnswerSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

function highest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

/** Told of answers that the reader did not read. */
export class ReaderObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_validation_reader_failures_total',
      help: 'Answers that the reader did not read, so that words alone judged them, by code of the error.',
      message: 'the reader did not answer; words alone judged the answer',
    });
  }
}
