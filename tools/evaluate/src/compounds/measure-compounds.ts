import { ArbiterError, search, submitJob, watchJob } from '@arbiter/contracts';
import { ndcgAt, recallAt } from '@arbiter/evaluation';
import type { Standalone } from '@arbiter/standalone';
import { z } from 'zod';

/** A passage of its own document, in one of the languages. */
export const CompoundPassage = z.strictObject({ id: z.string(), language: z.string(), text: z.string().min(1) });
export type CompoundPassage = z.infer<typeof CompoundPassage>;

export const CompoundQuestion = z.strictObject({
  language: z.string(),
  /** Whether it asks in parts, or in compounds of what its passage writes apart. */
  kind: z.enum(['compound', 'ordinary']),
  half: z.enum(['tuning', 'held-out']),
  question: z.string().min(1),
  relevant: z.array(z.string()).min(1),
});
export type CompoundQuestion = z.infer<typeof CompoundQuestion>;

export interface CompoundFigures extends CompoundQuestion {
  /** Ids of the passages found, best first, at most ten. */
  readonly found: readonly string[];
  readonly recallAt5: number;
  readonly ndcgAt10: number;
}

/** Ingests the passages, a collection for each language, and searches them for each question by keywords alone. */
export async function measureCompounds(
  client: Standalone['client'],
  passages: readonly CompoundPassage[],
  questions: readonly CompoundQuestion[],
): Promise<CompoundFigures[]> {
  for (const language of new Set(passages.map((passage) => passage.language))) {
    const sources = passages
      .filter((passage) => passage.language === language)
      .map(({ id, text }) => ({ kind: 'inline' as const, name: `${id}.txt`, content: text }));
    const { id } = await client.request(submitJob, { collection: `compounds-${language}`, language, sources }, {});
    const { state, error } = await client.request(watchJob, { jobId: id }, {});
    if (state !== 'succeeded') throw new ArbiterError('UNAVAILABLE', error ?? 'The passages could not be ingested.');
  }
  const figures: CompoundFigures[] = [];
  for (const question of questions) {
    const { results } = await client.request(
      search,
      {
        query: question.question,
        method: 'keyword',
        knowledge_bases: [`compounds-${question.language}`],
        limit: 10,
        min_relevance_score: 0,
      },
      {},
    );
    const found = results.map(({ source }) => source.replace('.txt', ''));
    const grades = new Map(question.relevant.map((id) => [id, 1]));
    figures.push({ ...question, found, recallAt5: recallAt(found, grades, 5), ndcgAt10: ndcgAt(found, grades, 10) });
  }
  return figures;
}
