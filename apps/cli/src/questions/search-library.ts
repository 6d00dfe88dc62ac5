import type { Arm } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import { namedDomain } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { searchedCollectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import { withLibrary, type OpenOptions } from '../library/open-library.js';
import { readQuestion } from './read-question.js';

/** What is searched for, and where; all of the library when neither collections nor a domain are named. */
export interface Searched {
  readonly words: readonly string[];
  readonly collections: readonly string[] | null;
  readonly domain: string | null;
}

/**
 * Opens a library for a search, with no more of it than that runs: half of a command's time goes into loading code.
 *
 * @param arms besides the retriever
 * @param search `collections`: all when null
 */
export async function searchLibrary(
  { words, collections, domain: named }: Searched,
  { arms = [], warm }: Required<Pick<OpenOptions, 'warm'>> & { readonly arms?: readonly Arm[] },
  context: CommandContext,
  search: (library: Library, query: string, collections: string[] | null) => Promise<void>,
): Promise<ExitCode> {
  const query = await readQuestion(words, context.stdin);
  const { signal } = context.interruption;
  const { domain, domainsDirectories } = await namedDomain(named, context);
  const open: OpenOptions = {
    ...{ writes: false, domainsDirectories, warm },
    arms: [...(domain === null ? [] : ['orchestrator' as const]), 'retriever', ...arms],
  };
  return withLibrary(context, open, async (library) => {
    const inside = domain === null ? collections : await searchedCollectionsOfDomain(library, domain, signal);
    await search(library, query, inside && [...inside]);
    return EXIT.ok;
  });
}
