import { ArbiterError } from '@arbiter/contracts';
import {
  type AnswerSpan,
  DEFAULT_MAX_SPANS,
  type PassageReading,
  type Reader,
  type ReadingTask,
  type ReadOptions,
} from '../pair-models.js';

const WORD = /[\p{L}\p{N}]+/gu;
const SENTENCE = /[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]?/gu;
/** Consecutive capitalised words, or a number with the word after it. */
const NAMED_RUN = /\p{N}[\p{N}.,:]*(?<![.,:])(?: \p{L}+)?|\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*)*/gu;
/** Shorter words of a question occur in passages by chance. */
const SHORTEST_WORD = 4;
/** Share of the question's words at which a span is as likely as no answer. */
const EVEN_SHARE = 0.5;
/** Score of a sentence that contains all words of the question. */
const LARGEST_SCORE = 4;
/** Most characters of a span, well below the limit of the port. */
const LONGEST_SPAN = 40;

/**
 * Finds the sentences that share most words with the question. In each it takes a run of capitalised words or a number that the
 * question lacks, or else the first words. Deterministic; for tests that need spans.
 */
export class InMemoryReader implements Reader {
  readonly model = 'in-memory';
  /** All tasks received, in order. */
  readonly asked: ReadingTask[] = [];
  isClosed = false;

  async read(
    tasks: readonly ReadingTask[],
    { signal, maxSpans = DEFAULT_MAX_SPANS }: ReadOptions,
  ): Promise<readonly (PassageReading | null)[]> {
    await Promise.resolve();
    if (!(Number.isInteger(maxSpans) && maxSpans >= 1)) throw new RangeError(`maxSpans must be 1 or more`);
    if (this.isClosed) throw new ArbiterError('UNAVAILABLE', 'The reader has been closed: create a new one.');
    if (signal.aborted) throw new ArbiterError('CANCELLED', 'Reading was cancelled.', { cause: signal.reason });
    this.asked.push(...tasks);
    return tasks.map((task) => this.readingOf(task, maxSpans));
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.read([], { signal });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  /** The reading of one task; tests override it. */
  protected readingOf({ question, headings, passage }: ReadingTask, maxSpans: number): PassageReading | null {
    const asked = contentWords(question);
    const inHeadings = contentWords(headings);
    const spans = [...passage.matchAll(SENTENCE)]
      .flatMap(({ 0: sentence, index }): AnswerSpan[] => {
        const words = new Set([...contentWords(sentence), ...inHeadings]);
        const shared = [...asked].filter((word) => words.has(word)).length / Math.max(1, asked.size);
        const found = spanOf(sentence, asked);
        const score = (LARGEST_SCORE * (shared - EVEN_SHARE)) / (1 - EVEN_SHARE);
        return found ? [{ start: index + found.start, end: index + found.end, score }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, maxSpans);
    const odds = Math.exp(spans[0]?.score ?? -LARGEST_SCORE);
    return { spans, verdict: { none: 1 / (1 + odds), span: odds / (1 + odds), yes: 0, no: 0 }, isCut: false };
  }
}

/** Returns a function's reading for each task, and records the tasks. */
export class ScriptedReader extends InMemoryReader {
  constructor(private readonly script: (task: ReadingTask) => PassageReading | null) {
    super();
  }

  protected override readingOf(task: ReadingTask): PassageReading | null {
    return this.script(task);
  }
}

/** Never answers: waits until its signal is aborted. */
export class SilentReader extends InMemoryReader {
  override read(_tasks: readonly ReadingTask[], { signal }: ReadOptions): Promise<never> {
    return new Promise((_resolve, reject) => {
      const abort = (): void => reject(signal.reason as Error);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
  }
}

function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD || /\p{N}/u.test(word)));
}

/** @returns UTF-16 offsets in the sentence; null for one without words */
function spanOf(sentence: string, asked: ReadonlySet<string>): { start: number; end: number } | null {
  const runs = [...sentence.matchAll(NAMED_RUN)].filter(({ 0: run }) => run.length <= LONGEST_SPAN);
  const isNew = (text: string): boolean => [...contentWords(text)].every((word) => !asked.has(word));
  // The first word of a sentence is always capitalised.
  const first = sentence.search(/\S/u);
  const fresh = runs.filter(({ 0: run }) => isNew(run));
  const named = fresh.find(({ index }) => index > first) ?? fresh[0];
  if (named) return { start: named.index, end: named.index + named[0].length };
  const word = [...sentence.matchAll(WORD)].find(({ 0: one }) => one.length <= LONGEST_SPAN);
  return word ? { start: word.index, end: word.index + word[0].length } : null;
}
