/** Limits what the sentence before said, whether at the head or later. */
const LIMITS_ANYWHERE =
  /\b(?:unless|except(?:\s+(?:for|that|when|where|if|in|on))?|excepting|excluding|save\s+(?:for|that|when|where|in)|apart\s+from|aside\s+from|other\s+than|but\s+(?:not|only|never|no)|only\s+(?:if|when|where|after|until|for|with|in|on|by|while|as\s+long\s+as)|provided\s+(?:that|you|they|it|the)|as\s+long\s+as|so\s+long\s+as|on\s+condition\s+that|subject\s+to|not\s+(?:apply|include|cover|valid|counted?|allowed\s+(?:if|when|in))|no\s+longer\s+appl(?:y|ies)|with\s+the\s+exception\s+of|limited\s+to|at\s+most|does\s+not\s+hold|do(?:es)?\s+not\s+count|void\s+if|ceases?\s+to\s+appl(?:y|ies))\b/i;
const LIMITS_AT_HEAD =
  /^["'“‘(]*(?:however|but|otherwise|though|although|nevertheless|nonetheless|still,|yet|even so|that said|only|not|never|in (?:winter|summer|spring|autumn|that case|emergencies|an emergency)|if|for (?:children|members|guests|residents|foreigners|non-\p{L}+)|exceptions?\b|the (?:only )?exception|this (?:does not|applies only|only applies|holds only|excludes))(?![\p{L}])/iu;
/** "Other than that, …" of another matter, "not only … but also" adds. */
const LIMITS_NOTHING =
  /\bnot only\b|^(?:if|when) (?:you (?:have|need|want) (?:any )?(?:questions|help|more)|in doubt)\b|^but (?:also|first|then|now)\b|^only (?:then|one|two|three|a few|\d)/i;

/** Says of itself that it no longer holds: "Before 374 …", "used to", "no longer", "was once". */
const NO_LONGER =
  /^(?:before|until|up to)\s+(?:the\s+)?(?:\w+\s+){0,2}\d|\b(?:used to|formerly|in former (?:times|days|years)|no longer|was once|were once|until recently|originally|previously)\b/i;
/** Asks for what was. */
const ASKS_PAST =
  /\b(?:was|were|did|had|before|until|former|formerly|used to|once|originally|previously|history|historical|ago|old(?:er)? (?:law|rule|price))\b|\bin \d{3,4}\b/i;

/**
 * Whether a sentence limits what the one before it said: a condition, an exception, a restriction ("unless", "only if",
 * "but not", "However, …").
 */
export function hasCondition(next: string): boolean {
  const text = next.trim();
  return !LIMITS_NOTHING.test(text) && (LIMITS_ANYWHERE.test(text) || LIMITS_AT_HEAD.test(text));
}

/** Whether a sentence tells what held once, to a question that asks what holds. */
export function isSuperseded(question: string, sentence: string): boolean {
  return NO_LONGER.test(sentence) && !ASKS_PAST.test(question);
}
