import { ArbiterError, collectionsThereAre, listCollections, listDomains, unknownName } from '@arbiter/contracts';
import type { OperationCaller } from './library.js';

/**
 * All collections that a domain names, whether or not anything has been ingested into them.
 *
 * @throws ArbiterError NOT_FOUND naming the domains there are
 */
export async function collectionsOfDomain(
  library: OperationCaller,
  domain: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { domains } = await library.request(listDomains, {}, { signal });
  const found = domains.find((candidate) => candidate.domain === domain);
  if (found) return found.collections;
  const known = domains.map((candidate) => candidate.domain);
  throw new ArbiterError(
    'NOT_FOUND',
    `${unknownName('There is no domain', domain, known)} ${known.length === 0 ? 'None is installed.' : `Installed: ${known.join(', ')}.`}`,
    {
      details: { domain },
    },
  );
}

/**
 * Those of them that a search can look into; all where there is none yet.
 *
 * @throws ArbiterError NOT_FOUND naming the domains there are
 */
export async function searchedCollectionsOfDomain(
  library: OperationCaller,
  domain: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const named = await collectionsOfDomain(library, domain, signal);
  if (named.length <= 1) return named;
  const { collections } = await library.request(listCollections, {}, { signal });
  return collectionsThereAre(named, collections);
}
