/** Words that end a subject: what follows belongs to the question, not to the name. */
const SUBJECT = String.raw`((?:the |an? |my |our )?[\p{L}\p{N}][\p{L}\p{N}'’ -]*?)`;
const END = String.raw`(?=[?.,;:!]|$| (?:in|on|at|for|by|when|with|as|is|was|are|were|do|does|did|has|have|had|differ|compare|cost|from|of what|regarding|concerning)\b)`;

const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`\bbetween ${SUBJECT} and ${SUBJECT}${END}`, 'iu'),
  new RegExp(String.raw`\bcompare[sd]? ${SUBJECT} (?:and|with|to|against) ${SUBJECT}${END}`, 'iu'),
  new RegExp(String.raw`${SUBJECT} (?:vs\.?|versus) ${SUBJECT}${END}`, 'iu'),
  new RegExp(String.raw`[,:–—-] ?${SUBJECT} or ${SUBJECT}${END}`, 'iu'),
  new RegExp(String.raw`\b(?:do|does|did|are|is|were|was|how) ${SUBJECT} and ${SUBJECT} (?:differ|compare|relate|alike|similar)`, 'iu'),
  new RegExp(String.raw`\b(?:is|are|was|were|does|do|did|has|have) ${SUBJECT} (?:\w+er|more \w+|less \w+|better|worse)\b.*? than ${SUBJECT}${END}`, 'iu'),
  new RegExp(String.raw`\bboth ${SUBJECT} and ${SUBJECT}${END}`, 'iu'),
];

/** @returns the two things that a comparison is about, in order; null when they cannot be told */
export function findSubjects(query: string): readonly [string, string] | null {
  for (const form of FORMS) {
    const [, first, second] = form.exec(query) ?? [];
    if (first?.trim() && second?.trim()) return [first.trim(), second.trim()];
  }
  return null;
}

/**
 * The question about one of the two subjects: the sentence without the other one.
 * "Which is heavier, the bell or the lens?" → "Which is heavier, the bell"
 */
export function aboutOne(query: string, subject: string, other: string): string {
  const without = query
    .replace(other, ' ')
    .replace(/\b(?:difference between|compare[sd]?|versus|vs\.?)/gi, ' ')
    .replace(/\b(?:and|or|than|with|to|against|between)\b(?=\s*(?:[?.,;:!]|$|\s))/gi, ' ')
    .replace(/\s+([?.,;:!])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return without.includes(subject) ? without : `${subject} ${without}`;
}
