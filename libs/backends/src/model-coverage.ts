import { PACKAGED_MODELS } from '@arbiter/adapters-onnx';

/** What an embedding model has learnt to read. */
export interface ModelCoverage {
  /** ISO 639 codes, as BCP 47 tags begin with. */
  readonly languages: readonly string[];
  /** ISO 15924 codes, as in `\p{Script=Latn}`. */
  readonly scripts: readonly string[];
}

const COVERAGE: ReadonlyMap<string, ModelCoverage> = new Map([
  // Both trained on pairs of English texts (https://huggingface.co/BAAI/bge-small-en-v1.5,
  // https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2).
  ...PACKAGED_MODELS.map(({ name }): [string, ModelCoverage] => [name, { languages: ['en'], scripts: ['Latn'] }]),
]);

/** @returns null for a model of which it is not known here */
export function coverageOfModel(model: string): ModelCoverage | null {
  return COVERAGE.get(model) ?? null;
}
