import { deniesImplicitly, negationsIn, numbersIn, quotationsIn, type Span } from '@arbiter/text';

/** Excepts what follows it, to the end of its clause. */
const EXCEPTION =
  /(?<![\p{L}\p{N}])(?:unless|but (?:not|never)|apart from|aside from|other than|save for|rather than|instead of|with the exception of|no longer)(?![\p{L}\p{N}])/giu;
/** Bounds what follows right behind it. */
const BOUND =
  /(?<![\p{L}\p{N}])(?:(?:no |not )?(?:more|less|fewer|greater|higher|lower|later|earlier|longer|older|younger|larger|smaller|sooner) than|at (?:most|least|the (?:most|least|latest|earliest))|up to|as (?:many|much|long|late|early) as|maximum of|minimum of|exceed(?:s|ing)?|before|(?<!(?:named|called|look|looks|looked|looking|known) )after|until|till|since|from|within)(?![\p{L}\p{N}])/giu;
/** Bounds a number, and is the place of anything else: "under 12", "under the bridge". */
const BOUND_OF_NUMBER =
  /(?<![\p{L}\p{N}])(?:over|under|above|below|beyond|about|around|almost|nearly|roughly)(?![\p{L}\p{N}])/giu;
/** Stands between a bound and what it bounds: "up to a total of 5". */
const BETWEEN = /^\s*(?:(?:the|an?|its|his|her|their|this|that|and|including|age|total|maximum|minimum|at|of)\s+)*$/iu;
/** Bounds what stands before it, with a unit between them. */
const BOUND_BEHIND =
  /^(?:\s+[\p{L}'’]+)?\s+(?:(?:or|and) (?:more|less|fewer|later|earlier|older|younger|longer|shorter|(?:above|below|over|under)(?!\s+(?:the|an?|its)\b))|at (?:most|least|the (?:most|least|latest|earliest))|on(?=\s*(?:[,.;:!?)]|$))|onwards?|upwards?)(?![\p{L}\p{N}])/iu;
/** Bounds only with what stands behind: "from 9 o'clock on", and not "from Skerrow". */
const FROM = /^from$/i;
/** Bounds an amount or a time, and is the place or the reason of anything else. */
const OF_NUMBER = /^(?:since|within)$/i;

const CLAUSE_END =
  /[,.:–](?!\d)|[;!?—]|(?<![\p{L}\p{N}])(?:but|while|whereas|although|though|because)(?![\p{L}\p{N}])/iu;
/** What is said in between ends no clause: "cannot, in winter, have more than two". */
const ASIDE = /,[^,;:.!?]{1,60},|\([^()]{1,60}\)/g;
const WORD = /[\p{L}\p{N}'’]+/gu;

/**
 * A span of a sentence with what denies, excepts or bounds it: "more than two" of "A member cannot have more than two boats" would
 * say the opposite. A negation or an exception reaches to the end of its clause, a bound what it stands beside. Of a quotation that
 * the span holds a part of it takes the rest.
 */
export function withItsLimits(sentence: string, span: Span): Span {
  let { start, end } = wholeQuotation(sentence, span);
  const behind = BOUND_BEHIND.exec(sentence.slice(end))?.[0] ?? '';
  end += behind.length;
  const before = sentence.slice(0, start);
  const starts = [
    ...negatorsIn(before).filter((negator) => reaches(before.slice(negator.end))),
    ...boundsOf(sentence, { start, end }, behind !== ''),
  ].map((limit) => limit.start);
  start = Math.min(start, ...starts);
  return wholeQuotation(sentence, { start, end });
}

/** What denies or excepts, each from the beginning of its word. */
function negatorsIn(text: string): Span[] {
  const negations = negationsIn(text).map(({ start, end }) => ({ start: startOfWord(text, start), end }));
  const implicit = [...text.matchAll(WORD)].filter(([word]) => deniesImplicitly(word.toLowerCase())).map(spanOf);
  return [...negations, ...implicit, ...[...text.matchAll(EXCEPTION)].map(spanOf)];
}

function startOfWord(text: string, index: number): number {
  let start = index;
  while (start > 0 && /[\p{L}\p{N}]/u.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** @param between what stands between a negation and a span; "but" right behind one excepts: "nobody but Mara" */
function reaches(between: string): boolean {
  return !CLAUSE_END.test(between.replace(/^\s+but\b/i, '').replace(ASIDE, ' '));
}

function boundsOf(sentence: string, { start, end }: Span, isBoundBehind: boolean): Span[] {
  const holdsNumber = numbersIn(sentence.slice(start, end)).length > 0;
  const bounds = [...sentence.matchAll(BOUND), ...(holdsNumber ? sentence.matchAll(BOUND_OF_NUMBER) : [])];
  return bounds
    .filter(([words]) => (FROM.test(words) ? isBoundBehind : holdsNumber || !OF_NUMBER.test(words)))
    .map(spanOf)
    .filter((bound) => bound.start < start && (bound.end > start || BETWEEN.test(sentence.slice(bound.end, start))));
}

function spanOf({ 0: words, index }: RegExpExecArray): Span {
  return { start: index, end: index + words.length };
}

/** A span that holds one mark of a quotation, and not its partner, with all of it. */
function wholeQuotation(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  for (const quotation of quotationsIn(text)) {
    const [opening, closing] = [quotation.start - 1, quotation.end];
    const [holdsOpening, holdsClosing] = [opening >= from && opening < to, closing >= from && closing < to];
    if (holdsOpening === holdsClosing) continue;
    from = Math.min(from, opening);
    to = Math.max(to, closing + 1);
  }
  return { start: from, end: to };
}
