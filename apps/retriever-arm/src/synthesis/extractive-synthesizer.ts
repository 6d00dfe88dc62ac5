import type { SynthesisEvent, SynthesizeResponse } from '@arbiter/contracts';
import { UNLIMITED, type TimeBudget } from '../time-budget.js';
import { candidateSentences, type CandidateSentence } from './candidate-sentences.js';
import { chooseList, listCandidates } from './choose-list.js';
import { choosePromising } from './choose-promising.js';
import { completeSteps } from './complete-steps.js';
import { LAYOUTS, composeAnswer } from './compose-answer.js';
import type { SentenceReader } from './reading/sentence-reader.js';
import { scoreByWords } from './score-sentences.js';
import { selectSentences } from './select-sentences.js';
import { DEFAULT_MAX_SENTENCES, type SynthesisTask, type Synthesizer } from './synthesizer.js';

/** Passages read for an answer; what ranks below rarely adds a sentence and always adds time. */
const MAX_PASSAGES = 12;

/** Answers with the sources' own sentences: nothing is said that does not stand in a passage. */
export class ExtractiveSynthesizer implements Synthesizer {
  constructor(private readonly reader: SentenceReader) {}

  /**
   * @returns a text in which every sentence carries the marker of its span; empty when no sentence of the passages
   *   has anything to do with the question
   */
  async synthesize(
    task: SynthesisTask,
    signal: AbortSignal,
    time: TimeBudget = UNLIMITED,
  ): Promise<SynthesizeResponse> {
    const { query, queryType = 'simple_lookup', subQueries = [], maxSentences = DEFAULT_MAX_SENTENCES } = task;
    const passages = task.passages.slice(0, MAX_PASSAGES);
    const parts = subQueries.length > 1 ? subQueries : [query];
    const thoroughness = task.queryType ? 'thorough' : 'quick';
    const effort = this.reader.efforts[thoroughness];
    const unsupported = task.correction?.unsupported ?? [];
    const lists = listCandidates(task.passages, queryType);
    const sentences = withoutUnsupported(candidateSentences(passages), unsupported);
    if (sentences.length === 0 && lists.length === 0) return composeAnswer([], LAYOUTS[queryType]);

    const wholes = lists.map(({ whole }) => whole);
    const byWords = parts.map((part) => scoreByWords(part, [...sentences, ...wholes]));
    const promising = choosePromising(
      byWords.map((part) => part.slice(0, sentences.length)),
      effort.sentences,
      effort.closeness,
    );
    const read = [...promising, ...wholes];
    const { added, shapes } = await this.reader.read({ query, parts }, read, { thoroughness, signal, time });
    const place = new Map(read.map((candidate, index) => [candidate, index]));
    const scored = byWords.map((part, index) =>
      part.flatMap(({ candidate, score }) => {
        const more = added[index]?.[place.get(candidate) ?? -1];
        return more === undefined ? [] : [{ candidate, score: score + more }];
      }),
    );

    const list = chooseList(query, lists, scored);
    if (list) return composeAnswer(list.slice(0, maxSentences), 'lines');
    const chosen = selectSentences(
      scored.map((part) => part.filter(({ candidate }) => promising.has(candidate))),
      shapes[queryType],
      maxSentences,
    );
    const [best] = chosen;
    const steps = best && parts.length === 1 && queryType !== 'list_building' ? completeSteps(best, passages) : null;
    if (steps) return composeAnswer(withoutUnsupported(steps, unsupported).slice(0, maxSentences), 'lines');
    return composeAnswer(chosen, LAYOUTS[queryType]);
  }

  /** Extraction knows its text only as a whole: it comes as one event. */
  async *stream(
    task: SynthesisTask,
    signal: AbortSignal,
    time: TimeBudget = UNLIMITED,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    const answer = await this.synthesize(task, signal, time);
    if (answer.text !== '') yield { type: 'token', text: answer.text };
    return answer;
  }
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
