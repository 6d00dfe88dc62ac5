import type { CandidateSentence } from '../candidate-sentences.js';
import { distinctTerms } from '../context-terms.js';
import { speaksOf } from './subject-of.js';

/** A sentence of each of two sides that speak of the same attribute. */
export type AttributePair = readonly [CandidateSentence, CandidateSentence];

/** Of the weight of the terms of the shorter one, two sentences of one attribute share at least this, 0–1. */
const LEAST_SHARED = 0.1;

/**
 * What both sides of a comparison say something about: pairs of sentences under the same heading, or in the same column, that
 * share telling terms besides the names that are compared. The rarer a term is among the sentences of both sides, the more it
 * tells (inverse document frequency, Spärck Jones 1972). The best pair comes first; no sentence stands in two pairs.
 *
 * @param subjects the names of both sides
 */
export function sharedAttributes(
  sentences: readonly CandidateSentence[],
  subjects: readonly [string, string],
): AttributePair[] {
  const names = new Set(subjects.flatMap((subject) => [...distinctTerms(subject)]));
  const [left, right] = [about(sentences, subjects[0], subjects[1]), about(sentences, subjects[1], subjects[0])];
  const weigh = weightIn([...left, ...right], names);
  const pairs = left.flatMap((a) =>
    right
      .filter((b) => headingOf(a) === headingOf(b))
      .map((b) => {
        const shared = weigh([...a.terms].filter((term) => b.terms.has(term)));
        return { a, b, similarity: shared / Math.max(1, Math.min(weigh([...a.terms]), weigh([...b.terms]))) };
      }),
  );
  const used = new Set<CandidateSentence>();
  return pairs
    .filter(({ similarity }) => similarity >= LEAST_SHARED)
    .sort((x, y) => y.similarity - x.similarity || x.a.rank + x.b.rank - y.a.rank - y.b.rank)
    .flatMap(({ a, b }): AttributePair[] => {
      if (used.has(a) || used.has(b)) return [];
      used.add(a).add(b);
      return [[a, b]];
    });
}

/** What speaks of one subject and not of the other: a sentence about both compares by itself. */
function about(sentences: readonly CandidateSentence[], own: string, other: string): CandidateSentence[] {
  return sentences.filter((sentence) => speaksOf(sentence, own) && !speaksOf(sentence, other));
}

/** The heading that a sentence stands under; none for what opens its document. */
function headingOf({ passage: { title, section } }: CandidateSentence): string {
  const heading = section.at(-1) ?? '';
  return heading === title ? '' : heading.toLowerCase();
}

/** The sum of ln((N + 1) / n) over terms that n of N sentences hold, without names and numbers. */
function weightIn(
  sentences: readonly CandidateSentence[],
  names: ReadonlySet<string>,
): (terms: readonly string[]) => number {
  const frequencies = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  // Equal values are no sign of the same attribute: "3 wicks a night" is the price of a bed and of stabling.
  const weightOf = (term: string): number =>
    names.has(term) || /^\p{N}/u.test(term) ? 0 : Math.log((sentences.length + 1) / (frequencies.get(term) ?? 1));
  return (terms) => terms.reduce((sum, term) => sum + weightOf(term), 0);
}
