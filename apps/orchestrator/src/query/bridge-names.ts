import type { Passage } from '@arbiter/contracts';
import { namesIn, splitSentences, terms } from '@arbiter/text';

/** How much of what the first hop found is read, and what is taken from it: more would drown the question. */
const READ_PASSAGES = 4;
const READ_SENTENCES = 2;
const MOST_NAMES = 4;

/**
 * The names that lead from one hop to the next: of what the passages found for a description say nearest to it, the
 * names that the description does not hold. "The man who built it" → the sentence that says who built it → his name.
 *
 * @param passages found for the description, best first
 * @returns nearest first; titles count, since a sentence in the middle of a page says "she"
 */
export function bridgeNames(description: string, passages: readonly Passage[]): string[] {
  const asked = new Set(terms(description).map(({ term }) => term));
  const sentences = passages.slice(0, READ_PASSAGES).flatMap(({ text, title, section }, rank) => {
    const context = new Set(terms([title, ...section].join('\n')).map(({ term }) => term));
    return splitSentences(text).map(({ start, end }) => {
      const sentence = text.slice(start, end);
      const own = new Set(terms(sentence).map(({ term }) => term));
      const held = [...asked].filter((term) => own.has(term)).length;
      const around = [...asked].filter((term) => !own.has(term) && context.has(term)).length;
      return { sentence, title, score: held + around / 2 - rank / 4 };
    });
  });
  const nearest = sentences.sort((a, b) => b.score - a.score).slice(0, READ_SENTENCES);
  const names = nearest.flatMap(({ sentence, title }) => [...namesIn(sentence).map(({ text }) => text), title]);
  return [...new Set(names)].filter((name) => terms(name).some(({ term }) => !asked.has(term))).slice(0, MOST_NAMES);
}
