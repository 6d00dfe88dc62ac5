import { attributeQuestion } from './attribute-question.js';

/**
 * A noun phrase, as short as the rest of its form allows. Bounded, like all that stands between two subjects: a form of two
 * subjects without end takes the cube of the question's length to fail, which was minutes for 8 KB.
 */
const SUBJECT = String.raw`((?:the |an? |my |our )?[\p{L}\p{N}][\p{L}\p{N}'’ -]{0,80}?)`;
/** Words that end a subject: what follows belongs to the question, not to the name. */
const STOPPED = String.raw`(?=[?.,;:!]|$| (?:in|on|at|for|by|when|if|with|as|is|was|are|were|do|does|did|has|have|had|differ|compare|cost|from|of what|regarding|concerning)\b)`;
const PUNCTUATED = String.raw`(?=[?.,;:!]|$)`;
const MEASURED = String.raw`(?:out(?:number|weigh|last|live|rank)|exceed|surpass|resemble)`;
const SET_APART = String.raw`(?:differ|disagree|diverge|compare|relate|alike|similar)`;

/** Forms of comparison, each with its two subjects; the more telling first. */
const FORMS: readonly string[] = [
  String.raw`\bbetween ${SUBJECT} and ${SUBJECT}`,
  String.raw`\bcompare[sd]? ${SUBJECT} (?:and|with|to|against) ${SUBJECT}`,
  String.raw`^\W*${SUBJECT} (?:or|against|vs\.?|versus) ${SUBJECT}(?=[,:] )`,
  String.raw`${SUBJECT} (?:vs\.?|versus) ${SUBJECT}`,
  String.raw`[,:–—-] ?${SUBJECT},? or ${SUBJECT}`,
  String.raw`\b(?:do|does|did|are|is|were|was|how) ${SUBJECT} and ${SUBJECT}(?= ${SET_APART})`,
  String.raw`\b(?:do|does|did) ${SUBJECT} ${MEASURED} ${SUBJECT}`,
  String.raw`\b(?:is|are|was|were) ${SUBJECT} (?:\w{1,30}er|(?:more|less) \w{1,30}|better|worse)(?: (?:in|on|at|for|by) [^?]{0,80}?)? than ${SUBJECT}`,
  String.raw`\b(?:is|are|was|were|does|do|did|has|have) ${SUBJECT} (?:\w{1,30}er|(?:more|less) \w{1,30}|better|worse)\b.{0,80}? than ${SUBJECT}`,
  String.raw`\b(?:is|are|was|were) ${SUBJECT} than ${SUBJECT}`,
  String.raw`\bboth ${SUBJECT} and ${SUBJECT}`,
];
const UP_TO_A_WORD = FORMS.map((form) => new RegExp(form + STOPPED, 'iu'));
const UP_TO_PUNCTUATION = FORMS.map((form) => new RegExp(form + PUNCTUATED, 'iu'));

/** No comparison of two things is longer, in UTF-16 code units. */
const LONGEST_COMPARISON = 1_000;

/** A subject that is told apart by where it is: "a room at the Red Lion". */
const LOCATED = / (?:in|on|at|of|from|by|with|near|under) /i;

/**
 * The two things that a comparison is about, in order; null when they cannot be told, as in a message longer than
 * `LONGEST_COMPARISON`.
 *
 * A phrase after the second subject is ambiguous: "the bell or the lens in the tower". If the first has a
 * phrase of its own, it belongs to the second alone ("a room at the Red Lion or a bed at the Swan"). Else it belongs to
 * both.
 */
export function findSubjects(query: string): readonly [string, string] | null {
  if (query.length > LONGEST_COMPARISON) return null;
  for (const [index, form] of UP_TO_A_WORD.entries()) {
    const [, first, second] = form.exec(query) ?? [];
    if (!first?.trim() || !second?.trim()) continue;
    const whole = LOCATED.test(first) ? UP_TO_PUNCTUATION[index]?.exec(query)?.[2] : undefined;
    return [first.trim(), (whole ?? second).trim()];
  }
  return null;
}

/** Stands where the other subject stood. */
const GAP = '\u0000';
const JOINS = String.raw`\b(?:and|or|with|to|against)\b`;
/** A word that joined the other subject to the rest; the same word elsewhere is the question's own: "longer to build". */
const BESIDE_GAP = new RegExp(String.raw`${JOINS}\s+${GAP}|${GAP},?\s+${JOINS}`, 'giu');

/** A phrase after the last subject, which holds for all of them: "in the north aisle". */
export function sharedBy(query: string, subjects: readonly string[]): string {
  const end = Math.max(...subjects.map((subject) => query.lastIndexOf(subject) + subject.length));
  return (
    /^ (?:in|on|at|for|by|when|if|with|as|from|to|over|under|during) [^,:?–—]*[^\s,:?.!–—]/i.exec(
      query.slice(end),
    )?.[0] ?? ''
  );
}

/**
 * The question about one of the two subjects; where it has no known form, the sentence without the other one.
 * "Which is heavier, the bell or the lens?" → "How heavy is the bell?"
 */
export function aboutOne(query: string, subject: string, other: string): string {
  const asked = attributeQuestion(query, subject, sharedBy(query, [subject, other]));
  if (asked !== null) return asked;
  const without = query
    .replace(other, GAP)
    .replace(/\b(?:difference between|compare[sd]?|versus|vs\.?|(?:than|between)\b)/gi, ' ')
    .replace(BESIDE_GAP, ' ')
    .replace(GAP, ' ')
    .replace(/(?<!\s)\s+([?.,;:!])/g, '$1')
    .replace(/^[\s,;:]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return without.includes(subject) ? without : `${subject} ${without}`;
}
