import type { IngestionSource } from '@arbiter/contracts';

/** A few documents of one subject, for searches by meaning as well as by word. */
const NOTES: Readonly<Record<string, { readonly category: string; readonly date: string; readonly text: string }>> = {
  'hybrid-search.md': {
    category: 'search',
    date: '2024-03-15',
    text: 'Hybrid search asks a keyword index and a vector index at once and merges what they find. Its benefit is that it finds exact names as well as passages that say the same in other words.',
  },
  'rank-fusion.md': {
    category: 'algorithms',
    date: '2024-02-20',
    text: 'Reciprocal rank fusion merges lists by the ranks of what is in them. Raw scores of different engines need not be comparable for it.',
  },
  'vector-databases.md': {
    category: 'databases',
    date: '2023-11-02',
    text: 'The benefits of vector databases are fast nearest-neighbour search over millions of embeddings, and filters that are applied while searching. Vector databases find passages by meaning.',
  },
  'neural-networks.md': {
    category: 'learning',
    date: '2022-05-01',
    text: 'Neural networks are layers of weighted sums and simple nonlinear functions. They are trained by gradient descent with backpropagation.',
  },
  'learning-algorithms.md': {
    category: 'learning',
    date: '2022-06-09',
    text: 'Machine learning algorithms fit a model to examples. Decision trees, support vector machines and neural networks are machine learning algorithms.',
  },
  'harbour-rules.md': {
    category: 'harbour',
    date: '2021-01-30',
    text: 'No vessel enters the harbour after dusk. The pilot is paid four pence for each ship.',
  },
};

export const RESEARCH_NOTES: readonly IngestionSource[] = Object.entries(NOTES).map(
  ([name, { text: content, ...metadata }]) => ({ kind: 'inline', name, content, metadata }),
);
