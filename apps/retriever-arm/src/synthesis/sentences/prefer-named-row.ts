import type { JudgedSentence } from './judged-sentence.js';

/** A cell as tables are stored: "Fee: 11 crowns". */
const CELL = /^(?<name>[^:]{1,60}): (?<value>.+)$/su;
const WORD = /[\p{L}\p{N}]+/gu;
/** Behind one of these, a value of the question is a bound or an exception, not what is asked about. */
const BOUND =
  / (?:than|over|under|above|below|before|after|until|not|no|except|without|but|as|like|besides)(?: the| an?)? $/;
/** How likely a row of something else answers, at most, as a share of the row that the question names. */
const OTHER_ROW = 0.5;
/** A bare small number is rather an amount than the name of a row. */
const NAMES_ROW = /\p{L}|\d{4}/u;

/**
 * Of two rows of one table, the question asks about the one that has its values: where the best sentence is a row, and another
 * row holds all values of the question that it holds and more, the two change places. A reader looks at the names of columns,
 * and takes the nearest row for the right one. So they do where the question names the first cell of one row alone, which is not
 * the best. A named row without a column of the best one does not say what was asked; then the other rows say it even less.
 *
 * @returns in the same order
 */
export function preferNamedRow(question: string, judged: readonly JudgedSentence[]): readonly JudgedSentence[] {
  const best = judged.reduce<JudgedSentence | undefined>(
    (most, next) => (most && most.probability >= next.probability ? most : next),
    undefined,
  );
  const row = best && cellsOf(best);
  if (!best || !row) return judged;
  const asked = ` ${wordsOf(question)} `;
  const byName = preferByName(asked, judged, best, row);
  if (byName) return byName;
  const held = namedColumns(asked, row);
  if (held.size === 0) return judged;
  const better = judged.flatMap((sentence) => {
    const cells =
      sentence.candidate.passage.documentId === best.candidate.passage.documentId ? cellsOf(sentence) : null;
    const isSibling = cells !== null && [...cells.keys()].join('\n') === [...row.keys()].join('\n');
    const columns = isSibling ? namedColumns(asked, cells) : new Set<string>();
    const holdsMore =
      columns.size > held.size &&
      [...held].every((column) => columns.has(column) && cells?.get(column) === row.get(column));
    return holdsMore ? [{ sentence, size: columns.size }] : [];
  });
  const most = Math.max(...better.map(({ size }) => size));
  const [named, ...tied] = better.filter(({ size }) => size === most);
  return named && tied.length === 0 ? exchanged(judged, best, named.sentence) : judged;
}

type Cells = ReadonlyMap<string, string>;

/** By the first cells of the rows; null where these decide nothing. */
function preferByName(
  asked: string,
  judged: readonly JudgedSentence[],
  best: JudgedSentence,
  row: Cells,
): readonly JudgedSentence[] | null {
  const [[column, own] = ['', '']] = row;
  if (isNamed(asked, own)) return null;
  const rows = judged.flatMap((sentence) => {
    const cells =
      sentence.candidate.passage.documentId === best.candidate.passage.documentId ? cellsOf(sentence) : null;
    const [[first, value] = ['', '']] = cells ?? [];
    return cells && first === column ? [{ sentence, cells, value }] : [];
  });
  const [named, ...others] = rows.filter(({ value }) => NAMES_ROW.test(value) && isNamed(asked, value));
  if (!named || others.length > 0) return null;
  if ([...row.keys()].every((name) => named.cells.has(name))) return exchanged(judged, best, named.sentence);
  const most = named.sentence.probability * OTHER_ROW;
  const siblings = new Set(rows.map(({ sentence }) => sentence));
  return judged.map((sentence) =>
    siblings.has(sentence) && sentence !== named.sentence
      ? { ...sentence, probability: Math.min(sentence.probability, most) }
      : sentence,
  );
}

function exchanged(
  judged: readonly JudgedSentence[],
  best: JudgedSentence,
  named: JudgedSentence,
): readonly JudgedSentence[] {
  return judged.map((sentence) => {
    if (sentence === named) return { ...sentence, probability: best.probability };
    return sentence === best ? { ...sentence, probability: named.probability } : sentence;
  });
}

function cellsOf({ candidate: { text } }: JudgedSentence): Cells | null {
  const cells = text.split('; ').map((cell) => CELL.exec(cell)?.groups);
  if (cells.length < 2 || cells.includes(undefined)) return null;
  return new Map(cells.map((cell) => [cell?.name ?? '', wordsOf(cell?.value ?? '')]));
}

function namedColumns(asked: string, cells: Cells): Set<string> {
  return new Set([...cells].flatMap(([column, value]) => (isNamed(asked, value) ? [column] : [])));
}

function isNamed(asked: string, value: string): boolean {
  const at = value === '' ? -1 : asked.indexOf(` ${value} `);
  return at >= 0 && !BOUND.test(asked.slice(0, at + 1));
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(WORD) ?? []).join(' ');
}
