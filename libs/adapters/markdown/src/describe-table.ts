import {
  areRecords,
  findPlainTableHead,
  findTableHead,
  repeatMergedCells,
  type TableHead,
  unusedNames,
  writeRecord,
} from '@arbiter/adapter-kit/documents';

export interface MarkdownRow {
  readonly texts: readonly string[];
  /** All of its text is bold. */
  readonly stressed: boolean;
  /** All of the text of its first cell is bold. */
  readonly labelled: boolean;
}

/**
 * The rows of a table as sentences of their own: "Name: Mira; Role: keeper". Markdown has one row of names: others below it are
 * told as in any table. One without names stands over those that people write in bold. A first column that is all bold, with the
 * row of names, names what stands beside it.
 */
export function describeTable(rows: readonly MarkdownRow[]): string[] {
  const [head, ...body] = rows;
  if (!head) return [];
  if (body.length === 0) return [head.texts.filter((text) => text !== '').join('; ')];
  const isNamed = head.texts.some((text) => text !== '');
  const table = isNamed ? rows : body;
  const lines = table.map((row) => ({ ...row, marked: false, grouped: false }));
  const guessed = isNamed ? null : findTableHead(lines);
  if (!guessed && areRecords(lines)) return table.map(({ texts }) => writeRecord(texts));
  const found = isNamed ? namesOf(table) : guessed;
  const values = repeatMergedCells(table.slice(found?.lines ?? 0).map(({ texts }) => texts));
  const unused = unusedNames(found?.names ?? [], values);
  const written = values.map((texts) =>
    texts
      .map((text, column) => {
        const name = found?.names[column] ?? '';
        return text === '' || name === '' ? text : `${name}: ${text}`;
      })
      .filter((text) => text !== '')
      .join('; '),
  );
  return unused === '' ? written : [unused, ...written];
}

function namesOf(rows: readonly MarkdownRow[]): TableHead | null {
  return findPlainTableHead(
    rows.map(({ texts }) => texts),
    true,
  );
}
