import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  ArbiterError,
  getPagePicture,
  readPieces,
  searchPages as searchPagesOperation,
  type FoundPage,
} from '@arbiter/contracts';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { namedDomain } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { searchedCollectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import { readQuestion } from '../questions/read-question.js';
import { renderPages } from '../render/render-search.js';

export interface SearchPagesRequest {
  readonly words: readonly string[];
  readonly collections: readonly string[] | null;
  readonly domain: string | null;
  /** Absent: the library decides. */
  readonly limit?: number | undefined;
  /** The file that the picture of the best page goes to; an existing one is overwritten. */
  readonly picture?: string | undefined;
}

/** Lists pages. @throws ArbiterError also, after the list, where the picture of the best cannot be had */
export async function searchPages(request: SearchPagesRequest, context: CommandContext): Promise<ExitCode> {
  const query = await readQuestion(request.words, context.stdin);
  const { limit, picture } = request;
  const { signal } = context.interruption;
  const { domain, domainsDirectories } = await namedDomain(request.domain, context);
  const arms = [
    ...(domain === null ? [] : (['orchestrator'] as const)),
    'retriever' as const,
    ...(picture === undefined ? [] : (['ingestion'] as const)),
  ];
  return withLibrary(context, { writes: false, domainsDirectories, arms, warm: ['embedder'] }, async (library) => {
    const collections =
      domain === null ? request.collections : await searchedCollectionsOfDomain(library, domain, signal);
    const asked = {
      query,
      ...(limit !== undefined && { limit }),
      ...(collections !== null && { collections: [...collections] }),
    };
    const found = await library.request(searchPagesOperation, asked, { signal });
    printResult(context, found, () => renderPages(found, context.terminal.outColours));
    const [best] = found.pages;
    if (picture !== undefined && best) await savePicture(best, picture, library, context);
    return EXIT.ok;
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
  try {
    await writeFile(resolve(context.cwd, file), bytes);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'an error';
    throw new ArbiterError('INVALID_REQUEST', `--picture: ${file} cannot be written (${code}).`, { cause });
  }
  remark(context, `Page ${page} of ${source} is in ${file}.`);
}
