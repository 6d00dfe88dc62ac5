import { estimateRelevance } from '@arbiter/confidence';
import type { Chunk } from '@arbiter/ports';
import { aliasesOf, TermCoverage } from '@arbiter/text';

export interface JudgedPassage {
  readonly chunk: Chunk;
  /** With the query as it was asked; null when no vectors were searched. */
  readonly cosine: number | null;
}

/** Probability-like relevance of each passage, 0–1, in order: from what is known of it, not from its rank. */
export function relevanceOf(query: string, passages: readonly JudgedPassage[]): number[] {
  const coverage = new TermCoverage(
    query,
    passages.map(({ chunk }) => searchableText(chunk)),
  );
  return passages.map(({ cosine }, index) => estimateRelevance({ cosine, coverage: coverage.of(index) }));
}

function searchableText({ title, section, text, metadata }: Chunk): string {
  return [title, ...aliasesOf(metadata), ...section, text].join('\n');
}
