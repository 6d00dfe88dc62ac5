import { CollectionName, search, SearchRequest, type SearchMethod } from '@arbiter/contracts';
import { LibraryDomains } from '../resources/resource-uris.js';
import { READS, runOperation, type McpTool } from './mcp-tool.js';
import { renderSearch } from './render-results.js';
import { inputSchemaOf, parseArguments } from './tool-schema.js';

/** The published arguments `query`, `collection` and `limit`, and what narrows a search down. */
const SearchArguments = SearchRequest.pick({
  query: true,
  limit: true,
  filters: true,
  min_relevance_score: true,
}).extend({
  collection: CollectionName.optional(),
});

const FIELDS = {
  query: 'What to search for, in words.',
  collection: 'The collection to search; all of the library when left out.',
  limit: 'How many passages at most.',
  filters: {
    type: 'object',
    description:
      'What the metadata of a document must say, by key: a value, a list of values, or {gte, lt, in, not, exists}. ' +
      'date_from and date_to are dates such as 2024, 2024-03 or 2024-03-15.',
  },
  min_relevance_score: 'Passages of less relevance (0–1) are left out; 0 shows all.',
};

const SHOWN: Readonly<Record<SearchMethod, { readonly title: string; readonly by: string }>> = {
  hybrid: { title: 'Search by words and meaning', by: 'by their words and by their meaning at once' },
  vector: { title: 'Search by meaning', by: 'by their meaning alone (vectors)' },
  keyword: { title: 'Search by words', by: 'by their words alone (BM25)' },
};

/** A tool that lists passages found by one method. It writes no synthesis: its client does that itself. */
export function searchTool(name: string, method: SearchMethod): McpTool {
  const { title, by } = SHOWN[method];
  return {
    name,
    title,
    description: `Find the passages of the library that match a query best, ${by}, each with its source and its relevance.`,
    inputSchema: inputSchemaOf(SearchArguments, FIELDS),
    annotations: READS,
    async run(args, call) {
      const { collection, limit, min_relevance_score, ...rest } = parseArguments(SearchArguments, args);
      const request = {
        ...rest,
        method,
        include_synthesis: false,
        ...(collection !== undefined && { knowledge_bases: [collection] }),
        ...(limit !== undefined && { limit }),
        ...(min_relevance_score !== undefined && { min_relevance_score }),
      };
      const [response, domains] = await Promise.all([
        runOperation(search, request, call, () => null),
        LibraryDomains.read(call.caller, call.options),
      ]);
      return { structured: response, content: renderSearch(response, domains) };
    },
  };
}
