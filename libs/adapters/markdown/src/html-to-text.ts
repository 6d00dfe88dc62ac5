import { tidyLines } from '@arbiter/adapter-kit/documents';
import { decodeString } from 'micromark-util-decode-string';

const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;
const UNREAD_ELEMENTS = /<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** What starts a new line where a browser shows it. Attributes end at the next `<`, so that no tag is scanned twice. */
const LINE_TAGS =
  /<(?:br|hr|\/(?:address|blockquote|dd|details|div|dt|figcaption|h[1-6]|li|p|pre|section|summary|tr))\b[^<>]*>/gi;
const CELL_ENDS = /<\/t[dh]\s*>/gi;
const TAGS = /<[/!?]?[a-z][^<>]*>/gi;

/** The words in raw HTML within markdown, a line per paragraph, item or row; a whole page is the HTML parser's business. */
export function htmlToText(html: string): string {
  const bare = html
    .replace(COMMENTS, '')
    .replace(UNREAD_ELEMENTS, '')
    .replace(/\n/g, ' ')
    .replace(LINE_TAGS, '\n')
    .replace(CELL_ENDS, ' ')
    .replace(TAGS, '');
  return tidyLines(decodeString(bare)).replace(/\n{2,}/g, '\n');
}
