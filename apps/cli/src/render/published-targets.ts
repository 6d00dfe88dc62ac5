/** What design document 003 promises of the retriever. It names neither the set nor the machine. */
export const PUBLISHED_ACCURACY = [
  { label: 'Recall@10', metric: 'recall@10', vector: 0.82, keyword: 0.68, hybrid: 0.89 },
  { label: 'Precision@10', metric: 'precision@10', vector: 0.75, keyword: 0.72, hybrid: 0.83 },
  { label: 'MRR', metric: 'mrr@10', vector: 0.78, keyword: 0.65, hybrid: 0.85 },
  { label: 'nDCG@10', metric: 'ndcg@10', vector: 0.81, keyword: 0.7, hybrid: 0.87 },
] as const;

/** Milliseconds. */
export const PUBLISHED_LATENCY = [
  { label: 'Vector search only', method: 'vector', p50: 50, p95: 150, p99: 300 },
  { label: 'Keyword search only', method: 'keyword', p50: 30, p95: 100, p99: 200 },
  { label: 'Hybrid search', method: 'hybrid', p50: 80, p95: 200, p99: 400 },
  { label: 'Total (no synthesis)', method: 'default', p50: 150, p95: 400, p99: 800 },
] as const;
