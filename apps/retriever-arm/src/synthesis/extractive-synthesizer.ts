import type { Passage, QueryType, SynthesizeResponse } from '@arbiter/contracts';
import type { Embedder } from '@arbiter/ports';
import { candidateSentences, type CandidateSentence } from './candidate-sentences.js';
import { renderAnswer } from './render-answer.js';
import { scoreSentences } from './score-sentences.js';
import { selectSentences } from './select-sentences.js';

export interface SynthesisTask {
  readonly query: string;
  readonly passages: readonly Passage[];
  readonly queryType?: QueryType;
  readonly subQueries?: readonly string[];
  readonly maxSentences?: number;
}

/** Passages read for an answer; what ranks below rarely adds a sentence and always adds time. */
const MAX_PASSAGES = 10;
/** Sentences embedded per answer; the lexically weakest of more are left out. About 6 ms each on one core. */
const MAX_EMBEDDED = 48;
const DEFAULT_MAX_SENTENCES = 12;

/** Answers with the sources' own sentences: nothing is said that does not stand in a passage. */
export class ExtractiveSynthesizer {
  constructor(private readonly embedder: Embedder) {}

  /**
   * @returns a text in which every sentence carries the marker of its span; empty when no sentence of the passages
   *   has anything to do with the question
   */
  async synthesize(task: SynthesisTask, signal: AbortSignal): Promise<SynthesizeResponse> {
    const { query, queryType = 'simple_lookup', subQueries = [], maxSentences = DEFAULT_MAX_SENTENCES } = task;
    const parts = subQueries.length > 1 ? subQueries : [query];
    const candidates = mostPromising(query, candidateSentences(task.passages.slice(0, MAX_PASSAGES)));
    if (candidates.length === 0) return renderAnswer([], queryType);

    const [questions, sentences] = await Promise.all([
      this.embedder.embed(parts, { kind: 'query', signal }),
      this.embedder.embed(candidates.map(inContext), { kind: 'query', signal }),
    ]);
    const scored = parts.map((part, index) => {
      const question = questions[index] ?? new Float32Array(this.embedder.dimensions);
      return scoreSentences(part, candidates, sentences.map((sentence) => dot(question, sentence)));
    });
    return renderAnswer(selectSentences(scored, queryType, maxSentences), queryType);
  }
}

/** The sentences to embed: all of them, or those that share most with the question, in their old order. */
function mostPromising(query: string, candidates: readonly CandidateSentence[]): readonly CandidateSentence[] {
  if (candidates.length <= MAX_EMBEDDED) return candidates;
  const lexical = scoreSentences(query, candidates, []);
  const kept = new Set(
    [...lexical]
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_EMBEDDED)
      .map(({ candidate }) => candidate),
  );
  return candidates.filter((candidate) => kept.has(candidate));
}

/** A sentence says "the keeper"; its title says of what. */
function inContext({ passage, text }: CandidateSentence): string {
  return passage.title === '' ? text : `${passage.title}. ${text}`;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
