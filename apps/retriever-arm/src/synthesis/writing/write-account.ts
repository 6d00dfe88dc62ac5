import type { AccountKind, AskedAccount } from '@arbiter/composition';
import { speakRow } from '@arbiter/composition';
import type { Passage } from '@arbiter/contracts';
import { candidateSentences, type CandidateSentence } from '../candidate-sentences.js';
import type { ChosenSentence, Composition } from '../compose-answer.js';
import type { JudgedSentence } from '../reading/judge-sentences.js';
import { rankedAnswers, saysNothingNew } from './choose-answers.js';
import { isHeadedBy, names, speaksOf } from './subject-of.js';
import type { ReadQuestion } from './writers.js';

/** Of the best probability, a sentence elsewhere has at least this share, 0–1. */
const FLOOR: Readonly<Record<AccountKind, number>> = { summary: 0.2, narrative: 0.3 };
const MOST_SENTENCES = 6;
/** One sentence that names its subject is no account of it. */
const FEWEST_NAMING = 2;

/**
 * A summary, or a narrative, from the place that the sources have for its subject: the document or the sections with its name,
 * the sentences that name it, or the section of the best answer. A longer place gives what opens each of its sections, then what the reader takes for an
 * answer. What answers elsewhere and speaks of the subject follows. All is told in the order of the documents' time, if they have
 * one, and in their own.
 */
export function writeAccount({ passages, whole, maxSentences }: ReadQuestion, asked: AskedAccount): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'prose' };
  const most = Math.min(maxSentences, MOST_SENTENCES);
  const place = placeOf(asked.subject, candidateSentences(passages), best.candidate);
  const probabilities = new Map(whole.map(({ candidate, probability }) => [keyOf(candidate), probability]));
  const probabilityOf = (sentence: CandidateSentence): number => probabilities.get(keyOf(sentence)) ?? 0;
  const byProbability = [...place].sort((a, b) => probabilityOf(b) - probabilityOf(a));
  const elsewhere = ranked
    .filter(({ probability }) => probability >= FLOOR[asked.kind] * best.probability)
    .map(({ candidate }) => candidate)
    .filter((candidate) => candidate === best.candidate || speaksOf(candidate, asked.subject));
  const inPlace = place.length <= most ? place : [...openingsOf(place), ...byProbability];
  const told = distinct([best.candidate, ...inPlace, ...elsewhere]).slice(0, most);
  return { chosen: inOrder(told, whole), layout: 'paragraphs', hasShortAnswer: told.length === 1 };
}

function placeOf(
  subject: string,
  sentences: readonly CandidateSentence[],
  best: CandidateSentence,
): readonly CandidateSentence[] {
  const headed = sentences.filter((sentence) => isHeadedBy(sentence, subject));
  if (headed.length > 0) return headed;
  const naming = sentences.filter((sentence) => names(sentence, subject));
  if (naming.length >= FEWEST_NAMING) return naming;
  return sentences.filter((sentence) => sectionOf(sentence) === sectionOf(best));
}

/** The first sentence of each section, which is no row where there is another; better ranked sections first. */
function openingsOf(sentences: readonly CandidateSentence[]): CandidateSentence[] {
  const sections = [...new Set(sentences.map(sectionOf))];
  return sections.flatMap((section) => {
    const own = sentences.filter((sentence) => sectionOf(sentence) === section).sort((a, b) => a.start - b.start);
    return own.find(({ text }) => !speakRow(text)) ?? own[0] ?? [];
  });
}

function distinct(sentences: readonly CandidateSentence[]): CandidateSentence[] {
  const chosen: CandidateSentence[] = [];
  for (const sentence of sentences) {
    if (!chosen.some((other) => saysNothingNew(sentence, other))) chosen.push(sentence);
  }
  return chosen;
}

/** Documents by their session or date, those without one in the order in which they were chosen; sentences as they stand. */
function inOrder(sentences: readonly CandidateSentence[], whole: readonly JudgedSentence[]): ChosenSentence[] {
  const documents = new Map(sentences.map(({ passage }) => [passage.documentId, timeOf(passage)]));
  const areDated = [...documents.values()].every((time) => time !== null);
  const ordered = [...documents].sort(([, a], [, b]) =>
    areDated ? (a ?? '').localeCompare(b ?? '', 'en', { numeric: true }) : 0,
  );
  const spans = new Map(whole.map(({ candidate, span }) => [keyOf(candidate), span]));
  return ordered.flatMap(([documentId]) =>
    sentences
      .filter(({ passage }) => passage.documentId === documentId)
      .sort((a, b) => a.start - b.start)
      .map((candidate) => ({ candidate, span: spans.get(keyOf(candidate)) ?? null })),
  );
}

/** The number of a session, or a date that sorts as it is written; null for a document that has neither. */
function timeOf({ metadata: { session, date } }: Passage): string | null {
  if (typeof session === 'number') return String(session);
  return typeof date === 'string' && /^\d{4}-\d{2}(?:-\d{2})?/.test(date) ? date : null;
}

function sectionOf({ passage: { documentId, section } }: CandidateSentence): string {
  return [documentId, ...section].join('\n');
}

function keyOf({ passage: { documentId }, start, end }: CandidateSentence): string {
  return `${documentId} ${start} ${end}`;
}
