import type { estypes } from '@elastic/elasticsearch';

/** Of the mapping below. A change of what is indexed, or how, takes the next number. */
export const MAPPING_VERSION = 1;

/** BM25's constants, which every store of the library shares (see KeywordIndex). */
const BM25 = { type: 'BM25', k1: 1.2, b: 0.75 } as const;

/** What the mapping of an index says about itself. */
export interface IndexMeta {
  readonly collection: string;
  readonly mapping_version: number;
}

/** What a new index is made of. */
export function indexSchema(
  collection: string,
  { shards }: { readonly shards: number },
): { readonly settings: estypes.IndicesIndexSettings; readonly mappings: estypes.MappingTypeMapping } {
  const meta: IndexMeta = { collection, mapping_version: MAPPING_VERSION };
  return {
    settings: {
      number_of_shards: shards,
      // A copy where there is a second node to hold it, and a green index where there is none.
      auto_expand_replicas: '0-1',
      // A write becomes visible by the refresh that ends it, all at once, and by no other.
      refresh_interval: '-1',
      // Chunks that were replaced count in the statistics of BM25 until a merge drops them: the server merges by itself
      // above 5 % of them, and `optimize` leaves none in any segment.
      merge: { policy: { deletes_pct_allowed: 5, expunge_deletes_allowed: 0 } } as Record<string, unknown>,
      analysis: { analyzer: { terms: { type: 'custom', tokenizer: 'whitespace', filter: [] } } },
      similarity: { terms: BM25 },
    },
    mappings: {
      dynamic: 'strict',
      _meta: { ...meta },
      properties: {
        id: { type: 'keyword' },
        document_id: { type: 'keyword' },
        // How often a term stands in a chunk, not where: phrases are found by `required` and checked in the text.
        terms: { type: 'text', analyzer: 'terms', similarity: 'terms', index_options: 'freqs', norms: true },
        facts: { type: 'keyword', doc_values: false },
        // Kept as it came and never looked into.
        chunk: { type: 'object', enabled: false },
      },
    },
  };
}
