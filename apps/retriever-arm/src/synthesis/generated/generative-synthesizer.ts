import { MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import {
  ArbiterError,
  type SynthesisDegradation,
  type SynthesisEvent,
  type SynthesizeResponse,
} from '@arbiter/contracts';
import type { Clock, IdGenerator, LanguageModel, StopReason } from '@arbiter/ports';
import { UNLIMITED, type TimeBudget } from '../../time-budget.js';
import { DEFAULT_MAX_SENTENCES, resultOfStream, type SynthesisTask, type Synthesizer } from '../synthesizer.js';
import { AnswerWriter } from './answer-writer.js';
import { buildSynthesisPrompt, type SynthesisPrompt } from './build-synthesis-prompt.js';
import { DEFAULT_GENERATION_SETTINGS, type GenerationSettings } from './generation-settings.js';
import { Patience } from './patience.js';
import { isCut, readSentences } from './read-sentences.js';
import { RefusalGate } from './refusal-gate.js';
import { SentencePreview } from './sentence-preview.js';

export interface GenerativeSynthesizerPorts {
  readonly model: LanguageModel;
  /** Answers when the model gives no sentence. */
  readonly fallback: Synthesizer;
  /** Random: fences are built from its ids. */
  readonly ids: IdGenerator;
  readonly clock: Clock;
  /** Told of what `degraded` says, once an answer; for log and metrics. */
  readonly onFailure?: (failure: GenerationFailure) => void;
}

export interface GenerationFailure {
  readonly model: string;
  readonly degraded: SynthesisDegradation;
  readonly error: ArbiterError;
}

interface WritingCall {
  readonly signal: AbortSignal;
  readonly time: TimeBudget;
  readonly metered: MeteredLanguageModel;
}

/**
 * Answers in the words of a language model, sentence by sentence: a sentence is given when it is whole and its markers
 * are checked and bound, since what a reader has seen cannot be taken back. That costs the wait for one sentence and
 * lets a model that fails midway leave a clean end: the text stops after the last whole sentence (`cut-off`). Who does
 * not want to wait previews the sentence that is being written. One that fails before its first sentence is replaced by
 * extraction. An answer that says only that the sources hold none is
 * the empty text, as it is of extraction.
 */
export class GenerativeSynthesizer implements Synthesizer {
  constructor(
    private readonly ports: GenerativeSynthesizerPorts,
    private readonly settings: GenerationSettings = DEFAULT_GENERATION_SETTINGS,
  ) {}

  synthesize(task: SynthesisTask, signal: AbortSignal, time?: TimeBudget): Promise<SynthesizeResponse> {
    return resultOfStream(this.stream(task, signal, time));
  }

  async *stream(
    task: SynthesisTask,
    signal: AbortSignal,
    time: TimeBudget = UNLIMITED,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    if (task.passages.length === 0) return { text: '', citations: [], sentences: [], mode: 'generated' };
    const { model, ids, clock, fallback, onFailure } = this.ports;
    const prompt = buildSynthesisPrompt(task, model, this.settings, ids);
    const writer = new AnswerWriter(prompt?.sources ?? [], prompt?.fence.id ?? '');
    const metered = new MeteredLanguageModel(model, 'synthesise', task.terms ?? {}, clock);
    const failure = prompt
      ? yield* this.write(task, prompt, writer, { signal, time, metered })
      : failed(
          'model-unavailable',
          new ArbiterError('INVALID_REQUEST', `No source fits into the context of ${model.name}.`),
        );
    if (failure) onFailure?.({ model: model.name, ...failure });

    const answer = { ...writer.response(), ...metered.report() };
    if (!failure) return answer;
    if (answer.text !== '') return { ...answer, degraded: 'cut-off' };
    return { ...(yield* fallback.stream(task, signal, time)), degraded: failure.degraded, ...metered.report() };
  }

  /** @returns why the answer is not whole; null when it is */
  private async *write(
    { maxSentences = DEFAULT_MAX_SENTENCES, preview: isPreviewed = false }: SynthesisTask,
    { request, sources, fence }: SynthesisPrompt,
    writer: AnswerWriter,
    { signal, time, metered }: WritingCall,
  ): AsyncGenerator<SynthesisEvent, Omit<GenerationFailure, 'model'> | null, undefined> {
    const { model } = this.ports;
    if (!metered.affords(request)) return overBudget(model);
    const firstSentenceMs = time.within(this.settings.firstSentenceMs);
    if (firstSentenceMs === 0) return tooSlow(model);
    const patience = new Patience(signal);
    const gate = new RefusalGate();
    const preview = new SentencePreview(fence.id);
    let isFirst = true;
    try {
      patience.wait(firstSentenceMs);
      for await (const event of readSentences(metered.stream(request, { signal: patience.signal }), sources.length)) {
        if (event.type === 'end') return stoppedEarly(event.generation.stopReason, isFirst, model);
        if (event.type === 'under-way') {
          const text = isPreviewed && writer.sentences < maxSentences ? preview.extend(event.text) : '';
          if (text !== '') yield { type: 'preview', text };
          continue;
        }
        if (isFirst) patience.wait(time.within(this.settings.furtherSentencesMs));
        isFirst = false;
        const wasShown = preview.end();
        const written: string[] = [];
        for (const sentence of gate.pass(event.sentence)) {
          if (writer.sentences >= maxSentences) return null;
          written.push(writer.write(sentence));
        }
        const text = written.join('');
        // An empty one takes back what was previewed of a sentence that is left out.
        if (text !== '' || wasShown) yield { type: 'token', text };
      }
      return null;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!patience.isLost) return failed('model-unavailable', ArbiterError.from(thrown));
      return tooSlow(model, thrown);
    } finally {
      patience.end();
    }
  }
}

function stoppedEarly(stopReason: StopReason, isEmpty: boolean, { name }: LanguageModel) {
  if (stopReason === 'refusal')
    return failed('model-refused', new ArbiterError('UNAVAILABLE', `${name} refused to answer.`));
  if (isCut(stopReason)) return failed('cut-off', new ArbiterError('UNAVAILABLE', `${name} ran out of tokens.`));
  return isEmpty ? failed('model-unavailable', new ArbiterError('UNAVAILABLE', `${name} gave an empty answer.`)) : null;
}

function overBudget({ name }: LanguageModel) {
  const message = `What the answer may cost leaves ${name} no room.`;
  return failed('model-over-budget', new ArbiterError('INVALID_REQUEST', message));
}

/** @param cause none where the call left it no time at all */
function tooSlow({ name }: LanguageModel, cause?: unknown) {
  const what = cause === undefined ? 'had no time left' : 'took too long';
  return failed('model-timed-out', new ArbiterError('UNAVAILABLE', `${name} ${what}.`, { cause }));
}

function failed(degraded: SynthesisDegradation, error: ArbiterError): Omit<GenerationFailure, 'model'> {
  return { degraded, error };
}
