import type { PassageReading } from '@arbiter/ports';
import type { CandidateSentence } from '../candidate-sentences.js';
import { judgeSentences, type JudgedSentence } from './judge-sentences.js';
import type { QuestionReader, ReadingCall } from './question-reader.js';

/** A question beside the whole one, with the sentences as they were read with it. */
export interface ReadPart {
  readonly question: string;
  readonly judged: readonly JudgedSentence[];
}

export interface ReadParts {
  readonly parts: readonly ReadPart[];
  /** Whether each was read; true where there is none. */
  readonly areRead: boolean;
}

/** What judging takes besides the questions. */
export interface PartReading {
  /** Null where it is away: words alone judge. */
  readonly reader: QuestionReader | null;
  readonly sentences: readonly CandidateSentence[];
  readonly call: ReadingCall;
}

/** The sides of a comparison, or the hops of a chain, are read beside the question: each with fewer passages. */
const READ_FOR_A_PART = 4;

/**
 * Judges sentences by questions beside the whole one, each with the passages that promise most for it; once the reader is
 * away, by words alone.
 */
export async function judgeParts(
  questions: readonly string[],
  { reader, sentences, call }: PartReading,
): Promise<ReadParts> {
  const parts: ReadPart[] = [];
  let areRead = true;
  for (const question of questions) {
    const promising = promisingRanks(judgeSentences(question, sentences, null));
    const own = sentences.filter(({ rank }) => promising.includes(rank));
    const passages = promising.flatMap((rank) => own.find((sentence) => sentence.rank === rank)?.passage ?? []);
    const read: readonly (PassageReading | null)[] | null = areRead
      ? ((await reader?.read(question, passages, call)) ?? null)
      : null;
    areRead &&= read !== null;
    const readings: (PassageReading | null)[] | null = read && [];
    promising.forEach((rank, index) => {
      if (readings) readings[rank] = read?.[index] ?? null;
    });
    parts.push({ question, judged: judgeSentences(question, own, readings) });
  }
  return { parts, areRead };
}

function promisingRanks(judged: readonly JudgedSentence[]): number[] {
  const ranked = [...judged].sort((a, b) => b.probability - a.probability);
  return [...new Set(ranked.map(({ candidate }) => candidate.rank))].slice(0, READ_FOR_A_PART);
}
