import { speakRow, type AccountKind, type AskedAccount } from '@arbiter/composition';
import type { Passage } from '@arbiter/contracts';
import { candidateSentences, type CandidateSentence } from '../sentences/candidate-sentences.js';
import { inReadingOrder, type ChosenSentence, type Composition } from '../sentences/compose-answer.js';
import { distinctAnswers, rankedAnswers, type ReadQuestion } from './choose-answers.js';
import { isHeadedBy, names, speaksOf } from './subjects.js';

/** Of the best probability, a sentence elsewhere has at least this share, 0–1. */
const FLOOR: Readonly<Record<AccountKind, number>> = { summary: 0.2, narrative: 0.3 };
const MOST_SENTENCES = 6;
/** One sentence that names its subject is no account of it. */
const FEWEST_NAMING = 2;

/**
 * A summary, or a narrative, from the place that the sources have for its subject: the document or the sections with its name,
 * the sentences that name it, or the section of the best answer. A longer place gives what opens each of its sections, then what
 * the reader takes for an answer. What answers elsewhere and speaks of the subject follows. All is told in the order of the
 * documents' time, if they have one, and in their own.
 */
export function writeAccount({ passages, whole, maxSentences }: ReadQuestion, asked: AskedAccount): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'prose' };
  const most = Math.min(maxSentences, MOST_SENTENCES);
  const place = placeOf(asked.subject, candidateSentences(passages), best.candidate);
  const judged = new Map(whole.map((each) => [keyOf(each.candidate), each]));
  const probabilityOf = (sentence: CandidateSentence): number => judged.get(keyOf(sentence))?.probability ?? 0;
  const byProbability = [...place].sort((a, b) => probabilityOf(b) - probabilityOf(a));
  const elsewhere = ranked
    .filter(({ probability }) => probability >= FLOOR[asked.kind] * best.probability)
    .map(({ candidate }) => candidate)
    .filter((candidate) => candidate === best.candidate || speaksOf(candidate, asked.subject));
  const inPlace = place.length <= most ? place : [...openingsOf(place), ...byProbability];
  const told = [best.candidate, ...inPlace, ...elsewhere].map((candidate): ChosenSentence => {
    return { candidate, span: judged.get(keyOf(candidate))?.span ?? null };
  });
  const chosen = distinctAnswers(told).slice(0, most);
  return { chosen: inReadingOrder(byTime(chosen)), layout: 'paragraphs', hasShortAnswer: chosen.length === 1 };
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

/** By the session or date of their documents; as they were chosen where one has neither. */
function byTime(chosen: readonly ChosenSentence[]): readonly ChosenSentence[] {
  const timed = chosen.flatMap((each) => {
    const time = timeOf(each.candidate.passage);
    return time === null ? [] : [{ each, time }];
  });
  if (timed.length < chosen.length) return chosen;
  return timed.sort((a, b) => a.time.localeCompare(b.time, 'en', { numeric: true })).map(({ each }) => each);
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
