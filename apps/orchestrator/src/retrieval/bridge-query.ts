import type { Passage } from '@arbiter/contracts';
import { namesIn, splitSentences, terms, termSet, tokenize } from '@arbiter/text';
import { followedQuestion } from './followed-question.js';

/** Names that a search is given; 4 find less on both sets of several hops, 12 or 16 no more. */
const MOST_NAMES = 8;
/** Sentences nearest to the question, whose names go before those of the rest of the passage. */
const NEAREST_SENTENCES = 2;

export interface BridgeQuery {
  /** The part of the question that the passage leaves open, then the names that it adds. */
  readonly query: string;
  /** The same as a question, for people and for a model that reads: "Which waterfall lies in Zimbabwe?". */
  readonly question: string;
  /** Nearest to the question first; none of them stands in the question. */
  readonly names: readonly string[];
}

/**
 * The question that remains after a passage has been read: the answered part is removed, and the names it adds are put in.
 * "Which waterfall is in the country where the Bubye River is found?" and a passage that places the Bubye River in
 * Zimbabwe make "Which waterfall … Zimbabwe". Such words find more than a question does, and users never see them.
 *
 * @returns null if the passage adds no name to follow
 */
export function bridgeQuery(question: string, passage: Passage): BridgeQuery | null {
  const names = newNames(question, passage);
  if (names.length === 0) return null;
  const held = termSet(`${passage.title}\n${passage.text}`);
  const left = tokenize(question)
    .map(({ text }) => text)
    .filter((word) => {
      const own = terms(word);
      return own.length === 0 || own.some(({ term }) => !held.has(term));
    });
  const query = `${left.join(' ')} ${names.join(', ')}`.trim();
  return { query, question: followedQuestion(question, passage, names), names };
}

function newNames(question: string, { title, text }: Passage): string[] {
  const asked = termSet(question);
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  const nearest = sentences
    .map((sentence) => ({ sentence, shared: [...termSet(sentence)].filter((term) => asked.has(term)).length }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, NEAREST_SENTENCES)
    .map(({ sentence }) => sentence);
  const candidates = [title, ...[...nearest, text].flatMap(namesOf)];
  const added = candidates.filter((name) => terms(name).some(({ term }) => !asked.has(term)));
  const lower = added.map((name) => name.toLowerCase());
  return added.filter((_, index) => lower.indexOf(lower[index] ?? '') === index).slice(0, MOST_NAMES);
}

/** A sentence of a short passage often opens with the name it is about. */
function namesOf(text: string): string[] {
  return namesIn(text, { includeInitial: true }).map(({ text: name }) => name);
}
