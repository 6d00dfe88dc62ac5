import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParsedDocumentBuilder, struckTextWarnings, zipNames } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { decodeXml } from '../read-xml.js';
import { Losses } from '../docx/losses.js';
import { refusal, ZipContainer } from '../zip-container.js';
import { describePackage, readPart, relationsOf, writeRows } from './office-package.js';
import { readCellFormats } from './cell-formats.js';
import { readSharedStrings, readSheet, type SheetRow } from './read-sheet.js';
import { writeDrawing } from './write-drawing.js';
import { nodesNamed, textIn } from './xml-tree.js';

const WORKBOOK = 'xl/workbook.xml';
/** Cells of one workbook that are read. */
const MAX_CELLS = 1_000_000;
/** Rows among which the names of the columns are looked for. */
const MAX_PREFACE = 10;

/**
 * Reads Excel workbooks: each sheet as a section, each row with the names of its columns. Dates are written as dates, formulas as
 * their stored results. Hidden sheets and struck-out text are left out, with a warning.
 */
export class XlsxParser implements DocumentParser {
  readonly name = 'xlsx';
  readonly mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  readonly extensions = ['.xlsx', '.xlsm'];

  recognises(bytes: Uint8Array): boolean {
    return zipNames(bytes, WORKBOOK);
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    const container = await ZipContainer.open(bytes, name, signal);
    const workbook = await readPart(container, WORKBOOK);
    if (!workbook) throw refusal(name, 'is not a readable Excel workbook: it has no list of sheets.');
    const builder = new ParsedDocumentBuilder();
    const relations = await relationsOf(container, WORKBOOK);
    const is1904 = nodesNamed(workbook, 'workbookPr').some(({ attributes }) =>
      /^(?:1|true)$/.test(attributes.date1904 ?? ''),
    );
    const formats = readCellFormats(await readPart(container, 'xl/styles.xml'), is1904);
    const strings = await container.readIfWhole('xl/sharedStrings.xml');
    const shared = strings ? readSharedStrings(decodeXml(strings)) : [];
    const losses = new Losses();
    const struck = { whole: 0, partly: 0 };
    let left = MAX_CELLS;
    for (const { attributes } of nodesNamed(workbook, 'sheet')) {
      await nextTurn();
      signal.throwIfAborted();
      const title = attributes.name ?? '';
      if (attributes.state !== undefined && attributes.state !== 'visible') {
        builder.warn(`The hidden sheet ${title} was left out.`);
        continue;
      }
      const path = relations.find(({ id }) => id === attributes.relation)?.path ?? '';
      const part = await container.readIfWhole(path);
      if (!part) {
        builder.warn(`The sheet ${title} could not be read.`);
        continue;
      }
      const sheet = readSheet(decodeXml(part), { shared, formats, maxCells: left });
      left -= sheet.cells;
      writeSheet(title, sheet.rows, builder);
      struck.whole += sheet.struck.whole;
      struck.partly += sheet.struck.partly;
      losses.add('prompt', title, sheet.prompts);
      losses.add('formula_only', title, sheet.unsolved);
      const hadText = sheet.rows.length > 0;
      await writeBeside({ title, path, hadText, margins: sheet.margins }, { container, builder, losses });
      if (sheet.isCut)
        builder.warn(`Only the first ${MAX_CELLS} cells of the workbook were read, up to the sheet ${title}.`);
      if (left <= 0) break;
    }
    for (const sentence of struckTextWarnings(struck, builder.empty)) builder.warn(sentence);
    for (const sentence of losses.sentences()) builder.warn(sentence);
    const described = await describePackage(container);
    return builder.build(described);
  }
}

interface SheetPart {
  readonly title: string;
  readonly path: string;
  /** Whether it has cells, and with them its heading. */
  readonly hadText: boolean;
  readonly margins: readonly string[];
}

/** Names that Excel itself gives to sheets, which say nothing. */
const GIVEN_NAME = /^\p{L}{1,12} ?\d{1,3}$/u;

/** What a sheet says beside its cells: on its printed pages, in comments, text boxes and charts. */
async function writeBeside(
  { title, path, hadText, margins }: SheetPart,
  target: { container: ZipContainer; builder: ParsedDocumentBuilder; losses: Losses },
): Promise<void> {
  const { container, builder } = target;
  const before = builder.end;
  const open = (): void => {
    if (!hadText && builder.end === before) builder.heading(title, 1);
  };
  for (const margin of margins) {
    open();
    builder.append('paragraph', margin);
  }
  const relations = await relationsOf(container, path);
  const threaded = relations.some(({ type }) => /^threadedComments?$/i.test(type));
  for (const { type, path: target_ } of relations) {
    if (type === 'drawing') {
      open();
      await writeDrawing(target_, target);
    } else if (/^threadedComments?$/i.test(type) || (type === 'comments' && !threaded)) {
      const comments = await readPart(container, target_);
      for (const name of ['comment', 'threadedComment'])
        for (const comment of comments ? nodesNamed(comments, name) : []) {
          open();
          // Programs that know no threads are told so in the first comment of one.
          builder.append(
            'list_item',
            `${comment.attributes.ref ?? ''}: ${nodesNamed(comment, 't').map(textIn).join('') || nodesNamed(comment, 'text').map(textIn).join('')}`,
          );
        }
    }
  }
  if (!hadText && builder.end === before && !GIVEN_NAME.test(title))
    builder.warn(`The sheet ${title} has no cells with text.`);
}

/** Rows above the names of the columns are prose, such as a title. */
function writeSheet(title: string, rows: readonly SheetRow[], builder: ParsedDocumentBuilder): void {
  if (rows.length === 0) return;
  builder.heading(title, 1);
  const headAt = rows.slice(0, MAX_PREFACE).findIndex((row, index) => namesColumns(row, rows[index + 1]));
  for (const row of rows.slice(0, Math.max(0, headAt)))
    builder.append('paragraph', row.cells.filter((cell) => cell !== '').join(' · '));
  const head = headAt === -1 ? [] : (rows[headAt]?.cells ?? []);
  writeRows(
    builder,
    head,
    rows.slice(headAt + 1).map(({ cells }) => cells),
  );
}

/** A row of texts alone, at least two, over a row that has as many cells. */
function namesColumns({ cells, hasValues }: SheetRow, next: SheetRow | undefined): boolean {
  const count = cells.filter((cell) => cell !== '').length;
  if (hasValues || count < 2 || !next) return false;
  return next.cells.filter((cell) => cell !== '').length >= Math.min(2, count) && next.cells.length <= cells.length + 1;
}
