import { MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import { citeAllPlaces } from '@arbiter/composition';
import {
  ArbiterError,
  MAX_DEADLINE_MS,
  type Passage,
  type SynthesisDegradation,
  type SynthesisEvent,
  type SynthesizeResponse,
  type WritingStatus,
} from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import type { Clock, IdGenerator, LanguageModel, StopReason } from '@arbiter/ports';
import { Counter, type Registry } from 'prom-client';
import { UNLIMITED, type TimeBudget } from '../../calls/time-budget.js';
import { NOTHING_CHANGED, type ReadCurrency } from '../sentences/judge-sentences.js';
import { cutPassages } from '../cut-passages.js';
import { resultOfStream, type SynthesisTask, type Synthesizer } from '../synthesizer.js';
import { AnswerWriter, SentencePreview } from './answer-writer.js';
import { isCut, readSentences } from './read-sentences.js';
import { RefusalGate } from './refusals.js';
import { RepeatedPrompt } from './repeated-prompt.js';
import { RepeatedSentences } from './repeated-sentences.js';
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

/** Why a text ends too early, or is none. */
type Stop = Omit<GenerationFailure, 'model'>;

/** Longest answer, in sentences and items; a text that goes on is no answer to one question. */
const MOST_SENTENCES = 60;

interface WrittenText {
  readonly answer: ReturnType<AnswerWriter['response']>;
  readonly failure: Stop | null;
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
    if (task.extract) return yield* fallback.stream(task, signal, time);
    const { statesOf } = await readCurrency({ ...task, passages: passagesRead(task) }, signal);
    const metered = new MeteredLanguageModel(model, 'synthesise', task.terms ?? {}, clock);
    const call = { signal, time, metered };
    const promptOf = (readsOn: boolean): SynthesisPrompt | null =>
      buildSynthesisPrompt(task, { model, settings: this.settings, ids, statesOf }, readsOn);

    let prompt = promptOf(false);
    let { answer, failure } = yield* this.write(task, prompt, call);
    if (!failure && answer.text === '') {
      // What the best passages do not say, the next ones may: a model is shown few, because reading takes it long.
      const wider = promptOf(true);
      if (wider && prompt && wider.sources.length > prompt.sources.length) {
        prompt = wider;
        ({ answer, failure } = yield* this.write(task, prompt, call));
      }
    }
    if (failure) onFailure?.({ model: model.name, ...failure });

    const states = prompt?.states ?? [];
    const citations = citeAllPlaces(answer.citations, [...(prompt?.sources ?? []), ...task.passages]);
    const whole = { ...answer, citations, ...(states.length > 0 && { states: [...states] }), ...metered.report() };
    if (!failure) return whole;
    if (answer.text !== '') return { ...whole, degraded: 'cut-off', reason: cutShort(failure.error) };
    const extracted = yield* fallback.stream(task, signal, time);
    const reason = [notWritten(failure.error), extracted.reason].join(' ').trim();
    return { ...extracted, degraded: failure.degraded, reason, ...metered.report() };
  }

  /** @returns what the model wrote, and why it is not whole; null when it is */
  private async *write(
    task: SynthesisTask,
    prompt: SynthesisPrompt | null,
    call: WritingCall,
  ): AsyncGenerator<SynthesisEvent, WrittenText, undefined> {
    const writer = new AnswerWriter(prompt?.sources ?? [], repeatedPrompt(task, prompt));
    const failure = prompt ? yield* this.stop(task, prompt, writer, call) : nothingFits(this.ports.model);
    return { answer: writer.response(), failure };
  }

  /** Lets the model write until it stops. @returns why that is too early; null when it is not */
  private async *stop(
    { maxSentences: wanted, preview: isPreviewed = false }: SynthesisTask,
    { request, sources, documents, fence }: SynthesisPrompt,
    writer: AnswerWriter,
    { signal, time, metered }: WritingCall,
  ): AsyncGenerator<SynthesisEvent, Stop | null, undefined> {
    const { model } = this.ports;
    const maxSentences = wanted ?? MOST_SENTENCES;
    if (!metered.affords(request)) return overBudget(model);
    const leftMs = time.within(MAX_DEADLINE_MS);
    if (leftMs === 0) return tooSlow(model);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException('The call has no more time.', 'TimeoutError')), leftMs);
    const limited = AbortSignal.any([signal, late.signal]);
    const gate = new RefusalGate();
    const repeated = new RepeatedSentences();
    const preview = new SentencePreview(fence.id);
    const told = new StatusTeller();
    const stopBefore = (sentence: string): Stop | null | undefined => {
      if (writer.sentences >= maxSentences) return wanted === undefined ? tooLong(model) : null;
      return repeated.isOneTooMany(sentence) ? goesRound(model) : undefined;
    };
    const previewOf = (unfinished: string): string =>
      isPreviewed && writer.sentences < maxSentences ? preview.extend(unfinished) : '';
    try {
      yield* told.of('reading');
      const events = metered.stream(request, { signal: limited });
      for await (const event of readSentences(events, sources.length, documents)) {
        if (event.type === 'end') return yield* atEnd(event.generation.stopReason, { model, gate, writer });
        if (event.type === 'activity') {
          yield* told.of(event.activity);
          continue;
        }
        if (event.type === 'restart') {
          writer.restart();
          gate.restart();
          repeated.restart();
          preview.end();
          yield event;
          continue;
        }
        yield* told.of('writing');
        if (event.type === 'unfinished') {
          const text = previewOf(event.text);
          if (text !== '') yield { type: 'preview', text };
          continue;
        }
        const wasShown = preview.end();
        const { text, stopped } = writeUntil(stopBefore, gate.pass(event.sentence), writer);
        // An empty one takes back what was previewed of a sentence that is left out.
        if (text !== '' || wasShown) yield { type: 'token', text };
        if (stopped !== undefined) return stopped;
      }
      return null;
    } catch (thrown) {
      signal.throwIfAborted();
      return late.signal.aborted ? tooSlow(model, thrown) : failedWith(ArbiterError.from(thrown));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @returns what was written, and why the answer ends before the next sentence; undefined when it goes on */
function writeUntil(
  stopBefore: (sentence: string) => Stop | null | undefined,
  sentences: ReturnType<RefusalGate['pass']>,
  writer: AnswerWriter,
): { readonly text: string; readonly stopped: Stop | null | undefined } {
  let text = '';
  for (const sentence of sentences) {
    const stopped = stopBefore(sentence.text);
    if (stopped !== undefined) return { text, stopped };
    text += writer.write(sentence);
  }
  return { text, stopped: undefined };
}

function failedWith(error: ArbiterError): Stop {
  return failed(error.code === 'DEADLINE_EXCEEDED' ? 'model-timed-out' : 'model-unavailable', error);
}

/** @returns why the end is too early; null when it is not */
function* atEnd(
  reason: StopReason,
  { model, gate, writer }: { readonly model: LanguageModel; readonly gate: RefusalGate; readonly writer: AnswerWriter },
): Generator<SynthesisEvent, Stop | null, undefined> {
  const early = stoppedEarly(reason, model);
  if (early || gate.isRefused) return early;
  if (writer.sentences > 0 && !writer.isData) return null;
  if (writer.sentences > 0) {
    writer.restart();
    yield { type: 'restart' };
  }
  return unusable(model);
}

function repeatedPrompt({ query: question }: SynthesisTask, prompt: SynthesisPrompt | null): RepeatedPrompt {
  const instructions = [prompt?.request.system ?? '', prompt?.closing ?? ''];
  const sources = prompt?.sources.map(({ text }) => text) ?? [];
  return new RepeatedPrompt({ question, instructions, fenceId: prompt?.fence.id ?? '', sources });
}

/** Tells each change of what a model is at, once. */
class StatusTeller {
  #status: WritingStatus | null = null;

  *of(status: WritingStatus): Generator<SynthesisEvent, void, undefined> {
    if (status === this.#status) return;
    this.#status = status;
    yield { type: 'status', status };
  }
}

/** All that a prompt may hold. */
function passagesRead({ passages, expansions = [] }: SynthesisTask): Passage[] {
  return [...passages, ...expansions.flatMap((expansion) => expansion.passages)];
}

function cutShort({ message }: ArbiterError): string {
  return `The text ends early, after its last whole sentence: ${message}`;
}

function notWritten({ message }: ArbiterError): string {
  return `The text is made of the sources’ own sentences, not written by the language model: ${message}`;
}

function stoppedEarly(stopReason: StopReason, { name }: LanguageModel) {
  if (stopReason === 'refusal')
    return failed('model-refused', new ArbiterError('UNAVAILABLE', `${name} refused to answer.`));
  return isCut(stopReason) ? failed('cut-off', new ArbiterError('UNAVAILABLE', `${name} ran out of tokens.`)) : null;
}

/** Nothing at all, markers alone, data instead of sentences, or only what may not be shown. */
function unusable({ name }: LanguageModel) {
  return failed('model-unavailable', new ArbiterError('UNAVAILABLE', `${name} wrote nothing that is an answer.`));
}

function nothingFits({ name }: LanguageModel) {
  const message = `No source fits into the context of ${name}.`;
  return failed('model-unavailable', new ArbiterError('INVALID_REQUEST', message));
}

function tooLong({ name }: LanguageModel) {
  return failed('cut-off', new ArbiterError('UNAVAILABLE', `${name} wrote more than ${MOST_SENTENCES} sentences.`));
}

function goesRound({ name }: LanguageModel) {
  return failed('cut-off', new ArbiterError('UNAVAILABLE', `${name} wrote the same sentence again and again.`));
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

function failed(degraded: SynthesisDegradation, error: ArbiterError): Stop {
  return { degraded, error };
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
