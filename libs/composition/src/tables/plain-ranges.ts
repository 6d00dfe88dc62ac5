import type { Span } from '@arbiter/text';

/** What Markdown and HTML leave in a cell. A named group holds what is read aloud. */
const MARKUP = new RegExp(
  [
    /(?<ticks>`{1,8})(?<code>[^`\n]+)\k<ticks>/,
    /!?\[(?<link>[^\]\n]{0,1000})\]\([^()\s]*(?:\s"[^"]*")?\)/,
    /\\(?<escaped>[\\`*_{}[\]()#+\-.!|<>~])/,
    /(?<strong>\*\*\*?|__)(?=\S)(?<bold>.+?)(?<=\S)\k<strong>/,
    /(?<![\p{L}\p{N}*])\*(?=[^\s*])(?<star>[^*\n]*?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/u,
    /(?<![\p{L}\p{N}_])_(?=[^\s_])(?<line>[^_\n]*?)(?<=[^\s_])_(?![\p{L}\p{N}_])/u,
    /~~(?<struck>.+?)~~/,
    /<br\s*\/?>|<\/?[a-z][^<>\n]*>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);
/** Read as they stand: what looks like markup in them is none. */
const VERBATIM: ReadonlySet<string> = new Set(['code', 'escaped']);

/**
 * The stretches of a cell that are read aloud: its text without emphasis, code marks, the targets of links, escapes and
 * tags.
 *
 * @returns in order, without overlaps, inside `span`; none where nothing is left
 */
export function plainRanges(text: string, span: Span): Span[] {
  const ranges: Span[] = [];
  const whole = text.slice(span.start, span.end);
  let copied = 0;
  for (const match of whole.matchAll(MARKUP)) {
    const inner = innerOf(match);
    if (match.index > copied) ranges.push({ start: span.start + copied, end: span.start + match.index });
    if (inner) {
      const own = { start: span.start + inner.start, end: span.start + inner.end };
      ranges.push(...(inner.isVerbatim ? [own] : plainRanges(text, own)));
    }
    copied = match.index + match[0].length;
  }
  if (copied < whole.length) ranges.push({ start: span.start + copied, end: span.end });
  return ranges;
}

/** Where the text inside the marks stands; null where there is none. */
function innerOf(match: RegExpExecArray): (Span & { readonly isVerbatim: boolean }) | null {
  const [name, inner] =
    Object.entries(match.groups ?? {}).find(([key, value]) => !['ticks', 'strong'].includes(key) && value) ?? [];
  if (name === undefined || inner === undefined) return null;
  const start = match.index + match[0].indexOf(inner, name === 'escaped' ? 1 : 0);
  return { start, end: start + inner.length, isVerbatim: VERBATIM.has(name) };
}
