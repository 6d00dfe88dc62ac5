import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ParsedDocumentBuilder, readText, resolveMarks } from '@arbiter/adapter-kit/documents';
import { plainTex } from './plain-tex.js';
import { counted, ACCESS_GROUPS, accessRefusal, ArbiterError, strayAccessField } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { z } from 'zod';

/** Characters of the output of one cell that are read: a table of results, not a log of training. */
const MAX_OUTPUT = 4_000;
/** Cells read before other work of the process gets a turn. */
const CELLS_PER_TURN = 100;
const ESCAPE = '\u001b';
const TERMINAL_SEQUENCES = new RegExp(`${ESCAPE}\\[[0-9;:?]*[ -/]*[@-~]`, 'g');

const Lines = z.union([z.string(), z.array(z.string())]).catch('');
const Output = z.looseObject({
  text: Lines.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
const Cell = z.looseObject({
  cell_type: z.string().catch(''),
  source: Lines.optional(),
  outputs: z.array(Output).catch([]),
  attachments: z.record(z.string(), z.unknown()).catch({}),
});
const Notebook = z.looseObject({
  cells: z.array(Cell).optional(),
  /** Of format 3. */
  worksheets: z.array(z.looseObject({ cells: z.array(Cell) })).optional(),
  metadata: z
    .looseObject({
      language_info: z.looseObject({ file_extension: z.string().optional() }).optional(),
      title: z.string().optional().catch(undefined),
      authors: z
        .array(z.looseObject({ name: z.string() }))
        .optional()
        .catch(undefined),
    })
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

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    if (text.trim() === '') return builder.build();
    const { cells, ending, author, ...notebook } = readNotebook(text, name);
    const read = (markdown: string, source = 'output.md'): Promise<ParsedDocument> =>
      this.markdown.parse({ bytes: new TextEncoder().encode(markdown), name: source, signal });
    let { title } = notebook;
    let front: ParsedDocument['metadata'] = {};
    const unread = { cut: 0, pictures: 0, files: 0 };
    for (const [index, cell] of cells.entries()) {
      if (index % CELLS_PER_TURN === 0) await nextTurn();
      signal.throwIfAborted();
      const isFront = index === 0 && cell.cell_type === 'raw' && joined(cell.source).startsWith('---');
      if (cell.cell_type === 'markdown' || isFront) {
        const parsed = await read(joined(cell.source), `${name} (cell ${index + 1})`);
        if (index === 0) front = parsed.metadata;
        else if (ACCESS_GROUPS in parsed.metadata || strayAccessField(parsed.metadata)) throw unclearAccess(name);
        builder.appendDocument(parsed);
        title ||= parsed.title;
      } else if (cell.cell_type === 'code') {
        const source = new TextEncoder().encode(joined(cell.source));
        builder.appendDocument(await this.code.parse({ bytes: source, name: `cell${ending}`, signal }));
        const written = await writeOutputs(cell.outputs, builder, read);
        unread.cut += Number(written.isCut);
        unread.pictures += written.pictures;
      } else {
        builder.append('paragraph', joined(cell.source));
      }
      unread.files += Object.keys(cell.attachments).length;
    }
    for (const warning of warningsOf(unread)) builder.warn(warning);
    return builder.build({ title, metadata: { ...(author !== '' && { author }), ...front } });
  }
}

function warningsOf({ cut, pictures, files }: Readonly<Record<'cut' | 'pictures' | 'files', number>>): string[] {
  const notRead = (count: number, one: string, where: string): string[] =>
    count === 0 ? [] : [`${counted(count, one)} ${where} cells ${count === 1 ? 'was' : 'were'} not read.`];
  return [
    ...(cut === 0
      ? []
      : [`Of the output of ${counted(cut, 'cell')}, only the first ${MAX_OUTPUT} characters were read.`]),
    ...notRead(pictures, 'picture', 'in outputs of'),
    ...notRead(files, 'file', 'attached to'),
  ];
}

function unclearAccess(name: string): ArbiterError {
  return accessRefusal(
    `${name} was refused, since it is unclear who may read it: it names access groups, but not in the front matter of its first cell.`,
  );
}

function readNotebook(text: string, name: string) {
  const { cells, worksheets = [], metadata } = parsedNotebook(text, name);
  if (strayAccessField({ notebook: metadata }) !== undefined) throw unclearAccess(name);
  return {
    cells: cells ?? worksheets.flatMap((sheet) => sheet.cells),
    title: metadata?.title ?? '',
    author: metadata?.authors?.map((one) => one.name).join(', ') ?? '',
    ending: metadata?.language_info?.file_extension ?? '.py',
  };
}

function parsedNotebook(text: string, name: string): z.output<typeof Notebook> {
  try {
    return Notebook.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not a readable notebook: it is broken or cut short.`, {
      details: { name },
      cause,
    });
  }
}

/** How Python names a thing that says nothing in plain text: `<IPython.core.display.HTML object>`. */
const NAMELESS = /^\s*<[\w.]{1,200}(?: object)?(?: at 0x[0-9a-f]+)?>\s*$/;

/** @returns whether some of it was left out, and how many pictures */
async function writeOutputs(
  outputs: readonly z.output<typeof Output>[],
  builder: ParsedDocumentBuilder,
  read: (markdown: string) => Promise<ParsedDocument>,
): Promise<{ readonly isCut: boolean; readonly pictures: number }> {
  let left = MAX_OUTPUT;
  let isCut = false;
  let pictures = 0;
  const take = (text: string): string => {
    const said = text.replace(TERMINAL_SEQUENCES, '');
    isCut ||= said.length > left;
    const taken = said.slice(0, left);
    left -= taken.length;
    return taken;
  };
  for (const { text, data = {}, ename, evalue } of outputs) {
    const form = (type: string): string => joined(Lines.parse(data[type] ?? ''));
    const plain = form('text/plain') || joined(text);
    const rich = form('text/markdown') || form('text/html');
    const isPicture = Object.keys(data).some((type) => type.startsWith('image/'));
    if (isPicture) pictures += 1;
    if (plain !== '' && !NAMELESS.test(plain)) builder.append('code', take(plain));
    else if (rich !== '') builder.appendDocument(await read(take(rich)));
    else if (form('text/latex') !== '') builder.append('paragraph', resolveMarks(plainTex(take(form('text/latex')))));
    else if (data['application/json'] !== undefined)
      builder.append('code', take(JSON.stringify(data['application/json'])));
    else builder.append('code', take(plain));
    if (ename !== undefined || evalue !== undefined) builder.append('code', take(`${ename ?? ''}: ${evalue ?? ''}`));
  }
  return { isCut, pictures };
}

function joined(lines: string | readonly string[] = ''): string {
  return typeof lines === 'string' ? lines : lines.join('');
}
