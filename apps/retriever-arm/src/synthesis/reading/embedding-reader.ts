import { cosineOfUnitVectors, type Embedder } from '@arbiter/ports';
import type { CandidateSentence } from '../candidate-sentences.js';
import type {
  AnswerShapes,
  AskedQuestion,
  ReadingCall,
  ReadingEfforts,
  SentenceReader,
  SentenceReading,
} from './sentence-reader.js';

/** Share of a sentence's score, beside those of its words: together they sum to 1. */
export const COSINE_WEIGHT = 0.42;

/**
 * Embedding is most of what an answer costs, 8–9 ms of CPU a sentence on a busy 2-core machine; all else is 4 ms. On
 * the training questions of the sample domain, asked as searches, 20, 8, 4, 3 and 2 sentences hold the answer of 25 of
 * 58, 1 that of 19; the share of citations that hit the evidence rises from .29 (20) to .33 (3). Two are embedded: half of what
 * a search with synthesis costs. Planned questions lose
 * 4 of 60 answers after validation with fewer than 20.
 */
export const EMBEDDING_EFFORTS: ReadingEfforts = {
  quick: { sentences: 2, closeness: 0.7 },
  thorough: { sentences: 20, closeness: 0 },
};

const SHAPES: AnswerShapes = {
  simple_lookup: { sentences: 2, floor: 0.85 },
  procedural: { sentences: 6, floor: 0.65 },
  comparative: { sentences: 6, floor: 0.7 },
  multi_hop: { sentences: 4, floor: 0.75 },
  list_building: { sentences: 8, floor: 0.65 },
};

/** Adds the cosine of each part of the question and a sentence, its title before it. */
export class EmbeddingReader implements SentenceReader {
  readonly efforts = EMBEDDING_EFFORTS;

  constructor(private readonly embedder: Embedder) {}

  async read(
    { parts }: AskedQuestion,
    candidates: readonly CandidateSentence[],
    { signal }: Pick<ReadingCall, 'signal'>,
  ): Promise<SentenceReading> {
    const [questions, vectors] = await Promise.all([
      this.embedder.embed(parts, { kind: 'query', signal }),
      this.embedder.embed(candidates.map(inContext), { kind: 'document', urgent: true, signal }),
    ]);
    const added = questions.map((question) =>
      vectors.map((vector) => COSINE_WEIGHT * cosineOfUnitVectors(question, vector)),
    );
    return { added, shapes: SHAPES };
  }
}

/** A sentence says "the keeper"; its title says of what. */
function inContext({ passage, text }: CandidateSentence): string {
  return passage.title === '' ? text : `${passage.title}. ${text}`;
}
