import { search, type SearchMethod, type SearchResult } from '@arbiter/contracts';
import type { Standalone } from '@arbiter/standalone';
import { ingestSources } from '../library.js';
import { METHODS, type PooledPassage, type SearchedPool } from './judged-pool.js';
import { spreadEvenly, type TrainingQuestion, type TrainingSet } from './training-sets.js';

type Client = Standalone['client'];

export interface CollectOptions {
  /** Questions of each set that are asked to every other one's documents. */
  readonly offTopicQuestions: number;
  readonly onProgress: (line: string) => void;
}

/** The most that a search gives, and all that the arm judges. */
const POOL_SIZE = 100;
/** A search takes at most this long, in milliseconds; the machine may be shared. */
const SEARCH_DEADLINE_MS = 60_000;

/**
 * Drives the shipped search. It ingests every set into a collection of its own, then asks each question of its own set, by
 * every method. Some questions of each set are also asked of all other sets, where nothing is relevant.
 *
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be ingested
 */
export async function* collectPools(
  client: Client,
  sets: readonly TrainingSet[],
  { offTopicQuestions, onProgress }: CollectOptions,
): AsyncGenerator<SearchedPool, void, undefined> {
  for (const set of sets) {
    await ingestSources(client, set.name, set.sources);
    onProgress(`${set.name}: ${set.sources.length} sources`);
  }
  for (const set of sets) {
    for (const library of sets) {
      const questions = set === library ? set.questions : spreadEvenly(set.questions, offTopicQuestions);
      for (const question of questions) yield* poolsOf(client, set, library, question);
      onProgress(`${set.name} in ${library.name}: ${questions.length} questions`);
    }
  }
}

async function* poolsOf(
  client: Client,
  set: TrainingSet,
  library: TrainingSet,
  question: TrainingQuestion,
): AsyncGenerator<SearchedPool, void, undefined> {
  const find = async (method: SearchMethod): Promise<readonly SearchResult[]> => {
    const input = {
      query: question.text,
      knowledge_bases: [library.name],
      method,
      limit: POOL_SIZE,
      min_relevance_score: 0,
      include_synthesis: false,
      explain: true,
    };
    const { results } = await client.request(search, input, { deadlineMs: SEARCH_DEADLINE_MS });
    return results;
  };
  const found = { vector: await find('vector'), hybrid: await find('hybrid'), keyword: await find('keyword') };
  for (const method of METHODS) {
    yield {
      set: set.name,
      library: library.name,
      questionId: question.id,
      question: question.text,
      method,
      passages: found[method].map((result): PooledPassage => ({
        chunkId: result.metadata.chunk_id,
        text: searchableText(result),
        cosine: result.explanation?.evidence.cosine ?? null,
        rerankScore: result.explanation?.rerank?.score ?? null,
        isEvidence: set === library && question.isEvidence(result),
      })),
    };
  }
}

/** As the arm composes it. */
function searchableText({ content, metadata: { title, section, aliases } }: SearchResult): string {
  return [title, aliases, section, content]
    .flat()
    .filter((part) => typeof part === 'string')
    .join('\n');
}
