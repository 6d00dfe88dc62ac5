const SINGLE_QUOTES = /[‘’ʼ′]/g;
const DOUBLE_QUOTES = /[“”„″]/g;
/** The mark that ends a question, however often it is typed, or none. */
const END = /(?<![\s?!.…？！。])[\s?!.…？！。]+$/u;
/** Left as they end: another script has marks of its own, and an abbreviation its full stop. */
const KEEPS_ITS_END = /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s][\s?!.…？！。]*$|\b(?<!\b\p{L}\.)(?:\p{L}\.){2,}$/u;
/** Commands in the last sentence, as opposed to questions. */
const COMMAND =
  /(?:^|[.!?:]\s+)(?:please\s+)?(?:build|calculate|compare|count|define|describe|enumerate|explain|find|give|list|make|name|outline|recite|show|state|summari[sz]e|tell|write)\b[^.!?]*$/i;

const HAS_DONE = String.raw`(?=\s+(?:already|always|been|become|done|ever|gone|got|had|just|never|since)\b)`;
const ASKED = String.raw`\b(what|who|where|when|why|how|which|there|that)'s\b`;
const NEGATED = 'do|does|did|is|are|was|were|has|have|had|could|would|should|must|need|might';
/** Short forms become long ones, but for "not", which most people join to its verb. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${ASKED}${HAS_DONE}`, 'gi'), '$1 has'],
  [new RegExp(ASKED, 'gi'), '$1 is'],
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(we|you|they|who|what|where)'re\b/gi, '$1 are'],
  [/\b(i|we|you|they|who)'ve\b/gi, '$1 have'],
  [/\b(i|we|you|they|he|she|it|who|what|there)'ll\b/gi, '$1 will'],
  [new RegExp(String.raw`\b(${NEGATED})\s+not\b(?!\s+(?:just|least|merely|only)\b)`, 'gi'), "$1n't"],
  [/\bcan(?:\s+not|not)\b(?!\s+(?:just|least|merely|only)\b)/gi, "can't"],
  [/\bwill\s+not\b(?!\s+(?:just|least|merely|only)\b)/gi, "won't"],
];

/**
 * Brings a question into its canonical form: straight quotes, single blanks, composed letters, "what is" for "what's",
 * "isn't" for "is not". It ends in one mark, which depends on its words and not on the mark that was typed. Models read a
 * mark as a word: without their marks, 9 of 94 questions were decided differently.
 *
 * @returns the question in the form in which it is searched for, read and judged; empty for one of signs alone
 */
export function canonicalQuestion(question: string): string {
  const plain = question
    .normalize('NFC')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(/[^\S\n]+/gu, ' ')
    .trim();
  const worded = SHORT_FORMS.reduce((text, [form, other]) => text.replace(form, other), plain);
  return KEEPS_ITS_END.test(worded) ? worded : withEnd(worded);
}

function withEnd(question: string): string {
  const bare = question.replace(END, '');
  if (bare === '') return question;
  return `${bare}${COMMAND.test(bare) ? '.' : '?'}`;
}
