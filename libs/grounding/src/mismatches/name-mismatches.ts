import type { NameMention, Span } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';
import { readWords } from '../passages/read-words.js';

const PRONOUNS = new Set('he she it they him her them his hers its their theirs this these those who'.split(' '));

/** Letters that a short form has at the least: "Tim" for Timothy, "Jamaica" in Jamaican. */
const SHORTEST_FORM = 3;

const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/;

const ARTICLES = new Set(['a', 'an', 'the']);
/** Words between a name and its predicate. */
const AUXILIARIES = new Set(
  'is are was were be been being has have had once also later still now then never that who which'.split(' '),
);
const POSSESSIVE = /^['’]s/;

/**
 * Names that the nearest sentence lacks, and other names with the same family name. A name is present if the sentence holds
 * a part of it. It may also be present behind a pronoun of the sentence, beside the sentence, or in the title. That does not
 * apply if the sentence has another name in its place that the claim lacks.
 */
export function nameMismatches({ claim, sentence, known }: ComparedTexts): Mismatch[] {
  const stoodFor = sentence.words.some(
    ({ form }) => PRONOUNS.has(form) && !claim.words.some((word) => word.form === form),
  );
  const left = sentence.names.filter((name) => lacks(claim, name) && !isDate(sentence, name));
  const added = claim.names.filter(
    (name) => stemsOf(name).every((stem) => !isNamed(stem, sentence)) && !isDate(claim, name),
  );
  // One name for another.
  const only = added.length === 1 && left.length === 1 && !stoodFor ? left[0] : undefined;
  return claim.names.flatMap((name): Mismatch[] => {
    const stems = stemsOf(name);
    const missing = isInitialsOf(name, sentence) ? [] : stems.filter((stem) => !isNamed(stem, sentence));
    if (missing.length === 0 || isDate(claim, name)) return [];
    const relative = left.find((other) => stemsOf(other).some((stem) => stems.includes(stem)));
    const partial = stems.some((stem) => isNamed(stem, sentence)) && !isAnothers(stems, claim, sentence);
    const alike = partial ? undefined : left.find((other) => standAlike(claim, name, sentence, other));
    const instead = relative ?? alike ?? (partial ? undefined : only);
    if (instead) return [{ kind: 'name', message: `the source names ${instead.text}, not ${name.text}` }];
    if (partial || stoodFor) return [];
    if (missing.every((stem) => known.has(stem))) return [];
    return [{ kind: 'name', message: `the source does not name ${name.text}`, missing: true }];
  });
}

function lacks(text: TextMentions, name: NameMention): boolean {
  return stemsOf(name).some((stem) => !isNamed(stem, text));
}

/** Whether a text has a word of a name, in a name of its own, perhaps in its short or its long form. */
function isNamed(stem: string, { text, words, names }: TextMentions): boolean {
  const isInName = (place: number): boolean => names.some(({ start, end }) => start <= place && place < end);
  return words.some(({ stem: other, start }) => {
    const [short, long] = stem.length < other.length ? [stem, other] : [other, stem];
    const isForm = short === long || (short.length >= SHORTEST_FORM && long.startsWith(short));
    return isForm && (isInName(start) || /\p{Lu}|\p{N}/u.test(text.charAt(start)));
  });
}

/** "UK" for the United Kingdom. */
function isInitialsOf({ text }: NameMention, { names }: TextMentions): boolean {
  const initials = (name: string): string => [...name.matchAll(/\p{Lu}/gu)].join('');
  return /^(?:\p{Lu}\.?){2,}$/u.test(text) && names.some((name) => initials(name.text) === initials(text));
}

/** "December" and "Till June 2017": dates are compared as such. */
function isDate({ dates }: TextMentions, { text, start, end }: NameMention): boolean {
  return CALENDAR.test(text) || dates.some((date) => date.start < end && start < date.end);
}

/** Whether what the sentence has of a name is another name's: the claim has these words more often than the sentence. */
function isAnothers(stems: readonly string[], claim: TextMentions, sentence: TextMentions): boolean {
  const countIn = ({ words }: TextMentions, stem: string): number => words.filter((word) => word.stem === stem).length;
  return stems.every((stem) => countIn(claim, stem) > countIn(sentence, stem));
}

function stemsOf({ text }: NameMention): string[] {
  return readWords(text)
    .filter(({ content }) => content)
    .map(({ stem }) => stem);
}

/**
 * The words before and after a span, articles and auxiliaries passed over. "Pim's aunt" and "the aunt of Pim" give Pim the
 * same neighbour.
 */
export function neighboursOf({ text, words }: TextMentions, { start, end }: Span): ReadonlySet<string> {
  const others = words.filter(({ form }) => !ARTICLES.has(form) && !AUXILIARIES.has(form));
  const at = others.findLastIndex((word) => word.end <= start);
  const [before, beyond] = [others[at], others[at - 1]];
  const after = others.find((word) => word.start >= end);
  const isOwner = POSSESSIVE.test(text.slice(end));
  return new Set([
    ...(before?.form === 'of' && beyond ? [`${beyond.stem} of _`] : before ? [`${before.stem} _`] : []),
    ...(after ? [isOwner ? `${after.stem} of _` : `_ ${after.stem}`] : []),
  ]);
}

/** Whether two texts have a span each between, at least on one side, the same words. */
export function standAlike(a: TextMentions, one: Span, b: TextMentions, other: Span): boolean {
  const there = neighboursOf(b, other);
  return [...neighboursOf(a, one)].some((neighbour) => there.has(neighbour));
}

export function isArticle(form: string): boolean {
  return ARTICLES.has(form);
}
