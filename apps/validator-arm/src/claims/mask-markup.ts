/** Markers of citations: no part of what is said. */
const MARKER = /\[\d+\]/g;
/** The answer to a yes-or-no question, before the sentence that settles it: the reader judges it, and it makes no claim. */
const SETTLED = /^\s*(?:Yes|No): /;
/** Tags that end a line where they stand; others only dress what they enclose. */
const BLOCK_TAG =
  /<\/?(?:p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|thead|tbody|h[1-6]|section|article|blockquote|pre)\b[^<>]{0,1000}>/gi;
/** What a reader of a comment or script sees depends on where it is shown: its words stay and are checked. */
const TAG = /<\/?[a-z][^<>]{0,1000}>|<!--|-->/gi;
/** The first and last line of a code block; what stands between them is read line by line. */
const FENCE = /^[^\S\n\r\u2028\u2029]*(?:`{3}|~{3})[^\n]*$/gm;
const EMPHASIS = /\*\*|__|`|(?<![*\p{L}\p{N}\s])\*(?=\p{L})|(?<=[\p{L}\p{N}.,!?])\*(?!\*)/gu;
/** The ends of a link: `[text](address)`. */
const LINK = /\[(?=[^\]\n]{1,300}\]\()|\]\([^)\s]{1,1000}\)/g;

const blank = (matched: string): string => matched.replace(/[^\n]/g, ' ');

/**
 * The text with spaces where it holds markers of citations, tags, fences and emphasis, so that every offset still counts
 * in the original. Words stay, whatever encloses them: markup must not hide a statement from the check.
 */
export function maskMarkup(text: string): string {
  return text
    .replace(MARKER, blank)
    .replace(SETTLED, blank)
    .replace(BLOCK_TAG, (tag) => `\n${blank(tag).slice(1)}`)
    .replace(TAG, blank)
    .replace(FENCE, blank)
    .replace(LINK, blank)
    .replace(EMPHASIS, blank);
}
