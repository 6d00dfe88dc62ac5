import { type Command, Option } from 'commander';
import type { CommandContext } from '../command.context.js';
import { domainOption } from './command-options.js';
import { namedDomain } from '../domains/find-pack.js';
import type { ExitCode } from '../exit-code.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';

const DEFAULT_COLLECTION = 'default';

/** Whose changelog or graph is meant: that of a collection, or of the first one of a domain. */
export interface CollectionTarget {
  readonly collection?: string;
  readonly domain?: string;
}

/** Adds the options that say which collection is meant. */
export function onCollection(command: Command): Command {
  return command
    .addOption(new Option('-c, --collection <name>', `of a collection (default: "${DEFAULT_COLLECTION}")`))
    .addOption(domainOption('of the first collection of a domain'));
}

/** Opens the library, and works on the collection that is meant. */
export async function withCollection(
  { collection, domain }: CollectionTarget,
  { writes }: { readonly writes: boolean },
  context: CommandContext,
  work: (library: Library, collection: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const named = await namedDomain(domain ?? null, context);
  return withLibrary(context, { writes, domainsDirectories: named.domainsDirectories }, async (library) => {
    if (named.domain === null) return work(library, collection ?? DEFAULT_COLLECTION);
    const [first = DEFAULT_COLLECTION] = await collectionsOfDomain(library, named.domain, context.interruption.signal);
    return work(library, first);
  });
}
