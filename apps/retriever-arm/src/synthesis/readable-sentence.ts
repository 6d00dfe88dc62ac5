/** Numbers by which a source cites others; they lead nowhere in an answer, and would be taken for its own markers. */
const REFERENCES = /[^\S\n]?\[\d+(?:[\s,;–-]+\d+)*\]/g;
/** What a plain text keeps of Markdown: the sign of an item or a heading, emphasis, code, links. */
const ITEM_SIGN = /^(?:[-*•–+]|#{1,6})\s+/;
const EMPHASIS = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g;
const CODE = /`([^`\n]+)`/g;
const LINK = /!?\[([^\]\n]{1,1000})\]\([^()\s]+\)/g;
/** The number of an item, out of place in running text. */
const ITEM_NUMBER = /^\(?(?:\d{1,3}|[a-z])[.)]\s+/i;

/**
 * A sentence of a source as an answer shows it: in one line, without the leftovers of Markdown, without the source's own
 * references. Its citation keeps the stored form.
 *
 * @param keepsNumber whether an item may begin with its number
 */
export function readableSentence(text: string, keepsNumber: boolean): string {
  const plain = withoutReferences(text.replace(LINK, '$1').replace(EMPHASIS, '$2').replace(CODE, '$1'))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ITEM_SIGN, '');
  return keepsNumber ? plain : plain.replace(ITEM_NUMBER, '');
}

/** What a reference leaves may be one again: "[[2]1]". */
function withoutReferences(text: string): string {
  let left = text;
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replace(REFERENCES, '');
  }
  return left;
}
