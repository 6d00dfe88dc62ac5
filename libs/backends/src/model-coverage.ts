import { SHIPPED_EMBEDDING_MODEL } from './model-variables.js';

/** What an embedding model has learnt to read. */
export interface ModelCoverage {
  /** ISO 639 codes, as BCP 47 tags begin with. */
  readonly languages: readonly string[];
  /** ISO 15924 codes, as in `\p{Script=Latn}`. */
  readonly scripts: readonly string[];
}

const COVERAGE: ReadonlyMap<string, ModelCoverage> = new Map([
  // Trained on 1.17 billion pairs of English sentences (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2).
  [SHIPPED_EMBEDDING_MODEL, { languages: ['en'], scripts: ['Latn'] }],
]);

/** @returns null for a model of which it is not known here */
export function coverageOfModel(model: string): ModelCoverage | null {
  return COVERAGE.get(model) ?? null;
}
