import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ACCESS_GROUPS, accessRefusal, ArbiterError, strayAccessField } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { z } from 'zod';

/** Characters of the output of one cell that are read: a table of results, not a log of training. */
const MAX_OUTPUT = 4_000;
/** Cells read before other work of the process gets a turn. */
const CELLS_PER_TURN = 100;
const ESCAPE = '\u001b';
const TERMINAL_SEQUENCES = new RegExp(`${ESCAPE}\\[[0-9;:?]*[ -/]*[@-~]`, 'g');

const Lines = z.union([z.string(), z.array(z.string())]).catch('');
const Output = z.looseObject({ text: Lines.optional(), data: z.record(z.string(), z.unknown()).optional() });
const Cell = z.looseObject({
  cell_type: z.string().catch(''),
  source: Lines.optional(),
  outputs: z.array(Output).optional().catch([]),
});
const Notebook = z.looseObject({
  cells: z.array(Cell).optional(),
  /** Of format 3. */
  worksheets: z.array(z.looseObject({ cells: z.array(Cell) })).optional(),
  metadata: z
    .looseObject({ language_info: z.looseObject({ file_extension: z.string().optional() }).optional() })
    .optional(),
});

/** Reads Jupyter notebooks: Markdown cells as Markdown, code cells as source code, and the texts that they printed. */
export class NotebookParser implements DocumentParser {
  readonly name = 'notebook';
  readonly mediaType = 'application/x-ipynb+json';
  readonly extensions = ['.ipynb'];

  constructor(
    private readonly markdown: DocumentParser,
    private readonly code: DocumentParser,
  ) {}

  async parse({ bytes, name, language, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name, language });
    await nextTurn();
    signal.throwIfAborted();
    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);
    if (text.trim() === '') return builder.build();
    const { cells, worksheets = [], metadata } = readNotebook(text, name);
    const ending = metadata?.language_info?.file_extension ?? '.py';
    let title = '';
    let front: ParsedDocument['metadata'] = {};
    if (strayAccessField({ notebook: metadata }) !== undefined) throw unclearAccess(name);
    let cut = 0;
    for (const [index, cell] of (cells ?? worksheets.flatMap((sheet) => sheet.cells)).entries()) {
      if (index % CELLS_PER_TURN === 0) await nextTurn();
      signal.throwIfAborted();
      const source = new TextEncoder().encode(joined(cell.source));
      const isFront = index === 0 && cell.cell_type === 'raw' && joined(cell.source).startsWith('---');
      if (cell.cell_type === 'markdown' || isFront) {
        const parsed = await this.markdown.parse({ bytes: source, name: `${name} (cell ${index + 1})`, signal });
        if (index === 0) front = parsed.metadata;
        else if (ACCESS_GROUPS in parsed.metadata || strayAccessField(parsed.metadata)) throw unclearAccess(name);
        builder.appendDocument(parsed);
        title ||= parsed.title;
      } else if (cell.cell_type === 'code') {
        builder.appendDocument(await this.code.parse({ bytes: source, name: `cell${ending}`, signal }));
        if (writeOutputs(cell.outputs ?? [], builder)) cut += 1;
      } else {
        builder.append('paragraph', joined(cell.source));
      }
    }
    if (cut > 0)
      builder.warn(
        `Of the output of ${cut === 1 ? '1 cell' : `${cut} cells`}, only the first ${MAX_OUTPUT} characters were read.`,
      );
    return builder.build({ title, metadata: front });
  }
}

function unclearAccess(name: string): ArbiterError {
  return accessRefusal(
    `${name} was refused, since it is unclear who may read it: it names access groups, but not in the front matter of its first cell.`,
  );
}

function readNotebook(text: string, name: string): z.output<typeof Notebook> {
  try {
    return Notebook.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not a readable notebook: it is broken or cut short.`, {
      details: { name },
      cause,
    });
  }
}

/** @returns whether some of it was left out */
function writeOutputs(outputs: readonly z.output<typeof Output>[], builder: ParsedDocumentBuilder): boolean {
  let left = MAX_OUTPUT;
  let isCut = false;
  for (const { text, data } of outputs) {
    const plain = Lines.parse(data?.['text/plain'] ?? text ?? '');
    const said = joined(plain).replace(TERMINAL_SEQUENCES, '');
    isCut ||= said.length > left;
    builder.append('code', said.slice(0, left));
    left = Math.max(0, left - said.length);
  }
  return isCut;
}

function joined(lines: string | readonly string[] = ''): string {
  return typeof lines === 'string' ? lines : lines.join('');
}
