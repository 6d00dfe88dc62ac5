import { isWhiteSpace } from '../span.js';
import { firstFrom } from '../markup/first-from.js';

/** Code in Markdown, which viewers show as it is. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

const ACTIVE: readonly RegExp[] = [
  /<(?:img|image|iframe|script|svg|object|embed|link|form|input|meta|base|video|audio|source|style|portal|frame)\b/i,
  /\b(?:javascript|vbscript)\s*:\S/i,
  /\bdata:[a-z]+\/[a-z0-9.+-]+[;,]/i,
  // A cell that a spreadsheet would compute: https://owasp.org/www-community/attacks/CSV_Injection
  /(?:^|[\n|,;:"'])[^\S\n]{0,20}[=+@-]\s{0,20}(?:hyperlink|webservice|image|import(?:xml|html|data|feed|range)|dde|rtd|cmd|msexcel|exec|call|register\.id)\s{0,20}[(|]/i,
];

const IMAGE = /!\[/g;
const BRACKET_OR_LINE_END = /[\]\n]/g;
const PARENTHESIS_OR_LINE_END = /[)\n]/g;
/** Beginning and end of a tag, and an attribute that runs code: `<a onclick=`. */
const TAG_PARTS = /<(?=[a-z])|>|\bon[a-z]{3,}\s*=/gi;

/**
 * Whether a viewer of a text would load or run something: images, embedded pages, scripts, formulas. Code that is shown is
 * none. Takes time in proportion to the length of the text.
 */
export function holdsActiveContent(text: string): boolean {
  const shown = text.replace(CODE, ' ');
  return holdsImage(shown) || holdsHandler(shown) || ACTIVE.some((one) => one.test(shown));
}

/**
 * `![label](target)` or `![label][reference]`. An image is loaded from wherever it points: the classic way to carry data out
 * of a conversation. No pattern, since one would look for the end of the label anew from each of many `![`.
 */
function holdsImage(text: string): boolean {
  const labelEnd = firstFrom(text, BRACKET_OR_LINE_END);
  const targetEnd = firstFrom(text, PARENTHESIS_OR_LINE_END);
  const referenceEnd = firstFrom(text, BRACKET_OR_LINE_END);
  let last = -1;
  for (const { index } of text.matchAll(IMAGE)) {
    const close = labelEnd(index + 2);
    if (close === undefined) return false;
    // Of several beginnings with one end, the first has told.
    if (close === last || text[close] !== ']') continue;
    last = close;
    let at = close + 1;
    while (isWhiteSpace(text.charCodeAt(at))) at += 1;
    if (text[at] === '(' && text[targetEnd(at + 1) ?? -1] === ')') return true;
    if (text[at] === '[' && text[referenceEnd(at + 1) ?? -1] === ']') return true;
  }
  return false;
}

/** A tag with an attribute that runs code. No pattern, since one would look for the attribute anew from each of many `<a`. */
function holdsHandler(text: string): boolean {
  let openedAt: number | undefined;
  for (const { index, 0: part } of text.matchAll(TAG_PARTS)) {
    if (part === '>') openedAt = undefined;
    else if (part === '<') openedAt ??= index;
    // The name of a tag has a letter at least: `<onclick=` is none.
    else if (openedAt !== undefined && index > openedAt + 1) return true;
  }
  return false;
}
