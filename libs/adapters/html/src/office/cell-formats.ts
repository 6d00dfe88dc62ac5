import { childNamed, childrenOf, nodesNamed, type XmlNode } from './xml-tree.js';

/** How the number of a cell is shown. */
export type CellFormat = 'number' | 'percent' | 'date' | 'time' | 'date-time';

export interface CellFormats {
  /** By the style of a cell. */
  readonly byStyle: readonly CellFormat[];
  /** By the style of a cell: whether a line goes through its text. */
  readonly isStruck: readonly boolean[];
  /** By the style of a cell. */
  readonly isBold: readonly boolean[];
  /** Whether days count from 1904, as in old workbooks of the Macintosh. */
  readonly is1904: boolean;
}

/** Built-in formats of dates and times (ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are dates in East Asian versions). */
const BUILT_IN: Readonly<Record<number, CellFormat>> = {
  9: 'percent',
  10: 'percent',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'date-time',
  45: 'time',
  46: 'number',
  47: 'time',
};
const DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 17],
  [27, 36],
  [50, 58],
];

export function readCellFormats(styles: XmlNode | null, is1904: boolean): CellFormats {
  if (!styles) return { byStyle: [], isStruck: [], isBold: [], is1904 };
  const codes = new Map(
    nodesNamed(styles, 'numFmt').map(
      ({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? ''] as const,
    ),
  );
  const sheet = childNamed(styles, 'styleSheet');
  const cells = childNamed(sheet, 'cellXfs');
  const fonts = childrenOf(childNamed(sheet, 'fonts') ?? NO_FONTS);
  const [isStruck = [], isBold = []] = ['strike', 'b'].map((property) => {
    const byFont = fonts.map((font) => holds(childNamed(font, property)));
    return (cells ? childrenOf(cells) : []).map(({ attributes }) => byFont[Number(attributes.fontId ?? 0)] ?? false);
  });
  const byStyle = (cells ? childrenOf(cells) : []).map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0);
    const code = codes.get(id);
    if (code !== undefined) return formatOf(code);
    return DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : (BUILT_IN[id] ?? 'number');
  });
  return { byStyle, isStruck, isBold, is1904 };
}

const NO_FONTS: XmlNode = { name: 'fonts', attributes: {}, children: [] };

/** Whether a property of a font is there and not switched off. */
function holds(property: XmlNode | undefined): boolean {
  return property !== undefined && !/^(?:0|false)$/.test(property.attributes.val ?? '1');
}

/** Letters of a format code without what is quoted, escaped or in brackets. */
function formatOf(code: string): CellFormat {
  const shown = (code.split(';')[0] ?? '').replace(/"[^"]{0,99}"|\\.|\[[^[\]]{0,99}\]|_./g, '').toLowerCase();
  if (shown.includes('%')) return 'percent';
  const hasDate = /[yd]/.test(shown) || /m{3}/.test(shown);
  const hasTime = /[hs]/.test(shown);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : 'number';
}

const DAY_MS = 86_400_000;
/** Day 25,569 of the calendar of Excel is 1970-01-01. */
const DAY_OF_1970 = 25_569;
const DAYS_TO_1904 = 1_462;
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

/** @param value as it is stored */
export function shownNumber(value: string, style: number, { byStyle, is1904 }: CellFormats): string {
  const format = byStyle[style] ?? 'number';
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (format === 'percent') return `${rounded(number * 100)}%`;
  if (format === 'number' || number < 0 || number > LAST_DAY) return rounded(number);
  const days = number + (is1904 ? DAYS_TO_1904 : 0);
  // Excel counts a 29 February 1900, which never was.
  const real = !is1904 && days < 60 ? days + 1 : days;
  const shown = new Date(Math.round(((real - DAY_OF_1970) * DAY_MS) / 1_000) * 1_000).toISOString();
  const [date, time] = [shown.slice(0, 10), shown.slice(11, shown.slice(17, 19) === '00' ? 16 : 19)];
  if (format === 'time' && number < 1) return time;
  return format === 'date' ? date : `${date} ${time}`;
}

/** The fifteen digits that Excel shows of a binary number. */
function rounded(number: number): string {
  return String(Number(number.toPrecision(15)));
}
