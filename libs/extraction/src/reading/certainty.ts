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
const HEARSAY =
  /(?=\p{L})(?<!\p{L})(?:rumou?r(?:s|ed)?|gossip|hearsay|legend(?:s|ary)?|myth|superstition|supposed(?:ly)?|alleged(?:ly)?|reportedly|apparently|perhaps|maybe|possibly|probably|presumably|(?:is|are|was|were) said|(?:some|people|many|others|they|folk|locals|sailors|drunkards|one|nobody|everybody|everyone|\p{L}+s) (?:say|think|believe|claim|whisper|swear|suspect|insist|hold|mutter)|(?:claim|claimed|claims|believes|believed|suspects|suspected|thinks|thought|swears|swore|insists|insisted|alleges|whispers|whispered|boasts|boasted|pretends|pretended|imagines|guesses|guessed|fears|feared|hopes|hoped|wonders|doubts|doubted|lied|lies) (?:that|to|it|he|she|the|his|her)|according to (?:(?:a |the |an )?(?:rumou?rs?|gossip|legends?|tales?|stor(?:y|ies)|songs?|ballads?|some|many|talk|hearsay))|word is|story goes|so-called|would-be|self-styled|unconfirmed|it seems|seems to|appears to)(?![\p{L}])/iu;
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
    [HEARSAY, VOUCHED].some((pattern) => pattern.test(sentence.slice(0, to))) ||
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
