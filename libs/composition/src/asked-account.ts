/** An answer of several facts: what there is to say of something, or what happened, in its order. */
export type AccountKind = 'summary' | 'narrative';

/** Longer questions are stories themselves. In characters. */
const LONGEST_QUESTION = 200;

const POLITE = String.raw`^\W*(?:please[ ,]+|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you to )?)?`;
const GIVE = String.raw`(?:(?:give|write|show)(?: (?:me|us))? |i (?:want|need) )?`;

const SUMMARY = [
  regex(String.raw`(?:summari[sz]e|sum up|recap|outline|describe|characteri[sz]e|introduce)\s`),
  regex(
    String.raw`${GIVE}(?:an?|the|some)? ?(?:(?:short|brief|quick|concise|general) )?(?:summary|overview|outline|recap|rundown|synopsis|description|profile|introduction|gist)(?: (?:of|on|about|to|for))\s`,
  ),
  regex(String.raw`tell (?:me|us) (?:more |all |everything |something )?about\s`),
  regex(
    String.raw`what (?:(?:do|can|should|must) (?:i|we|you|one)|does anyone) (?:know|need to know|say|tell (?:me|us)) about\s`,
  ),
  regex(String.raw`what is (?:there to know|known|said|written) (?:about|of)\s`),
];
const NARRATIVE = [
  regex(
    String.raw`(?:(?:tell|recount|relate|narrate|walk|take) (?:(?:me|us) )?(?:through )?)?(?:exactly )?what (?:all )?happened\b`,
  ),
  regex(String.raw`what (?:has |had )?(?:became|become) of\s`),
  regex(
    String.raw`(?:(?:tell|give|write|show|recount|relate)(?: (?:me|us))? )?(?:an? |the )?(?:(?:short|brief|whole|full) )?(?:story|history|chronicle|chronology|timeline|course of events|sequence of events|events) (?:of|behind|about|around|during|at|in)\s`,
  ),
  regex(String.raw`what(?: is|'s| was) the (?:story|history) (?:of|behind)\s`),
  regex(String.raw`what(?: is|'s| was) (?<subject>\S.*?)'s? (?:story|history)\W*$`),
  regex(
    String.raw`how did (?<subject>.+?) (?:come about|come to be|unfold|play out|go down|develop|begin and end)\W*$`,
  ),
  regex(String.raw`(?:recount|retell|narrate)\s`),
];

export interface AskedAccount {
  readonly kind: AccountKind;
  /** Subject in the words of the question: "the Gilded Eel", "when the pump failed". */
  readonly subject: string;
}

/**
 * The account that a question asks for instead of one fact.
 *
 * @returns null where it asks for something else: "What happened in 302?" asks for an account, "What happens when …?" for a rule
 */
export function askedAccount(question: string): AskedAccount | null {
  if (question.length > LONGEST_QUESTION) return null;
  return accountOf(question, 'summary', SUMMARY) ?? accountOf(question, 'narrative', NARRATIVE);
}

function accountOf(question: string, kind: AccountKind, forms: readonly RegExp[]): AskedAccount | null {
  for (const form of forms) {
    const match = form.exec(question);
    if (!match) continue;
    const subject = match.groups?.subject ?? question.slice(match[0].length);
    return { kind, subject: withoutEnd(subject.replace(LEADING_PREPOSITION, '')) };
  }
  return null;
}

/** "What happened at the fair": of the fair. */
const LEADING_PREPOSITION = /^\s*(?:at|on|in|to|with|during|of|about|between)\s+/iu;

const DEFINITION = [
  /^\W*(?:who|what)(?:'s|\s+(?:is|are|was|were))\s+(?<subject>\S[^?]*)$/iu,
  /^\W*what\s+(?:does|do|did)\s+(?<subject>\S[^?]*)\smean$/iu,
  /^\W*(?:define|explain)\s+(?<subject>\S[^?]*)$/iu,
];

/**
 * What a question wants defined: "the Gilded Eel" of "What is the Gilded Eel?".
 *
 * @returns null where the question has another form. "The price of a bed" has this one, too: whether the sources name a
 *   thing so, the caller finds out
 */
export function definedSubject(question: string): string | null {
  if (question.length > LONGEST_QUESTION) return null;
  for (const form of DEFINITION) {
    const subject = form.exec(withoutEnd(question))?.groups?.subject;
    if (subject !== undefined) return subject;
  }
  return null;
}

/** Without white space around it, and without the marks that end it. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s?.!]/u.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trimStart();
}

function regex(source: string): RegExp {
  return new RegExp(POLITE + source, 'iu');
}
