import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import {
  cutWindows,
  type DocumentExtractor,
  type Drops,
  type ExtractableDocument,
  type Extraction,
  type ExtractionSchema,
  joinExtractions,
  ModelReading,
  RULES_EXTRACTOR,
  type Vocabulary,
  vocabularyOf,
  type Window,
} from '@arbiter/extraction';
import type { LanguageModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';
import { EXTRACTION_PROMPT_VERSION, extractionRequest, type WindowPrompt, windowSizes } from './extraction.prompt.js';

/** Why a model did not read a document. */
export type ExtractionFailure = 'unavailable' | 'timed-out' | 'malformed' | 'nonsense' | 'refused' | 'over-context';

export interface ModelExtractorSettings {
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Further passes over each window that ask what was missed; one that finds nothing is the last. */
  readonly gleanings: number;
}

export interface ModelExtractorPorts {
  readonly model: LanguageModel;
  /** Random: fences are built from its ids. */
  readonly ids: FenceIds;
  readonly log: { debug(fields: object, message: string): void };
}

/** A document that has more windows is read by the model so far, and by rules as a whole: some 150,000 tokens. */
const MOST_WINDOWS = 100;
/** A window whose answer was cut is halved so often. */
const MOST_HALVINGS = 2;

/** Reads documents by a language model beside the rules. Whatever the model says counts only with a quote of the document. */
export class ModelExtractor implements DocumentExtractor {
  readonly name: string;
  readonly isCostly = true;

  constructor(
    private readonly ports: ModelExtractorPorts,
    private readonly settings: ModelExtractorSettings,
  ) {
    const { gleanings } = settings;
    this.name = [RULES_EXTRACTOR.name, ports.model.name, EXTRACTION_PROMPT_VERSION, `gleanings-${gleanings}`].join('+');
  }

  get model(): string {
    return this.ports.model.name;
  }

  /**
   * @throws ArbiterError UNAVAILABLE with `details.extraction`, an `ExtractionFailure`, when the model is away or gives nothing
   *   that can be used; and the signal's reason
   */
  async extract(document: ExtractableDocument, schema: ExtractionSchema, signal: AbortSignal): Promise<Extraction> {
    const byRules = await RULES_EXTRACTOR.extract(document, schema, signal);
    const vocabulary = vocabularyOf(schema);
    const sizes = windowSizes(vocabulary, this.ports.model);
    if (!sizes) throw failure('over-context', 'the types of its schema do not fit into the context of the model');
    const reading = new ModelReading(document, schema);
    const windows = cutWindows(document.text, sizes.window);
    const task = new DocumentTask(document, vocabulary, reading, sizes.answer, this.ports, this.settings);
    for (const window of windows.slice(0, MOST_WINDOWS)) await task.read(window, signal);
    if (reading.isNonsense) throw failure('nonsense', 'nothing that the model told stands in the document');
    const { extraction, drops } = reading.finish();
    this.report(document, windows.length, drops);
    return joinExtractions(byRules, extraction);
  }

  private report({ id }: ExtractableDocument, windows: number, drops: Drops): void {
    const dropped = Object.values(drops).reduce((sum, count) => sum + count, 0);
    const left = Math.max(0, windows - MOST_WINDOWS);
    if (dropped + left > 0)
      this.ports.log.debug(
        { document: id, drops, left },
        'some of what a language model told of a document does not count',
      );
  }
}

/** One document on its way through a model. */
class DocumentTask {
  constructor(
    private readonly document: ExtractableDocument,
    private readonly vocabulary: Vocabulary,
    private readonly reading: ModelReading,
    private readonly maxTokens: number,
    private readonly ports: ModelExtractorPorts,
    private readonly settings: ModelExtractorSettings,
  ) {}

  async read(window: Window, signal: AbortSignal, halvings = 0): Promise<void> {
    try {
      await this.readWhole(window, signal);
    } catch (error) {
      const isCut = error instanceof ArbiterError && error.details.reason === 'truncated-output';
      if (!isCut) throw error;
      if (halvings === MOST_HALVINGS) throw failure('malformed', 'its answer about a short text has no end', error);
      for (const half of halvesOf(window)) await this.read(half, signal, halvings + 1);
    }
  }

  private async readWhole(window: Window, signal: AbortSignal): Promise<void> {
    const { title } = this.document;
    await this.ask({ title, window }, signal);
    for (let pass = 0; pass < this.settings.gleanings; pass++) {
      const added = await this.ask({ title, window, known: this.reading.known() }, signal);
      if (added === 0) return;
    }
  }

  /** Asks twice at most. @returns how much the answer added */
  private async ask(prompt: WindowPrompt, signal: AbortSignal): Promise<number> {
    const outcome = this.reading.add(await this.generate(prompt, signal), prompt.window);
    if ('added' in outcome) return outcome.added;
    const { problem } = outcome;
    const again = this.reading.add(await this.generate({ ...prompt, problem }, signal), prompt.window);
    if ('added' in again) return again.added;
    throw failure('malformed', `its answer could not be used twice: ${again.problem}`);
  }

  private async generate(prompt: WindowPrompt, signal: AbortSignal): Promise<unknown> {
    const { vocabulary, maxTokens, settings } = this;
    const { model, ids } = this.ports;
    const request = extractionRequest(prompt, { vocabulary, maxTokens, ids });
    try {
      const limits = { timeoutMs: settings.timeoutMs, what: model.name };
      const { stopReason, output } = await withDeadline(signal, limits, (bounded) =>
        model.generate(request, { signal: bounded }),
      );
      if (stopReason === 'refusal') throw failure('refused', 'the model refused to read it');
      return output;
    } catch (thrown) {
      signal.throwIfAborted();
      const error = ArbiterError.from(thrown);
      if ('extraction' in error.details || error.details.reason === 'truncated-output') throw error;
      throw failure(failureOf(error), error.message, error);
    }
  }
}

/** The halves of a window, at their places. */
function halvesOf({ start, text }: Window): Window[] {
  const half = Math.ceil(estimateTokens(text) / 2);
  return cutWindows(text, Math.max(half, 1)).map((part) => ({
    ...part,
    start: start + part.start,
    end: start + part.end,
  }));
}

function failureOf({ details }: ArbiterError): ExtractionFailure {
  // Only our own deadline names its length.
  if ('timeoutMs' in details) return 'timed-out';
  return details.reason === 'malformed-output' ? 'malformed' : 'unavailable';
}

function failure(extraction: ExtractionFailure, why: string, cause?: ArbiterError): ArbiterError {
  return new ArbiterError('UNAVAILABLE', `The language model did not read a document: ${why}.`, {
    details: { extraction },
    ...(cause && { cause }),
  });
}
