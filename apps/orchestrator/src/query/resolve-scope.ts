import { ArbiterError, collectionsThereAre, listCollections, type QueryRequest } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { DomainCatalog } from '@arbiter/ports';
import { counted } from './counted.js';
import type { Inquiry } from './inquiry.js';
import type { StageResult } from './stage-clock.js';

/** What of the library a question is about. */
export type Scope = Pick<Inquiry, 'collections' | 'authorities' | 'hypothesisPrompt'>;

/** Name of the prompt of a pack by which a hypothetical passage is written; its one argument is `query`. */
const HYPOTHESIS_PROMPT = 'hypothesis';

/** What the domains are looked up with. */
export interface ScopePorts {
  readonly domains: DomainCatalog;
  readonly client: OperationClient;
}

/**
 * A domain is asked in those of its collections that there are: what of its sources has not been read yet keeps the rest from
 * nothing.
 *
 * @throws ArbiterError NOT_FOUND for an unknown domain, naming those there are
 */
export async function resolveScope(
  { domains, client }: ScopePorts,
  { domain, collections }: Pick<QueryRequest, 'domain' | 'collections'>,
  context: OperationContext,
): Promise<StageResult<Scope>> {
  if (domain === undefined) {
    const detail = collections ? counted(collections.length, 'collection') : 'the whole library';
    return { value: { collections, authorities: new Map(), hypothesisPrompt: undefined }, detail };
  }
  const { signal } = context;
  const pack = await domains.get(domain, signal);
  if (!pack) {
    const known = (await domains.list(signal)).map(({ config }) => config.domain);
    throw new ArbiterError(
      'NOT_FOUND',
      `There is no domain "${domain}". ${known.length > 0 ? `Installed: ${known.join(', ')}.` : 'None is installed.'}`,
      { details: { domain } },
    );
  }
  const types = Object.entries(pack.config.validation.sourceAuthority);
  const authorities = new Map(types.map(([type, authority]) => [type.toLowerCase(), authority]));
  const hypothesisPrompt = pack.prompts.find(({ name }) => name === HYPOTHESIS_PROMPT)?.template;
  const asked = collections ?? (await thoseThereAre(pack.collections, client, context));
  const value = { collections: asked, authorities, hypothesisPrompt };
  return { value, detail: `domain ${domain}` };
}

/**
 * The collections that tools are told of: those that are asked, or all that the library holds.
 *
 * @returns none where nobody can say; never fails, so that it may be begun before it is waited for
 */
export async function collectionsForTools(
  { collections }: Pick<Scope, 'collections'>,
  client: OperationClient,
  parent: OperationContext,
): Promise<readonly string[]> {
  if (collections) return collections;
  try {
    const held = await client.request(listCollections, {}, { parent });
    return held.collections.map(({ manifest }) => manifest.name);
  } catch {
    return [];
  }
}

/** @returns all of them where there is none yet, or nobody can say */
async function thoseThereAre(
  named: readonly string[],
  client: OperationClient,
  parent: OperationContext,
): Promise<readonly string[]> {
  if (named.length <= 1) return named;
  try {
    const { collections } = await client.request(listCollections, {}, { parent });
    return collectionsThereAre(named, collections);
  } catch {
    parent.signal.throwIfAborted();
    return named;
  }
}
