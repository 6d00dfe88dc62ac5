import { CollectionName, search, SearchRequest, type SearchMethod } from '@arbiter/contracts';
import { toolOf, type McpTool } from './mcp-tool.js';
import { renderSearch } from './render-results.js';

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

/** A tool that lists passages found by one method. It writes no synthesis: its client does that itself. */
function searchTool(name: string, method: SearchMethod, title: string, by: string): McpTool {
  return toolOf(search, {
    name,
    title,
    description: `Find the passages of the library that match a query best, ${by}, each with its source and its relevance.`,
    input: SearchArguments,
    fields: FIELDS,
    async run({ collection, limit, min_relevance_score, ...rest }, library) {
      const request = {
        ...rest,
        method,
        include_synthesis: false,
        ...(collection !== undefined && { knowledge_bases: [collection] }),
        ...(limit !== undefined && { limit }),
        ...(min_relevance_score !== undefined && { min_relevance_score }),
      };
      const [response, places] = await Promise.all([library.ask(search, request), library.places()]);
      return { structured: response, content: renderSearch(response, places) };
    },
  });
}

export const SEARCH_TOOLS: readonly McpTool[] = [
  searchTool('hybrid-search', 'hybrid', 'Search by words and meaning', 'by their words and by their meaning at once'),
  searchTool('vector-search', 'vector', 'Search by meaning', 'by their meaning alone (vectors)'),
  searchTool('keyword-search', 'keyword', 'Search by words', 'by their words alone (BM25)'),
];
