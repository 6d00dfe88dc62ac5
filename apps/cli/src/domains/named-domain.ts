import type { CommandContext } from '../command.context.js';
import { findPack, isPathOfPack } from './find-pack.js';

export interface NamedDomain {
  /** As its pack calls itself; null where none was named. */
  readonly domain: string | null;
  /** Where its pack is, if it was named by its path; to open the library with. */
  readonly domainsDirectories: readonly string[];
}

/**
 * What a user means by `--domain`: the name of a pack that Arbiter finds by itself, or the path of one.
 *
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST for a path without a pack
 */
export async function namedDomain(
  nameOrPath: string | null,
  { cwd }: Pick<CommandContext, 'cwd'>,
): Promise<NamedDomain> {
  if (nameOrPath === null || !isPathOfPack(nameOrPath)) return { domain: nameOrPath, domainsDirectories: [] };
  const { domain, folder } = await findPack(nameOrPath, [], cwd);
  return { domain, domainsDirectories: [folder] };
}
