import type { QueryType, SynthesisEvent, SynthesizeResponse } from '@arbiter/contracts';
import { cosineOfUnitVectors, type Embedder } from '@arbiter/ports';
import { candidateSentences, type CandidateSentence } from './candidate-sentences.js';
import { chooseList, listCandidates } from './choose-list.js';
import { LAYOUTS, renderAnswer } from './render-answer.js';
import { scoreSentences, type ScoredSentence } from './score-sentences.js';
import { selectSentences } from './select-sentences.js';
import { DEFAULT_MAX_SENTENCES, type SynthesisTask, type Synthesizer } from './synthesizer.js';

/** Passages read for an answer; what ranks below rarely adds a sentence and always adds time. */
const MAX_PASSAGES = 12;

export interface ExtractionSettings {
  /** Sentences embedded per answer to each kind of question: those whose words promise most. ≥ 1. */
  readonly embedded: Readonly<Record<QueryType, number>>;
}

export const EXTRACTION_SETTINGS: ExtractionSettings = {
  embedded: { simple_lookup: 4, procedural: 8, comparative: 8, multi_hop: 8, list_building: 8 },
};

/** Answers with the sources' own sentences: nothing is said that does not stand in a passage. */
export class ExtractiveSynthesizer implements Synthesizer {
  constructor(
    private readonly embedder: Embedder,
    private readonly settings: ExtractionSettings = EXTRACTION_SETTINGS,
  ) {}

  /**
   * @returns a text in which every sentence carries the marker of its span; empty when no sentence of the passages
   *   has anything to do with the question
   */
  async synthesize(task: SynthesisTask, signal: AbortSignal): Promise<SynthesizeResponse> {
    const { query, queryType = 'simple_lookup', subQueries = [], maxSentences = DEFAULT_MAX_SENTENCES } = task;
    const passages = task.passages.slice(0, MAX_PASSAGES);
    const parts = subQueries.length > 1 ? subQueries : [query];
    const lists = listCandidates(task.passages, queryType);
    const candidates = mostPromising(parts, candidateSentences(passages), this.settings.embedded[queryType]);
    if (candidates.length === 0 && lists.length === 0) return renderAnswer([], LAYOUTS[queryType]);

    const texts = [...candidates, ...lists.map(({ whole }) => whole)];
    const [questions, vectors] = await Promise.all([
      this.embedder.embed(parts, { kind: 'query', signal }),
      this.embedder.embed(texts.map(inContext), { kind: 'query', signal }),
    ]);
    const score = (part: string, question: Float32Array | undefined): ScoredSentence[] =>
      scoreSentences(
        part,
        texts,
        vectors.map((vector) => (question ? cosineOfUnitVectors(question, vector) : 0)),
      );
    const scored = parts.map((part, index) => score(part, questions[index]));

    const sentences = scored.map((part) => sentencesOf(part, candidates));
    const list = chooseList(query, lists, scored);
    if (list) return renderAnswer(list.slice(0, maxSentences), 'lines');
    return renderAnswer(selectSentences(sentences, queryType, maxSentences), LAYOUTS[queryType]);
  }

  /** Extraction knows its text only as a whole: it comes as one event. */
  async *stream(
    task: SynthesisTask,
    signal: AbortSignal,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    const answer = await this.synthesize(task, signal);
    if (answer.text !== '') yield { type: 'token', text: answer.text };
    return answer;
  }
}

function sentencesOf(scored: readonly ScoredSentence[], candidates: readonly CandidateSentence[]): ScoredSentence[] {
  return scored.slice(0, candidates.length);
}

/** The sentences to embed: all of them, or those that share most with some part of the question, in their old order. */
function mostPromising(
  parts: readonly string[],
  candidates: readonly CandidateSentence[],
  wanted: number,
): readonly CandidateSentence[] {
  if (candidates.length <= wanted) return candidates;
  const lexical = parts.map((part) =>
    [...scoreSentences(part, candidates, [])].sort((a, b) => b.score - a.score).map(({ candidate }) => candidate),
  );
  const kept = new Set<CandidateSentence>();
  for (let rank = 0; kept.size < wanted; rank += 1) {
    for (const ranking of lexical) {
      const candidate = ranking[rank];
      if (candidate && kept.size < wanted) kept.add(candidate);
    }
  }
  return candidates.filter((candidate) => kept.has(candidate));
}

/** A sentence says "the keeper"; its title says of what. */
function inContext({ passage, text }: CandidateSentence): string {
  return passage.title === '' ? text : `${passage.title}. ${text}`;
}
