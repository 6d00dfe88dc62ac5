import type { Span } from '@arbiter/text';
import type { TextMentions } from '../mentions/text-mentions.js';

const ARTICLES = new Set(['a', 'an', 'the']);
/** Between a name and what it does or is. */
const AUXILIARIES = new Set(
  'is are was were be been being has have had once also later still now then never that who which'.split(' '),
);
const POSSESSIVE = /^['’]s/;

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
