import { type LinkForm, withoutEmphasis, withoutLinks } from '@arbiter/text';

/** Numbers by which a source cites others; they lead nowhere in an answer, and would be taken for its own markers. */
const REFERENCES = /[^\S\n]?\[\d+(?:[\s,;–-]+\d+)*\]/g;
/** What a plain text keeps of Markdown: the sign of an item or a heading, emphasis, code, links. */
const ITEM_SIGN = /^(?:[-*•–+]|#{1,6})\s+/;
const CODE = /`([^`\n]+)`/g;
const LINK: LinkForm = { labelEnd: /[\]\n]/g, targetEnd: /[()\s]/g, ending: /\)/y, least: 1 };
/** The number of an item, out of place in running text. */
const ITEM_NUMBER = /^\(?(?:\d{1,3}|[a-z])[.)]\s+/i;

/**
 * A sentence of a source as an answer shows it: in one line, without the leftovers of Markdown, without the source's own
 * references. Its citation keeps the stored form.
 *
 * @param keepsNumber whether an item may begin with its number
 */
export function readableSentence(text: string, keepsNumber: boolean): string {
  const plain = withoutReferences(withoutEmphasis(withoutLinks(text, LINK), ['**', '__']).replace(CODE, '$1'))
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

/**
 * A sentence in the form in which two places say the same one: as {@link readableSentence}, without the number of an item, its first
 * letter small; '' for what holds no word.
 */
export function sentenceKey(text: string): string {
  const plain = readableSentence(text, false);
  const [first = ''] = plain;
  return /[\p{L}\p{N}]/u.test(plain) ? first.toLowerCase() + plain.slice(first.length) : '';
}
