import { listEntityNames, type EntityName } from '@arbiter/contracts';
import type { Resource } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-caller.js';
import { formatEntityUri } from './entity-uri.js';
import type { LibraryDomains } from './library.domains.js';
import { RESOURCES_PER_PAGE, type ResourcePage } from './resource-page.js';

export const ENTITY_MIME_TYPE = 'application/json';

/**
 * A page of all that documents describe. What is called alike in one collection is one resource, whose contents are all of it.
 *
 * @param after `next` of the page before; empty at first
 * @throws ArbiterError INVALID_REQUEST for another one
 */
export async function entityResources(
  after: string,
  domains: LibraryDomains,
  caller: OperationCaller,
  options: CallOptions,
): Promise<ResourcePage<string>> {
  const from = after === '' ? {} : { after };
  const { entities, next } = await caller.request(listEntityNames, { limit: RESOURCES_PER_PAGE, ...from }, options);
  return { resources: entities.map((entity) => resourceOf(entity, domains)), next };
}

function resourceOf({ collection, type, name }: EntityName, domains: LibraryDomains): Resource {
  const domain = domains.domainOf(collection);
  return {
    uri: formatEntityUri({ domain, type, name }),
    name,
    description: `${type} of ${domain}`,
    mimeType: ENTITY_MIME_TYPE,
  };
}
