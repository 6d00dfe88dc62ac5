import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParsedDocumentBuilder, struckTextWarnings, zipNames } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { decodeXml } from '../read-xml.js';
import { Losses } from '../docx/losses.js';
import { refusal, ZipContainer } from '../zip-container.js';
import { readCellFormats } from './cell-formats.js';
import { findGridHead, type GridRow, namesColumns, ownCells, writeGrid } from './grid-table.js';
import { describePackage, linksOf, readPart, relationsOf } from './office-package.js';
import { readSharedStrings, readSheet } from './read-sheet.js';
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
      const sheet = readSheet(decodeXml(part), {
        shared,
        formats,
        maxCells: left,
        links: await linksOf(container, path),
      });
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
function writeSheet(title: string, rows: readonly GridRow[], builder: ParsedDocumentBuilder): void {
  if (rows.length === 0) return;
  builder.heading(title, 1);
  for (let at = 0; at < MAX_PREFACE && at < rows.length; at++) {
    const head = mayHoldNames(rows, at)
      ? findGridHead(rows.slice(at), standsOver(rows, at) && namesColumns(rows.slice(at)))
      : null;
    if (!head) continue;
    for (const row of rows.slice(0, at)) {
      const texts = ownCells(row).map(({ text }) => text);
      builder.append('paragraph', texts.join(' · '));
    }
    writeGrid(builder, rows.slice(at), head);
    return;
  }
  writeGrid(builder, rows, null);
}

/** A single text is a title, unless it stands over some columns of a table and leaves out its first. */
function mayHoldNames(rows: readonly GridRow[], at: number): boolean {
  const row = rows[at];
  const [first, second] = row ? ownCells(row) : [];
  return (
    second !== undefined ||
    (row?.grouped === true && rows[at + 1]?.texts.slice(0, first?.column).some(isGiven) === true)
  );
}

/** A row of names over a row that has as many cells. */
function standsOver(rows: readonly GridRow[], at: number): boolean {
  const [row, next] = rows.slice(at, at + 2);
  if (!row || !next) return false;
  const { texts } = row;
  const enough = Math.min(2, texts.filter(isGiven).length);
  return next.texts.filter(isGiven).length >= enough && next.texts.length <= texts.length + 1;
}

function isGiven(text: string): boolean {
  return text !== '';
}
