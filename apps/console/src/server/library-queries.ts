import { queryOptions } from '@tanstack/react-query';
import { server } from './server.js';

/** First word of the keys of what changes when documents are read or deleted. */
export const LIBRARY = 'library';

/** The collections that the library holds. */
export const collectionsQuery = queryOptions({
  queryKey: [LIBRARY, 'collections'],
  queryFn: async ({ signal }) => (await server.call('listCollections', {}, { signal })).collections,
});

/** The packs that are installed, read or not. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: async ({ signal }) => (await server.call('listDomains', {}, { signal })).domains,
});
