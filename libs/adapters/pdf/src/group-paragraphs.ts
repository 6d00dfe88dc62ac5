import { type PageBreak } from '@arbiter/adapter-kit/documents';
import type { ParsedBlock } from '@arbiter/ports';
import { type Line, median, type PageLayout, type Region } from './page-fragments.js';
import { continueText, type PlacedText, type Stretch, stretchesWithin } from './placed-text.js';

/** A distance between baselines larger than this multiple of the usual one begins a paragraph. */
const PARAGRAPH_GAP = 1.3;
/** Double spacing is 2.3 font heights; lines further apart, such as the fields of a form, are not one text. */
const MAX_LEADING = 2.5;
/** Fonts whose heights differ by more than this share are of different paragraphs (a heading, a footnote). */
const SIZE_CHANGE = 0.12;
/** An indent of at least this multiple of the font's height begins a paragraph, when the line before it is a sentence's end. */
const INDENT = 0.8;
/** A line that ends this share of its region's width before others with its indent is short: the last of its paragraph. */
const SHORT_LINE = 0.15;
/** Width of a space, as a share of the font's height. */
const SPACE = 0.3;

const BULLET = /^[•‣◦▪▫●○■□–—*-]\s+(?=\S)/;
const NUMBER = /^\(?(?:\d{1,3}|[a-z])[.)]\s+\S/;
/** An entry of a table of contents: dots that lead to a page. */
const CONTENTS_ENTRY = /\. ?\. ?\. ?\. ?\d{1,5}$/;
const SENTENCE_END = /[.!?:;。！？]["'”’»)\]]*$/;

export interface Paragraph extends PlacedText {
  readonly kind: Extract<ParsedBlock['kind'], 'paragraph' | 'list_item' | 'table_row'>;
  /** On which it begins. */
  readonly page: number;
  readonly pageBreaks: readonly PageBreak[];
}

interface Draft {
  kind: Paragraph['kind'];
  text: string;
  readonly stretches: Stretch[];
  readonly page: number;
  readonly pageBreaks: PageBreak[];
  last: Line;
}

/** Groups lines into paragraphs; one that goes on in the next column or on the next page stays one. */
export function groupParagraphs(pages: readonly PageLayout[], compounds: ReadonlySet<string>): Paragraph[] {
  const paragraphs: Draft[] = [];
  for (const { number, regions } of pages) {
    for (const region of regions) {
      const shape = shapeOf(region);
      for (const [index, line] of region.entries()) {
        const current = paragraphs.at(-1);
        const goesOn =
          current &&
          !stands(current.last) &&
          !stands(line) &&
          current.last.inset === line.inset &&
          (index === 0 ? continuesAcross(current, line) : continuesWithin(current, line, shape));
        if (!goesOn) {
          paragraphs.push(startParagraph(line, number));
          continue;
        }
        const at = continueText(current, line, compounds);
        // Pages without text in between begin there as well.
        let shown = current.pageBreaks.at(-1)?.number ?? current.page;
        while (shown < number) current.pageBreaks.push({ number: ++shown, at });
        current.last = line;
      }
    }
  }
  return paragraphs;
}

interface Shape {
  readonly leading: number;
  readonly width: number;
  /** How far right lines reach that begin where this one does: quotes and items have a width of their own. */
  readonly reachOf: (line: Line) => number;
}

function shapeOf(region: Region): Shape {
  const distances = region.slice(1).map(({ y }, index) => y - (region[index]?.y ?? y));
  const left = region.reduce((least, line) => Math.min(least, line.left), Infinity);
  const right = region.reduce((most, line) => Math.max(most, line.right), -Infinity);
  // Half of the distances of a page of short paragraphs are gaps: the lower quartile is the distance within them.
  const sorted = distances.sort((a, b) => a - b);
  const size = median(region.map((line) => line.size));
  const leading = Math.min(sorted[Math.floor(sorted.length / 4)] ?? 1.2 * size, MAX_LEADING * size);

  const indentOf = (line: Line): number => Math.round((line.left - left) / (size || 1));
  const reaches = new Map<number, number>();
  for (const line of region)
    reaches.set(indentOf(line), Math.max(reaches.get(indentOf(line)) ?? -Infinity, line.right));
  return { leading, width: right - left, reachOf: (line) => reaches.get(indentOf(line)) ?? line.right };
}

function stands({ alone, text }: Line): boolean {
  return alone !== undefined || CONTENTS_ENTRY.test(text);
}

function startParagraph(line: Line, page: number): Draft {
  const { text, stretches } = line;
  const rest = { page, pageBreaks: [], last: line };
  if (line.alone === 'table_row') return { kind: 'table_row', text, stretches: [...stretches], ...rest };
  const bullet = BULLET.exec(text)?.[0].length ?? 0;
  const kind = bullet > 0 || NUMBER.test(text) ? 'list_item' : 'paragraph';
  return { kind, text: text.slice(bullet), stretches: stretchesWithin(stretches, bullet), ...rest };
}

function continuesWithin({ kind, last }: Draft, line: Line, { leading, width, reachOf }: Shape): boolean {
  if (line.y - last.y > PARAGRAPH_GAP * Math.max(leading, last.size) || !similarSize(last, line)) return false;
  if (BULLET.test(line.text)) return false;
  const sentenceEnded = SENTENCE_END.test(last.text);
  if (NUMBER.test(line.text) && (sentenceEnded || kind === 'list_item')) return false;
  const room = reachOf(last) - last.right - SHORT_LINE * width;
  if (sentenceEnded) return room <= 0 && !(kind === 'paragraph' && line.left - last.left > INDENT * line.size);
  // A line is broken where the next word does not fit. If the word would have fitted, the break is deliberate.
  return room <= firstWordWidth(line) + SPACE * line.size;
}

function firstWordWidth({ text, left, right }: Line): number {
  const end = text.indexOf(' ');
  return end === -1 ? right - left : ((right - left) * end) / text.length;
}

/** Over a column's or a page's end nothing but the sentence tells: it has not ended, and a small letter follows. */
function continuesAcross({ last, text }: Draft, line: Line): boolean {
  return similarSize(last, line) && !SENTENCE_END.test(text) && /^\p{Ll}/u.test(line.text);
}

function similarSize(a: Line, b: Line): boolean {
  return Math.abs(a.size - b.size) <= SIZE_CHANGE * Math.max(a.size, b.size);
}
