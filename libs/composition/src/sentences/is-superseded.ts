/** Says of itself that it no longer holds: "Before 374 …", "used to", "no longer", "was once". */
const NO_LONGER =
  /^(?:before|until|up to)\s+(?:the\s+)?(?:\w+\s+){0,2}\d|\b(?:used to|formerly|in former (?:times|days|years)|no longer|was once|were once|until recently|originally|previously)\b/i;
/** Asks for what was. */
const ASKS_PAST =
  /\b(?:was|were|did|had|before|until|former|formerly|used to|once|originally|previously|history|historical|ago|old(?:er)? (?:law|rule|price))\b|\bin \d{3,4}\b/i;

/** Whether a sentence tells what held once, to a question that asks what holds. */
export function isSuperseded(question: string, sentence: string): boolean {
  return NO_LONGER.test(sentence) && !ASKS_PAST.test(question);
}
