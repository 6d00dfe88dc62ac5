import { ArbiterError, listDomains } from '@arbiter/contracts';
import type { OperationCaller } from './library.js';

/** @throws ArbiterError NOT_FOUND naming the domains there are */
export async function collectionsOfDomain(
  library: OperationCaller,
  domain: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { domains } = await library.request(listDomains, {}, { signal });
  const found = domains.find((candidate) => candidate.domain === domain);
  if (found) return found.collections;
  const known = domains.map((candidate) => candidate.domain).join(', ');
  throw new ArbiterError(
    'NOT_FOUND',
    `There is no domain "${domain}"; ${known === '' ? 'none is installed' : `there is: ${known}`}.`,
    {
      details: { domain },
    },
  );
}
