import { definedSubject } from '@arbiter/composition';
import { termSet } from '@arbiter/text';
import { candidateSentences, type CandidateSentence } from '../sentences/candidate-sentences.js';
import { inReadingOrder, type ChosenSentence, type Composition } from '../sentences/compose-answer.js';
import type { JudgedSentence } from '../sentences/judge-sentences.js';
import {
  LEAST_PROBABILITY,
  asChosen,
  distinctAnswers,
  rankedAnswers,
  saysNothingNew,
  type ReadQuestion,
} from './choose-answers.js';
import { definingAnswer, speaksOf } from './subjects.js';

/** Of the best probability, another sentence of the whole question has at least this share, 0–1. */
const BESIDE = 0.3;
/** A side that is not read as an answer to its own question may still be one to the whole. */
const LEAST_FOR_A_SIDE = 0.1;
const MOST_COMPARED = 4;

/**
 * For each side the sentence that says it; then what else answers the whole question as well. A comparison that names no
 * attribute goes through those that both sides have.
 */
export function writeComparison(question: ReadQuestion): Composition {
  const general = writeGeneralComparison(question);
  if (general) return general;
  const { whole, parts, maxSentences } = question;
  const sides = parts.flatMap(({ judged }) => rankedAnswers(judged, LEAST_FOR_A_SIDE).slice(0, 1));
  const ranked = rankedAnswers(whole);
  const best = ranked[0]?.probability ?? 0;
  const beside = ranked.filter(({ probability }) => probability >= BESIDE * best);
  const distinct = distinctAnswers([...sides, ...beside]);
  const chosen = distinct.slice(0, Math.min(maxSentences, MOST_COMPARED, Math.max(2, sides.length)));
  return { chosen: inReadingOrder(chosen.map(asChosen)), layout: 'paragraphs', hasShortAnswer: false };
}

/** Least probability at which a sentence elsewhere defines a side, 0–1. */
const LEAST_TO_DEFINE = 0.1;
const MOST_ATTRIBUTES = 3;

/**
 * "Compare A and B.", without a word of what in: what each is, and what the sources say of both, a paragraph for each with
 * the attributes in one order.
 *
 * @returns null where the parts do not ask what each of two things is, or the sources do not say it
 */
export function writeGeneralComparison({ passages, parts, maxSentences }: ReadQuestion): Composition | null {
  const [first, second] = parts.map(({ question }) => definedSubject(question));
  const [left = [], right = []] = parts.map(({ judged }) => judged);
  if (parts.length !== 2 || !first || !second) return null;
  const [a, b] = [definitionOf(first, left), definitionOf(second, right)];
  if (!a || !b || saysNothingNew(a.candidate, b.candidate)) return null;
  const beside = candidateSentences(passages).filter(
    (candidate) => !saysNothingNew(candidate, a.candidate) && !saysNothingNew(candidate, b.candidate),
  );
  const most = Math.max(0, Math.min(MOST_ATTRIBUTES, Math.floor(maxSentences / 2) - 1));
  const attributes = sharedAttributes(beside, [first, second]).slice(0, most);
  const sideOf = (definition: JudgedSentence, side: 0 | 1): ChosenSentence[] => [
    asChosen(definition),
    ...attributes.map((pair) => ({ candidate: pair[side], span: null })),
  ];
  const chosen = [...sideOf(a, 0), ...sideOf(b, 1)].slice(0, maxSentences);
  return { chosen, layout: 'paragraphs', hasShortAnswer: false };
}

function definitionOf(subject: string, judged: readonly JudgedSentence[]): JudgedSentence | undefined {
  return definingAnswer(subject, judged, LEAST_PROBABILITY) ?? rankedAnswers(judged, LEAST_TO_DEFINE)[0];
}

/** A sentence of each of two sides that speak of the same attribute. */
type AttributePair = readonly [CandidateSentence, CandidateSentence];

/** Of the weight of the terms of the shorter one, two sentences of one attribute share at least this, 0–1. */
const LEAST_SHARED = 0.1;

/**
 * What both sides of a comparison say something about: pairs of sentences under the same heading, or in the same column, that
 * share telling terms besides the names that are compared. The rarer a term is among the sentences of both sides, the more it
 * tells (inverse document frequency, Spärck Jones 1972). The best pair comes first; no sentence stands in two pairs.
 *
 * @param subjects the names of both sides
 */
function sharedAttributes(
  sentences: readonly CandidateSentence[],
  subjects: readonly [string, string],
): AttributePair[] {
  const names = new Set(subjects.flatMap((subject) => [...termSet(subject)]));
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

/** A hop is said where it is surely one: the final fact can stand alone. */
const LEAST_FOR_A_HOP = 0.2;
const MOST_HOPS = 3;

/** The final fact first, then the hops that lead to it, a sentence each. */
export function writeChain({ whole, parts, maxSentences }: ReadQuestion): Composition {
  const [best] = rankedAnswers(whole);
  const hops = parts.flatMap(({ judged }) => rankedAnswers(judged, LEAST_FOR_A_HOP).slice(0, 1));
  const distinct = distinctAnswers([...(best ? [best] : []), ...hops]).slice(0, Math.min(maxSentences, MOST_HOPS));
  // A hop's result is not the requested answer, so it is not highlighted.
  const chosen = distinct.map((each) => (each === best ? asChosen(each) : { ...asChosen(each), span: null }));
  return { chosen, layout: 'prose' };
}
