import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder, resolveMarks } from '@arbiter/adapter-kit/documents';
import { plainTex } from './plain-tex.js';
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
const Output = z.looseObject({
  text: Lines.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
const Cell = z.looseObject({
  cell_type: z.string().catch(''),
  source: Lines.optional(),
  outputs: z.array(Output).optional().catch([]),
  attachments: z.record(z.string(), z.unknown()).optional().catch(undefined),
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
    let title = metadata?.title ?? '';
    let pictures = 0;
    let files = 0;
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
        const read = async (markdown: string): Promise<ParsedDocument> =>
          this.markdown.parse({ bytes: new TextEncoder().encode(markdown), name: 'output.md', signal });
        const written = await writeOutputs(cell.outputs ?? [], builder, read);
        if (written.isCut) cut += 1;
        pictures += written.pictures;
      } else {
        builder.append('paragraph', joined(cell.source));
      }
      files += Object.keys(cell.attachments ?? {}).length;
    }
    if (cut > 0)
      builder.warn(
        `Of the output of ${cut === 1 ? '1 cell' : `${cut} cells`}, only the first ${MAX_OUTPUT} characters were read.`,
      );
    if (pictures > 0)
      builder.warn(
        `${pictures === 1 ? '1 picture' : `${pictures} pictures`} in outputs of cells ${pictures === 1 ? 'was' : 'were'} not read.`,
      );
    if (files > 0)
      builder.warn(
        `${files === 1 ? '1 file' : `${files} files`} attached to cells ${files === 1 ? 'was' : 'were'} not read.`,
      );
    const author = metadata?.authors?.map(({ name: one }) => one).join(', ') ?? '';
    return builder.build({ title, metadata: { ...(author !== '' && { author }), ...front } });
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
