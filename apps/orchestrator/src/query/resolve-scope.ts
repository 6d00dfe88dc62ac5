import { ArbiterError, type QueryRequest } from '@arbiter/contracts';
import type { DomainCatalog } from '@arbiter/ports';
import { counted } from './counted.js';
import type { Inquiry } from './inquiry.js';
import type { StageResult } from './stage-clock.js';

/** What of the library a question is about. */
export type Scope = Pick<Inquiry, 'collections' | 'authorities' | 'hypothesisPrompt'>;

/** Name of the prompt of a pack by which a hypothetical passage is written; its one argument is `query`. */
const HYPOTHESIS_PROMPT = 'hypothesis';

/** @throws ArbiterError NOT_FOUND for an unknown domain, naming those there are */
export async function resolveScope(
  domains: DomainCatalog,
  { domain, collections }: Pick<QueryRequest, 'domain' | 'collections'>,
  signal: AbortSignal,
): Promise<StageResult<Scope>> {
  if (domain === undefined) {
    const detail = collections ? counted(collections.length, 'collection') : 'the whole library';
    return { value: { collections, authorities: new Map(), hypothesisPrompt: undefined }, detail };
  }
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
  const value = { collections: collections ?? pack.collections, authorities, hypothesisPrompt };
  return { value, detail: `domain ${domain}` };
}
