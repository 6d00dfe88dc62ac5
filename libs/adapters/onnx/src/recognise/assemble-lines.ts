import { boxOf, type Box, type RecognisedLine, type RecognisedWord } from '@arbiter/ports';

/**
 * Lines of which less is sure are dropped. Letters that are none, such as icons and hatching, have .2 to .6, printed ones above .9.
 */
const LEAST_CONFIDENCE = 0.6;
/** Numbers of a place: four edges, and turns. */
const PLACE = 5;
/** Numbers of a sign: strip, code point, middle, confidence. */
const SIGN = 4;
const SPACE = 0x20;
/** A letter reaches this share of the mean distance between letters to both sides of its middle. */
const LETTER_REACH = 0.6;
/** Lines are at one height where the centre of one is within this share of the height of another. */
const SAME_ROW = 0.35;

/**
 * @param places as of `FoundLines`
 * @param batches signs of all strips in their order, as of `RecogniserCalls`, with the number of strips
 * @returns as `TextRecogniser.recognise`
 */
export function assembleLines(
  places: Float32Array,
  batches: readonly { readonly signs: Float32Array; readonly strips: number }[],
): RecognisedLine[] {
  const lines: RecognisedLine[] = [];
  let place = 0;
  for (const { signs, strips } of batches) {
    for (let strip = 0, start = 0; strip < strips; strip++) {
      let end = start;
      while (end < signs.length && signs[end] === strip) end += SIGN;
      const [left = 0, top = 0, right = 0, bottom = 0, turns = 0] = places.subarray(place, (place += PLACE));
      const line = lineOf(signs.subarray(start, end), { left, top, right, bottom }, turns);
      start = end;
      // Of the strips of one line, that which was not turned is the first.
      if (turns === 0) lines.push(line);
      else if (line.confidence > (lines.at(-1)?.confidence ?? 0)) lines[lines.length - 1] = line;
    }
  }
  return inReadingOrder(lines.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE));
}

function lineOf(signs: Float32Array, place: Box, turns: number): RecognisedLine {
  const words: { text: string; first: number; last: number }[] = [];
  let [sum, letters, isOpen] = [0, 0, false];
  for (let at = 0; at < signs.length; at += SIGN) {
    const [, codePoint = SPACE, middle = 0, confidence = 0] = signs.subarray(at, at + SIGN);
    const word = words.at(-1);
    if (codePoint !== SPACE) {
      sum += confidence;
      letters += 1;
      const letter = String.fromCodePoint(codePoint);
      if (isOpen && word) Object.assign(word, { text: word.text + letter, last: middle });
      else words.push({ text: letter, first: middle, last: middle });
    }
    isOpen = codePoint !== SPACE;
  }
  const reach = (LETTER_REACH * SIGN) / Math.max(SIGN, signs.length);
  const boxed = words.map(({ text, first, last }, index): RecognisedWord => {
    const before = ((words[index - 1]?.last ?? -first) + first) / 2;
    const behind = ((words[index + 1]?.first ?? 2 - last) + last) / 2;
    return { text, box: partOf(place, Math.max(before, first - reach), Math.min(behind, last + reach), turns) };
  });
  return { words: boxed, confidence: letters === 0 ? 0 : sum / letters, box: partOf(place, 0, 1, turns) };
}

/**
 * @param from share of the line, in the direction of reading
 * @param turns quarter turns clockwise of that direction
 */
function partOf({ left, top, right, bottom }: Box, from: number, to: number, turns: number): Box {
  const [width, height] = [right - left, bottom - top];
  if (turns === 1) return boxOf(left, top + from * height, right, top + to * height);
  if (turns === 3) return boxOf(left, bottom - to * height, right, bottom - from * height);
  return boxOf(left + from * width, top, left + to * width, bottom);
}

/** Rows from the top, and what is at one height from the left. */
function inReadingOrder(lines: readonly RecognisedLine[]): RecognisedLine[] {
  const centre = ({ box }: RecognisedLine): number => (box.top + box.bottom) / 2;
  const rows: RecognisedLine[][] = [];
  for (const line of lines.toSorted((a, b) => centre(a) - centre(b))) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && centre(line) - centre(first) < SAME_ROW * (first.box.bottom - first.box.top)) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left));
}
