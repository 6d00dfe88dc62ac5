import { BOX_PARTS, type Box, type Picture, type RecognisedLine, type RecognisedWord } from '@arbiter/ports';

/** Rows of the kind "word" in tesseract's tables (`TessBaseAPI::GetTSVText`); others tell the boxes of lines, paragraphs and blocks. */
const WORD = '5';
/** Columns of a row: its kind, page, block, paragraph, line and word, then the box in pixels, the confidence and the text. */
const COLUMNS = 12;

/**
 * @param table as tesseract prints it for one picture
 * @returns lines in its order, block by block
 */
export function readTsv(table: string, { width, height }: Pick<Picture, 'width' | 'height'>): RecognisedLine[] {
  const lines = new Map<string, { readonly words: RecognisedWord[]; sum: number }>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const [kind, , block, paragraph, line, , ...rest] = cells;
    const text = rest[5]?.trim() ?? '';
    if (kind !== WORD || cells.length !== COLUMNS || text === '') continue;
    const [left = 0, top = 0, wide = 0, high = 0, confidence = 0] = rest.map(Number);
    const place = `${block} ${paragraph} ${line}`;
    const found = lines.get(place) ?? { words: [], sum: 0 };
    lines.set(place, found);
    const across = (pixels: number): number => Math.round((pixels / width) * BOX_PARTS);
    const down = (pixels: number): number => Math.round((pixels / height) * BOX_PARTS);
    const box = { left: across(left), top: down(top), right: across(left + wide), bottom: down(top + high) };
    found.words.push({ text, box });
    found.sum += confidence / 100;
  }
  return [...lines.values()].map(({ words, sum }) => ({
    words,
    confidence: Math.min(1, Math.max(0, sum / words.length)),
    box: around(words.map(({ box }) => box)),
  }));
}

function around(boxes: readonly Box[]): Box {
  return boxes.reduce((all, box) => ({
    left: Math.min(all.left, box.left),
    top: Math.min(all.top, box.top),
    right: Math.max(all.right, box.right),
    bottom: Math.max(all.bottom, box.bottom),
  }));
}
