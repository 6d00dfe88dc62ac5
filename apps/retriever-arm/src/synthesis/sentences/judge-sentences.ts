import { askedClause, type ClausePlace, isSuperseded } from '@arbiter/composition';
import { estimateSentence, logitOf, type SentenceFeatures } from '@arbiter/confidence';
import type { Passage } from '@arbiter/contracts';
import { withFactor } from '@arbiter/knowledge-graph';
import type { PassageReading } from '@arbiter/ports';
import { askedKind, questionTerms } from '@arbiter/text';
import type { SynthesisTask } from '../synthesizer.js';
import type { CandidateSentence } from './candidate-sentences.js';
import type { JudgedSentence } from './judged-sentence.js';
import { preferNamedRow } from './prefer-named-row.js';
import type { QuestionReader, ReadingCall } from './question-reader.js';

export type { JudgedSentence } from './judged-sentence.js';

/** Factor on the probability of a sentence about the past, if the question asks about the present, 0–1. */
const SUPERSEDED = 0.2;

/** Factor on the odds of a sentence, if the question names a clause by its number: readers take one number for another. */
const CLAUSE: Readonly<Record<ClausePlace, number>> = { asked: 20, other: 0.05, none: 1 };

/** Factor on the odds of a sentence by what has changed since it was written; 1 where nothing has. */
export type CurrencyOf = (sentence: CandidateSentence) => number;

const UNCHANGED: CurrencyOf = () => 1;

/** What has changed since the sentences of one question were written. */
export interface Currency {
  readonly factorOf: CurrencyOf;
  /** Why sentences that would have answered do not any more, a sentence each. */
  reasonsOf(judged: readonly Pick<JudgedSentence, 'candidate' | 'probability'>[]): string[];
  /** What of a passage no longer holds, a sentence each. */
  readonly statesOf: (passage: Passage) => readonly string[];
}

/** @throws the signal's reason */
export type ReadCurrency = (
  question: Pick<SynthesisTask, 'query' | 'passages' | 'state'>,
  signal: AbortSignal,
) => Promise<Currency>;

export const NOTHING_CHANGED: ReadCurrency = () =>
  Promise.resolve({ factorOf: UNCHANGED, reasonsOf: () => [], statesOf: () => [] });

/**
 * Estimates how likely each sentence answers the question. The estimate uses the reader's result for its passage, the words
 * that it shares with the question, and its search rank.
 *
 * @param readings one per rank; null if the reader was unavailable: words and rank then decide alone
 * @returns in the order of the candidates
 */
export function judgeSentences(
  question: string,
  candidates: readonly CandidateSentence[],
  readings: readonly (PassageReading | null)[] | null,
  currencyOf: CurrencyOf = UNCHANGED,
): readonly JudgedSentence[] {
  const byWords = scoreByWords(question, candidates);
  const clauses = askedClause(
    question,
    candidates.map(({ text }) => text),
  );
  const judged = candidates.map((candidate, index): JudgedSentence => {
    const reading = readings?.[candidate.rank] ?? null;
    const span = spanIn(candidate, reading);
    const features = featuresOf(candidate, reading, span, byWords[index]?.score ?? 0);
    // Packs hold too few of these to fit a weight.
    const holds = isSuperseded(question, candidate.text) ? SUPERSEDED : 1;
    return {
      candidate,
      probability: withFactor(
        holds * estimateSentence(features),
        currencyOf(candidate) * CLAUSE[clauses?.[index] ?? 'none'],
      ),
      span,
      verdict: reading?.verdict ?? null,
      features,
    };
  });
  return preferNamedRow(question, judged);
}

/** The best span of a reading that a sentence holds a part of. */
function spanIn({ passage, start, end }: CandidateSentence, reading: PassageReading | null): JudgedSentence['span'] {
  const [from, to] = [start - passage.start, end - passage.start];
  const spans = (reading?.spans ?? []).filter((span) => span.start < to && from < span.end);
  const [best = null] = spans.sort((a, b) => b.score - a.score);
  return best;
}

function featuresOf(
  { passage, rank, start, end, isDangling }: CandidateSentence,
  reading: PassageReading | null,
  span: JudgedSentence['span'],
  words: number,
): SentenceFeatures {
  return {
    span: span?.score ?? null,
    passage: reading && logitOf(1 - reading.verdict.none),
    holdsBest: span !== null && span.score === reading?.spans[0]?.score,
    words,
    rank,
    relevance: passage.score,
    isDangling,
    length: end - start,
  };
}

