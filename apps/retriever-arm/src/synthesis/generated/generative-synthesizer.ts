import { MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import {
  ArbiterError,
  type Passage,
  type SynthesisDegradation,
  type SynthesisEvent,
  type SynthesizeResponse,
} from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import type { Clock, IdGenerator, LanguageModel, StopReason } from '@arbiter/ports';
import { Counter, type Registry } from 'prom-client';
import { UNLIMITED, type TimeBudget } from '../../calls/time-budget.js';
import { NOTHING_CHANGED, type ReadCurrency } from '../sentences/judge-sentences.js';
import { cutPassages } from '../cut-passages.js';
import { DEFAULT_MAX_SENTENCES, resultOfStream, type SynthesisTask, type Synthesizer } from '../synthesizer.js';
import { AnswerWriter, SentencePreview } from './answer-writer.js';
import { isCut, readSentences } from './read-sentences.js';
import { RefusalGate } from './refusals.js';
import {
  buildSynthesisPrompt,
  DEFAULT_GENERATION_SETTINGS,
  type GenerationSettings,
  type SynthesisPrompt,
} from './synthesis.prompt.js';

export interface GenerativeSynthesizerPorts {
  readonly model: LanguageModel;
  /** Answers when the model gives no sentence. */
  readonly fallback: Synthesizer;
  /** Random: fences are built from its ids. */
  readonly ids: IdGenerator;
  readonly clock: Clock;
  /** Default: nothing ever changes. */
  readonly readCurrency?: ReadCurrency;
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
 * Answers in the words of a language model, sentence by sentence. A sentence is passed on when it is whole and its
 * markers are checked and bound, because text that was shown cannot be taken back. This costs the wait for one sentence.
 * In return, a model that fails midway leaves a clean end after the last whole sentence (`cut-off`); one that fails
 * before its first sentence is replaced by extraction. A task with `preview` also gets the sentence that is being
 * written. An answer that only says that the sources hold none is the empty text, as with extraction.
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
    sent: SynthesisTask,
    signal: AbortSignal,
    time: TimeBudget = UNLIMITED,
  ): AsyncGenerator<SynthesisEvent, SynthesizeResponse, undefined> {
    const task = { ...sent, passages: cutPassages(sent.passages) };
    if (task.passages.length === 0) return { text: '', citations: [], sentences: [], mode: 'generated' };
    const { model, ids, clock, fallback, readCurrency = NOTHING_CHANGED, onFailure } = this.ports;
    const { statesOf } = await readCurrency({ ...task, passages: passagesRead(task) }, signal);
    const prompt = buildSynthesisPrompt(task, { model, settings: this.settings, ids, statesOf });
    const writer = new AnswerWriter(prompt?.sources ?? [], prompt?.fence.id ?? '');
    const metered = new MeteredLanguageModel(model, 'synthesise', task.terms ?? {}, clock);
    const failure = prompt
      ? yield* this.write(task, prompt, writer, { signal, time, metered })
      : failed(
          'model-unavailable',
          new ArbiterError('INVALID_REQUEST', `No source fits into the context of ${model.name}.`),
        );
    if (failure) onFailure?.({ model: model.name, ...failure });

    const states = prompt?.states ?? [];
    const answer = { ...writer.response(), ...(states.length > 0 && { states: [...states] }), ...metered.report() };
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
    const deadline = new RenewableDeadline(signal);
    const gate = new RefusalGate();
    const preview = new SentencePreview(fence.id);
    let isFirst = true;
    try {
      deadline.renew(firstSentenceMs);
      for await (const event of readSentences(metered.stream(request, { signal: deadline.signal }), sources.length)) {
        if (event.type === 'end') return stoppedEarly(event.generation.stopReason, isFirst, model);
        if (event.type === 'unfinished') {
          const text = isPreviewed && writer.sentences < maxSentences ? preview.extend(event.text) : '';
          if (text !== '') yield { type: 'preview', text };
          continue;
        }
        if (isFirst) deadline.renew(time.within(this.settings.furtherSentencesMs));
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
      if (!deadline.isExceeded) return failed('model-unavailable', ArbiterError.from(thrown));
      return tooSlow(model, thrown);
    } finally {
      deadline.clear();
    }
  }
}

/** All that a prompt may hold. */
function passagesRead({ passages, expansions = [] }: SynthesisTask): Passage[] {
  return [...passages, ...expansions.flatMap((expansion) => expansion.passages)];
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

/** A signal that aborts with an outer one or when a deadline passes; the deadline can be set anew. */
class RenewableDeadline {
  readonly signal: AbortSignal;
  readonly #exceeded = new AbortController();
  #timer: NodeJS.Timeout | null = null;

  constructor(outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#exceeded.signal]);
  }

  /** Whether the deadline aborted the signal. */
  get isExceeded(): boolean {
    return this.#exceeded.signal.aborted;
  }

  /** Sets the deadline to so many milliseconds from now. */
  renew(ms: number): void {
    this.clear();
    this.#timer = setTimeout(() => {
      this.#exceeded.abort(new DOMException(`Nothing came for ${ms} ms.`, 'TimeoutError'));
    }, ms);
  }

  clear(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Counts and logs what a language model did not write: no fallback is silent. */
export class SynthesisObserver {
  private readonly logger: Logger;
  private readonly failures: Counter<'reason'>;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    this.failures = new Counter({
      name: 'arbiter_synthesis_failures_total',
      help: 'Syntheses that a language model did not write, or not to their end, by reason.',
      labelNames: ['reason'],
      registers: [registry],
    });
  }

  failed({ model, degraded, error }: GenerationFailure): void {
    this.failures.inc({ reason: degraded });
    this.logger.warn({ model, degraded, code: error.code, err: error }, 'a synthesis was not generated whole');
  }
}
