import { HEARSAY } from '@arbiter/english';

/** How a text tells something: as a fact, as hearsay, or not at all (denied, asked, wished, supposed, planned). */
export type Certainty = 'told' | 'doubtful' | 'untold';

const NEGATION =
  /(?<![\p{L}])(?:not(?! only)|never|no longer|nobody|no one|none|neither|nor|cannot|without|hardly|instead of|rather than)(?![\p{L}])|n['’]t(?![\p{L}])/iu;
/** After "no" a noun is denied: "has no deputy". */
const NO_NOUN = /(?<![\p{L}])no(?= \p{Ll})/u;
const MODAL =
  /(?<![\p{L}])(?:would|could|might|may(?= (?:be|have|become|\p{Ll}+(?! \d)))|should|shall|ought to|will|plans? to|planned|planning|proposed|proposes|intends?|hopes? to|wants? to|wishes to|tries to|tried to|attempts? to|attempted to|is to be|are to be|was to be|were to be|is going to|due to become|about to|asked to|refused? to|refuses to|failed to|threatens to|candidate (?:for|to)|nearly|almost)(?![\p{L}])/u;
const CONDITION =
  /(?:^|[,;:(—–] ?| (?:but|and|even|only|except|as) )(?:if|unless|whether|should|were|had|in case|suppose|supposing|until|once|before)(?![\p{L}])[^,;:]*$/iu;
/** "claims that", "believed it": somebody says so. */
const SAID =
  /(?=\p{L})(?<!\p{L})(?:claim(?:s|ed)?|believe[sd]|suspect(?:s|ed)|thinks|thought|swears|swore|insist(?:s|ed)|alleges|whisper(?:s|ed)|boast(?:s|ed)|pretend(?:s|ed)|imagines|guess(?:es|ed)|fear(?:s|ed)|hope[sd]|wonders|doubts|lie[sd]) (?:that|to|it|he|she|the|his|her)(?!\p{L})/iu;
/** "according to Ada", "Ben claims Ada …": a name vouches for it. */
const VOUCHED =
  /(?<![\p{L}])(?:[Aa]ccording to|claims?|claimed|believes|believed|suspects|suspected|thinks|thought|swears|insists|alleges|says|said) \p{Lu}\p{Ll}/u;
const QUOTE = /[“"]([^”"]{12,600})[”"]/gu;

/**
 * Reads how a sentence tells of what stands between two places.
 *
 * @param from where the first of two names begins
 * @param to where the second ends
 */
export function certaintyOf(sentence: string, from: number, to: number): Certainty {
  if (/\?["”’)]*$/.test(sentence)) return 'untold';
  const before = sentence.slice(0, from);
  const within = sentence.slice(from, to);
  if (NEGATION.test(within) || NO_NOUN.test(within) || MODAL.test(within)) return 'untold';
  if (CONDITION.test(before) || isDeniedBefore(before)) return 'untold';
  if (
    [HEARSAY, SAID, VOUCHED].some((pattern) => pattern.test(sentence.slice(0, to))) ||
    /(?:^|, )(?:as )?(?:it is said|they say|some say|rumou?r has it|so the story goes)/i.test(sentence.slice(to))
  )
    return 'doubtful';
  for (const { 0: quote, index } of sentence.matchAll(QUOTE))
    if (index < from && to <= index + quote.length) return 'doubtful';
  return 'told';
}

/** "It is not true that …", "Nobody believes that …". */
function isDeniedBefore(before: string): boolean {
  return /(?<![\p{L}])(?:(?:not|never|no longer|nobody|untrue|false|wrong|denies|denied|deny)(?: \p{Ll}+){0,3} that|no)(?: (?:the|an?))?\s*$/iu.test(
    before,
  );
}
