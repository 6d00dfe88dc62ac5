import { childNamed, elementsBelow, textRun, type WordElement, wordElement } from './word-xml.js';

/** Rows and columns after these are left out: a chart of more is looked at, not read. */
const MAX_ROWS = 500;
const MAX_SERIES = 50;

/** What a chart says: its title, and its values as a table with a row for each category. */
export function chartBlocks(root: WordElement): WordElement[] {
  const chart = childNamed(root, 'c:chart');
  const blocks: WordElement[] = [];
  const title = drawnText(childNamed(chart, 'c:title'));
  if (title !== '') blocks.push(paragraph(title));
  const plot = childNamed(chart, 'c:plotArea');
  for (const axis of plot ? ['c:valAx', 'c:serAx'].flatMap((name) => [...elementsBelow(plot, name)]) : []) {
    const name = drawnText(childNamed(axis, 'c:title'));
    if (name !== '') blocks.push(paragraph(name));
  }
  const series = plot ? [...elementsBelow(plot, 'c:ser')].slice(0, MAX_SERIES) : [];
  const columns = series.map((one) => ({
    name: [...cachedValues(childNamed(one, 'c:tx')).values()].join(' '),
    categories: cachedValues(childNamed(one, 'c:cat') ?? childNamed(one, 'c:xVal')),
    values: cachedValues(childNamed(one, 'c:val') ?? childNamed(one, 'c:yVal')),
  }));
  const categories = columns.find((column) => column.categories.size > 0)?.categories ?? new Map<number, string>();
  const indices = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  const rows = indices
    .slice(0, MAX_ROWS)
    .map((index) => row([categories.get(index) ?? '', ...columns.map(({ values }) => values.get(index) ?? '')]));
  if (rows.length === 0) return blocks;
  const axis = plot && drawnText(childNamed(childNamed(plot, 'c:catAx') ?? childNamed(plot, 'c:dateAx'), 'c:title'));
  const head = row([axis ?? '', ...columns.map(({ name }) => name)], true);
  return [...blocks, wordElement('w:tbl', [head, ...rows])];
}

/** Values that the chart keeps of the sheet that it was made from, by their index. */
function cachedValues(source: WordElement | undefined): ReadonlyMap<number, string> {
  const values = new Map<number, string>();
  if (!source) return values;
  for (const point of elementsBelow(source, 'c:pt')) {
    const index = Number(point.attributes.idx);
    const value = childNamed(point, 'c:v')?.text.trim() ?? '';
    if (Number.isSafeInteger(index) && index >= 0 && value !== '') values.set(index, value);
  }
  const literal = childNamed(source, 'c:v')?.text.trim();
  if (values.size === 0 && literal !== undefined && literal !== '') values.set(0, literal);
  return values;
}

function drawnText(element: WordElement | undefined): string {
  const paragraphs = element ? [...elementsBelow(element, 'a:p')] : [];
  return paragraphs
    .map((one) => [...elementsBelow(one, 'a:t')].map(({ text }) => text).join(''))
    .join(' ')
    .trim();
}

function row(cells: readonly string[], isHead = false): WordElement {
  const properties = isHead ? [wordElement('w:trPr', [wordElement('w:tblHeader')])] : [];
  return wordElement('w:tr', [...properties, ...cells.map((text) => wordElement('w:tc', [paragraph(text)]))]);
}

function paragraph(text: string): WordElement {
  return wordElement('w:p', [textRun(text)]);
}
