import type { Passage } from '@arbiter/contracts';
import { anyOf, AUXILIARIES } from '@arbiter/english';
import { termSet } from '@arbiter/text';
import { candidateSentences } from '../sentences/candidate-sentences.js';
import type { ChosenSentence } from '../sentences/compose-answer.js';

/** Fewer are no list. */
const FEWEST_ITEMS = 3;
/** Of the terms of a heading, the question has at least this share, 0–1: "Types of flexible schedules". */
const ASKED_SHARE = 0.6;
/** The things that are asked for: "types of schedules" of "What types of schedules does the office allow?". */
const THINGS = new RegExp(String.raw`\b(?:which|what)\s+((?:(?!${anyOf(AUXILIARIES)}\b)\S+\s+)+)`, 'i');
/** The same of "What are the values of the firm?" and "List the values of the firm." */
const NAMED_THINGS = /^\W*(?:please )?(?:what (?:are|were)|which (?:are|were)|list|name|show|give|tell)\b(.+)/is;
/** Between two passages that follow each other stand headings and white space, in characters. */
const WIDEST_GAP = 200;

/**
 * The items of a list that a source writes as sections: "Which challenges are there?" over a section "Challenges" with a
 * section for each. An item is its first sentence, behind its heading where it does not say that itself; a best sentence
 * that stands above them leads up to them.
 *
 * @param question as it was asked
 * @param best the sentence that answers best
 * @param passages all that may be cited, best first
 * @returns in the order of the document; null where no section around the best sentence is asked for and has three
 *   sections of its own, or the passages do not hold all between the first and the last of these
 */
export function headedItems(
  question: string,
  best: ChosenSentence,
  passages: readonly Passage[],
): readonly ChosenSentence[] | null {
  const asked = termSet(question);
  const named = THINGS.exec(question)?.[1] ?? NAMED_THINGS.exec(question)?.[1];
  if (named === undefined) return null;
  const things = termSet(named);
  const { passage } = best.candidate;
  for (let depth = passage.section.length; depth > 0; depth--) {
    if (!isAskedFor(termSet(passage.section[depth - 1] ?? ''), things, asked)) continue;
    const items = sectionsBelow(passage, depth, passages);
    if (items) return passage.section.length === depth ? [{ ...best, isLead: true }, ...items] : items;
  }
  return null;
}

function isAskedFor(heading: ReadonlySet<string>, things: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  const shared = [...heading].filter((term) => asked.has(term));
  return shared.some((term) => things.has(term)) && shared.length >= ASKED_SHARE * heading.size;
}

function sectionsBelow(best: Passage, depth: number, passages: readonly Passage[]): readonly ChosenSentence[] | null {
  const path = best.section.slice(0, depth).join('\n');
  const below = passages
    .filter(({ documentId, section }) => documentId === best.documentId && section.slice(0, depth).join('\n') === path)
    .sort((a, b) => a.start - b.start);
  const isPart = ({ section }: Passage): boolean => section.length > depth;
  const parts = below.filter(isPart);
  const first = below.findIndex(isPart);
  const isWhole = below.slice(first).every((passage, index, all) => {
    const before = all[index - 1];
    return !before || passage.start - before.end <= WIDEST_GAP;
  });
  const headings = [...new Set(parts.map(({ section }) => section[depth] ?? ''))];
  if (!isWhole || headings.length < FEWEST_ITEMS) return null;
  const items = headings.flatMap((heading): ChosenSentence[] => {
    const passage = parts.find(({ section }) => section[depth] === heading);
    const [candidate] = passage ? candidateSentences([passage]) : [];
    if (!candidate) return [];
    const isSaid = [...termSet(heading)].every((term) => candidate.terms.has(term));
    return [{ candidate, span: null, ...(!isSaid && { heading }) }];
  });
  return items.length === headings.length ? items : null;
}
