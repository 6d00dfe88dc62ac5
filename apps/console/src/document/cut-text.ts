/** A part of a text between two offsets, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of text that is drawn as one: a paragraph, a heading, a run of empty lines. */
export interface Block extends Span {
  readonly kind: 'text' | 'heading' | 'item' | 'code' | 'gap';
  /** Of a heading, 1–6. */
  readonly level?: number;
}

export interface Heading {
  /** 1 is outermost. */
  readonly level: number;
  readonly start: number;
}

/** A part of a block: the same marks apply to all of it. */
export interface Segment extends Span {
  /** Whether the cited span covers it. */
  readonly isMarked: boolean;
  /** Whether it was searched for; `current` is the match that is shown. */
  readonly found: false | 'other' | 'current';
  /** Number of the page that begins with it. */
  readonly page?: number;
}

/** About three screens: what is near the view is two or three of them. */
const SLAB = 8_192;
/** A slab ends at an empty line, a line end or a space in the last part of it, in that order. */
const SEAMS = ['\n\n', '\n', ' '];
/** The smallest share of a slab that a seam may leave. */
const LEAST_SHARE = 0.5;

const ITEM = /^\s{0,12}(?:[-*•–]|\d{1,3}[.)]|[a-z][.)])\s/;
const INDENTED = /\n(?: {2,}|\t)\S/;

/**
 * Cuts a text into slabs of a few screens each, without reading all of it: a text of 20 MB takes a millisecond. They cover every
 * unit of the text once, in order, and never divide a surrogate pair.
 */
export function cutSlabs(text: string): readonly Span[] {
  const slabs: Span[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + SLAB >= text.length ? text.length : seamBefore(text, start, start + SLAB);
    slabs.push({ start, end });
    start = end;
  }
  return slabs;
}

function seamBefore(text: string, start: number, limit: number): number {
  const least = start + Math.floor((limit - start) * LEAST_SHARE);
  // A search in the whole text would go on to its beginning.
  const end = text.slice(least, limit);
  for (const seam of SEAMS) {
    const at = end.lastIndexOf(seam);
    if (at !== -1) return least + at + seam.length;
  }
  return isWithinPair(text, limit) ? limit - 1 : limit;
}

/** Whether an offset lies between the two units of one character. */
export function isWithinPair(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd8_00 && before < 0xdc_00 && after >= 0xdc_00 && after < 0xe0_00;
}

/**
 * Whether a span can be marked exactly as it is. One that ends behind the text, or within a character, was made for another
 * text: to mark what lies there would show a wrong quote.
 */
export function isMarkable(text: string, { start, end }: Span): boolean {
  return start < end && end <= text.length && !isWithinPair(text, start) && !isWithinPair(text, end);
}

/** Index of the piece that holds an offset, of pieces in ascending order; the last one for an offset behind them, −1 of none. */
export function indexAt(pieces: readonly { readonly start: number }[], offset: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, pieces.length > 0 ? 0 : -1);
}

/**
 * The blocks of a slab: what stands between empty lines, each heading, and the empty lines themselves. They cover it wholly,
 * so that the text drawn from them is the text that offsets count in.
 *
 * @param headings of the whole document, ascending
 * @param isCode for a format that is all code
 */
export function cutBlocks(text: string, slab: Span, headings: readonly Heading[], isCode: boolean): readonly Block[] {
  const blocks: Block[] = [];
  let at = slab.start;
  let next = Math.max(0, indexAt(headings, slab.start - 1));
  while (at < slab.end) {
    const gap = skipLineEnds(text, at, slab.end);
    if (gap > at) {
      blocks.push({ start: at, end: gap, kind: 'gap' });
      at = gap;
      continue;
    }
    while ((headings[next]?.start ?? Infinity) < at) next += 1;
    const heading = headings[next];
    if (heading?.start === at) {
      const end = behind('\n', text, at, slab.end);
      blocks.push({ start: at, end, kind: 'heading', level: Math.min(heading.level, 6) });
      at = end;
      continue;
    }
    const end = Math.min(behind('\n\n', text, at, slab.end), heading?.start ?? slab.end);
    blocks.push(...linesOf(text, { start: at, end }, isCode));
    at = end;
  }
  return blocks;
}

function skipLineEnds(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (text[at] === '\n' || text[at] === '\r')) at += 1;
  return at;
}

/** Behind the first line end of a line, or of the last line of a paragraph. */
function behind(ends: '\n' | '\n\n', text: string, from: number, limit: number): number {
  const at = text.slice(from, limit).indexOf(ends);
  return at === -1 ? limit : from + at + 1;
}

/** A paragraph as a whole; a list by its items, so that each hangs from its sign. */
function linesOf(text: string, { start, end }: Span, isCode: boolean): readonly Block[] {
  const whole = text.slice(start, end);
  if (isCode) return [{ start, end, kind: 'code' }];
  if (!ITEM.test(whole)) return [{ start, end, kind: INDENTED.test(whole) ? 'code' : 'text' }];
  const lines: Block[] = [];
  for (let at = start; at < end;) {
    const next = behind('\n', text, at, end);
    lines.push({ start: at, end: next, kind: ITEM.test(text.slice(at, next)) ? 'item' : 'text' });
    at = next;
  }
  return lines;
}

export interface Marks {
  /** The cited span, where it can be marked. */
  readonly cited?: Span | undefined;
  /** Matches of a search, ascending and apart. */
  readonly found: readonly Span[];
  /** Index of the match that is shown; −1 without one. */
  readonly current: number;
  /** Where pages begin, ascending. */
  readonly pages: readonly { readonly number: number; readonly start: number }[];
}

/** Divides a block wherever a mark begins or ends, a page begins or the goal lies. The segments cover it wholly. */
export function cutSegments(
  { start, end }: Span,
  { cited, found, current, pages }: Marks,
  goal?: number,
): readonly Segment[] {
  const [near, paged] = [within(found, start, end), within(pages, start, end)];
  const begins = paged.filter((page) => page.start >= start);
  const cuts = new Set([start, end, cited?.start, cited?.end, goal, ...begins.map((page) => page.start)]);
  for (const match of near) cuts.add(match.start).add(match.end);
  const places = [...cuts].filter((at) => at !== undefined && at >= start && at <= end) as number[];
  places.sort((one, other) => one - other);
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? end;
    const match = near.find((each) => each.start <= from && each.end >= to);
    const page = begins.findLast((each) => each.start === from);
    return {
      start: from,
      end: to,
      isMarked: cited !== undefined && cited.start <= from && cited.end >= to,
      found: match === undefined ? false : found[current] === match ? 'current' : 'other',
      ...(page && { page: page.number }),
    };
  });
}

/** Those that may touch what lies between two offsets. */
function within<T extends { readonly start: number }>(pieces: readonly T[], start: number, end: number): readonly T[] {
  const first = Math.max(0, indexAt(pieces, start));
  let last = first;
  while (last < pieces.length && (pieces[last]?.start ?? end) < end) last += 1;
  return pieces.slice(first, last);
}
