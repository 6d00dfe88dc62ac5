import { pick } from '../words.js';
import { valuesIn, type ErrorPlanter } from './error-planter.js';

const FOLLOWING =
  '(?=[.,]|$| (?:in|with|by|and|to|for|from|when|after|before|until|at|on|the|a|an|as|because|but|over|was|is|were|of|it|he|she|they)\\b)';
/** After "before", "after", "by" and "until" another year may be true as well. */
const YEAR = new RegExp(`(?<=\\b(?:[Ii]n|[Ss]ince|[Oo]f|[Ff]rom|dated|\\p{Lu}\\p{Ll}{4,}) )\\d{3,4}${FOLLOWING}`, 'gu');
const BOUND_BEFORE = /\b(?:before|after|by|until|between) (?:\p{Lu}\p{Ll}+ )?$/iu;
/** Days of any calendar. */
const DAY = /\b(?!Today|Yesterday|Birthday|Holiday)\p{Lu}\p{Ll}{2,}day\b/gu;
const MONTH = /\b(?:January|February|March|April|June|July|August|September|October|November|December)\b(?= \d)/g;

/** Another year, month or day; years are made up where the document has no other. */
export const plantDate: ErrorPlanter = (sentence, { document, random }) => {
  const site = pick(
    [YEAR, DAY, MONTH].flatMap((pattern) =>
      [...sentence.matchAll(pattern)]
        .filter(({ index }) => !BOUND_BEFORE.test(sentence.slice(0, index)))
        .map((match) => ({ from: match[0], index: match.index, pattern })),
    ),
    random,
  );
  if (!site) return null;
  const { from, index, pattern } = site;
  // Since a later year the same is true as well.
  const since = /\b[Ss]ince $/.test(sentence.slice(0, index));
  const others = valuesIn(document, pattern).filter(
    ({ value }) => !sentence.includes(value) && (!since || Number(value) < Number(from)),
  );
  const found = pick(others, random);
  const made = pattern === YEAR ? String(Number(from) - 2 - Math.floor(random() * 9)) : null;
  const to = found?.value ?? made;
  if (to === null) return null;
  return {
    text: sentence.slice(0, index) + to + sentence.slice(index + from.length),
    from,
    to,
    block: found?.block ?? null,
  };
};
