import { ArbiterError, type DomainSummary, type QueryMode } from '@arbiter/contracts';

type Domains = readonly Pick<DomainSummary, 'domain'>[];

/** What a name of a model stands for. */
export interface ServedModel {
  readonly id: string;
  readonly mode: QueryMode;
  readonly domain?: string;
}

const MODELS: readonly ServedModel[] = [
  { id: 'arbiter', mode: 'standard' },
  { id: 'arbiter-fast', mode: 'fast' },
  { id: 'arbiter-deep', mode: 'deep' },
];
const OF_DOMAIN = 'arbiter/';
/** Longest name that an error repeats, in UTF-16 code units. */
const LONGEST_NAME = 100;

/** @param domains that the caller may see */
export function servedModels(domains: Domains): readonly ServedModel[] {
  const ofDomains = domains.map(({ domain }) => ({ id: `${OF_DOMAIN}${domain}`, mode: 'standard' as const, domain }));
  return [...MODELS, ...ofDomains];
}

/**
 * @param listDomains those that the caller may see; asked only where the name is of one
 * @throws ArbiterError NOT_FOUND
 */
export async function findModel(id: string, listDomains: () => Promise<Domains>): Promise<ServedModel> {
  const known = servedModels(id.startsWith(OF_DOMAIN) ? await listDomains() : []);
  const found = known.find((model) => model.id === id);
  if (found) return found;
  const message = `The model \`${id.slice(0, LONGEST_NAME)}\` does not exist or you do not have access to it.`;
  throw new ArbiterError('NOT_FOUND', message, { details: { param: 'model', code: 'model_not_found' } });
}

/** As `GET /v1/models` tells it. Nobody knows when it was made. */
export function modelBody({ id }: ServedModel): object {
  return { id, object: 'model', created: 0, owned_by: 'arbiter' };
}