/** The sentences of a question as they were judged, for those who fit the model. */
export interface SeenSentences {
  readonly query: string;
  readonly sentences: readonly JudgedSentence[];
}
export type OnSentencesJudged = (seen: SeenSentences) => void;

/** A question beside the whole one, with the sentences as they were read with it. */
export interface ReadPart {
  readonly question: string;
  readonly judged: readonly JudgedSentence[];
}

interface ReadParts {
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
  readonly currencyOf: CurrencyOf;
}

/** The sides of a comparison, or the hops of a chain, are read beside the question: each with fewer passages. */
const READ_FOR_A_PART = 4;

/**
 * Judges sentences by questions beside the whole one, each with the passages that promise most for it; once the reader is
 * away, by words alone.
 */
export async function judgeParts(
  questions: readonly string[],
  { reader, sentences, call, currencyOf }: PartReading,
): Promise<ReadParts> {
  const parts: ReadPart[] = [];
  let areRead = true;
  for (const question of questions) {
    const promising = promisingRanks(judgeSentences(question, sentences, null, currencyOf));
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
    parts.push({ question, judged: judgeSentences(question, own, readings, currencyOf) });
  }
  return { parts, areRead };
}

function promisingRanks(judged: readonly JudgedSentence[]): number[] {
  const ranked = [...judged].sort((a, b) => b.probability - a.probability);
  return [...new Set(ranked.map(({ candidate }) => candidate.rank))].slice(0, READ_FOR_A_PART);
}

/** What the words of a sentence say of it as an answer to one question; each 0–1. */
interface LexicalFeatures {
  /** Share of the question's terms, rare ones counting more, that the sentence holds. */
  readonly coverage: number;
  /** Share that only its title, headings or aliases hold. */
  readonly context: number;
  /** Relevance of the passage it stands in. */
  readonly passage: number;
  /** How well it provides the kind of thing that was asked for; 0 where no kind was. */
  readonly kind: number;
}

/** Shares of a sentence's score; the rest of it is what reading adds. */
const SENTENCE_WEIGHTS: Readonly<Record<keyof LexicalFeatures, number>> = {
  coverage: 0.24,
  context: 0.14,
  passage: 0.1,
  kind: 0.1,
};

/** Taken from a sentence that points back to nothing: one that is as good and can be read alone goes before it. */
const DANGLING_COST = 0.05;

interface ScoredSentence {
  readonly candidate: CandidateSentence;
  readonly score: number;
}

/**
 * The part of each candidate's score that its words give, in the order of the candidates.
 *
 * @returns scores in 0–0.58, comparable within one question
 */
function scoreByWords(question: string, candidates: readonly CandidateSentence[]): ScoredSentence[] {
  const features = lexicalFeatures(question, candidates);
  return candidates.flatMap((candidate, index) => {
    const own = features[index];
    if (!own) return [];
    const names = Object.keys(own) as (keyof LexicalFeatures)[];
    const cost = candidate.isDangling ? DANGLING_COST : 0;
    return [{ candidate, score: names.reduce((sum, name) => sum + SENTENCE_WEIGHTS[name] * own[name], -cost) }];
  });
}

function lexicalFeatures(question: string, candidates: readonly CandidateSentence[]): LexicalFeatures[] {
  const rarity = new Map(
    [...new Set(questionTerms(question).map(({ term }) => term))].map((term) => {
      const frequency = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, Math.log((candidates.length + 1) / (frequency + 0.5))];
    }),
  );
  const total = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const asked = askedKind(question);

  return candidates.map((candidate) => {
    const kind = asked?.fit(candidate.text) ?? 0;
    let covered = 0;
    let inContext = 0;
    for (const [term, weight] of rarity) {
      if (candidate.terms.has(term) || (kind === 1 && asked?.terms.has(term))) covered += weight;
      else if (candidate.contextTerms.has(term)) inContext += weight;
    }
    return {
      coverage: total === 0 ? 0 : covered / total,
      context: total === 0 ? 0 : inContext / total,
      passage: candidate.passage.score,
      kind,
    };
  });
}
