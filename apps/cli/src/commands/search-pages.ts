import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError, getPagePicture, readPieces, searchPages as operation, type FoundPage } from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import type { ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { searchLibrary, type Searched } from '../questions/search-library.js';
import { renderPages } from '../render/render-search.js';

export interface SearchPagesRequest extends Searched {
  /** Absent: the library decides. */
  readonly limit: number | undefined;
  /** The file that the picture of the best page goes to; an existing one is overwritten. */
  readonly picture: string | undefined;
}

export function searchPages(request: SearchPagesRequest, context: CommandContext): Promise<ExitCode> {
  const { limit, picture } = request;
  const open = { warm: ['embedder' as const], arms: picture === undefined ? [] : ['ingestion' as const] };
  return searchLibrary(request, open, context, async (library, query, collections) => {
    const asked = { query, ...(limit !== undefined && { limit }), ...(collections && { collections }) };
    const found = await library.request(operation, asked, { signal: context.interruption.signal });
    const [best] = found.pages;
    if (picture !== undefined && best) await savePicture(best, picture, library, context);
    printResult(context, found, () => renderPages(found, context.terminal.outColours));
  });
}

async function savePicture(
  { documentId, page, source }: FoundPage,
  file: string,
  library: Library,
  context: CommandContext,
): Promise<void> {
  const { signal } = context.interruption;
  const ask = (offset: number, length: number) =>
    library.request(getPagePicture, { documentId, page, offset, length }, { signal });
  const bytes = await readPieces(await ask(0, 0), ask);
  await writeFile(resolve(context.cwd, file), bytes).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ArbiterError('INVALID_REQUEST', `--picture: ${file} cannot be written (${code}).`, { cause });
  });
  remark(context, `Page ${page} of ${source} is in ${file}.`);
}
