import type { SynthesisEvent, SynthesizeResponse } from '@arbiter/contracts';
import { cosineOfUnitVectors, type Embedder } from '@arbiter/ports';
import { candidateSentences, type CandidateSentence } from './candidate-sentences.js';
import { chooseList, listCandidates } from './choose-list.js';
import { choosePromising } from './choose-promising.js';
import { LAYOUTS, composeAnswer } from './compose-answer.js';
import { scoreByWords, withCosine } from './score-sentences.js';
import { selectSentences } from './select-sentences.js';
import { DEFAULT_MAX_SENTENCES, type SynthesisTask, type Synthesizer } from './synthesizer.js';

/** Passages read for an answer; what ranks below rarely adds a sentence and always adds time. */
const MAX_PASSAGES = 12;

export interface ExtractionEffort {
  /** Sentences embedded per answer at most: those whose words promise most. ≥ 1. */
  readonly embedded: number;
  /** Share of the best score by words that a sentence must reach to be embedded, 0–1. */
  readonly closeness: number;
}

/**
 * `quick`: for a search, of which nobody has said what kind of question it is. `thorough`: for a question that was
 * planned, and whose answer is going to be checked.
 */
export type ExtractionSettings = Readonly<Record<'quick' | 'thorough', ExtractionEffort>>;

/**
 * Embedding is most of what an answer costs, 8–9 ms of CPU a sentence on a busy 2-core machine; all else is 4 ms. On
 * the training questions of the sample domain, asked as searches, 20, 8, 4, 3 and 2 sentences hold the answer of 25 of
 * 58, 1 that of 19; the share of citations that hit the evidence rises from .29 (20) to .33 (3). Two are embedded: half of what
 * a search with synthesis costs. Planned questions lose
 * 4 of 60 answers after validation with fewer than 20.
 */
export const EXTRACTION_SETTINGS: ExtractionSettings = {
  quick: { embedded: 2, closeness: 0.7 },
  thorough: { embedded: 20, closeness: 0 },
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
    const effort = this.settings[task.queryType ? 'thorough' : 'quick'];
    const lists = listCandidates(task.passages, queryType);
    const sentences = withoutUnsupported(candidateSentences(passages), task.correction?.unsupported ?? []);
    if (sentences.length === 0 && lists.length === 0) return composeAnswer([], LAYOUTS[queryType]);

    const wholes = lists.map(({ whole }) => whole);
    const byWords = parts.map((part) => scoreByWords(part, [...sentences, ...wholes]));
    const promising = choosePromising(
      byWords.map((part) => part.slice(0, sentences.length)),
      effort.embedded,
      effort.closeness,
    );
    const read = [...promising, ...wholes];
    const [questions, vectors] = await Promise.all([
      this.embedder.embed(parts, { kind: 'query', signal }),
      this.embedder.embed(read.map(inContext), { kind: 'document', urgent: true, signal }),
    ]);
    const vectorOf = new Map(read.map((candidate, index) => [candidate, vectors[index]]));
    const scored = byWords.map((part, index) =>
      part.flatMap((sentence) => {
        const [question, vector] = [questions[index], vectorOf.get(sentence.candidate)];
        return question && vector ? [withCosine(sentence, cosineOfUnitVectors(question, vector))] : [];
      }),
    );

    const list = chooseList(query, lists, scored);
    if (list) return composeAnswer(list.slice(0, maxSentences), 'lines');
    return composeAnswer(
      selectSentences(
        scored.map((part) => part.filter(({ candidate }) => promising.has(candidate))),
        queryType,
        maxSentences,
      ),
      LAYOUTS[queryType],
    );
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

/** A sentence says "the keeper"; its title says of what. */
function inContext({ passage, text }: CandidateSentence): string {
  return passage.title === '' ? text : `${passage.title}. ${text}`;
}

/** Sentences that an earlier answer took and the validator did not accept are not taken again. */
function withoutUnsupported(
  sentences: readonly CandidateSentence[],
  unsupported: readonly string[],
): readonly CandidateSentence[] {
  if (unsupported.length === 0) return sentences;
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const refused = unsupported.map(plain);
  return sentences.filter(({ text }) => !refused.some((claim) => plain(text).includes(claim)));
}
