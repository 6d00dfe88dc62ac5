import {
  ArbiterError,
  MAX_SHOWN_PROMPT,
  type ErrorCode,
  type ModelCall,
  type ModelReport,
  type ModelRole,
  type ModelTerms,
} from '@arbiter/contracts';
import type {
  Clock,
  GenerateOptions,
  Generation,
  GenerationEvent,
  GenerationRequest,
  LanguageModel,
  Message,
  TokenUsage,
} from '@arbiter/ports';
import { usageOfError, modelUsageOf } from './token-usage.js';
import { documentsOf, documentText, estimateRequestTokens } from './generation-request.js';
import { picturesOf, pictureText } from './pictures.js';

/** One question to the model, on its way or over. */
interface Question {
  readonly request: GenerationRequest;
  readonly askedAt: number;
  text: string;
  generation: Generation | null;
  /** Of an answer that could not be used, too. */
  usage: TokenUsage | null;
  /** Null while it is under way. */
  ended: { readonly at: number; readonly error: ErrorCode | null } | null;
}

/** A language model, as one request to an arm asks it: within its budget, and with a note of everything that was asked. */
export class MeteredLanguageModel {
  readonly #questions: Question[] = [];

  /** @param role of the model in this arm */
  constructor(
    private readonly model: LanguageModel,
    private readonly role: ModelRole,
    private readonly terms: ModelTerms,
    private readonly clock: Clock,
  ) {}

  get name(): string {
    return this.model.name;
  }

  /** Whether prompt and longest answer fit into the budget that earlier requests have left. */
  affords(request: GenerationRequest): boolean {
    const { budget } = this.terms;
    if (!budget) return true;
    const used = this.#bills().reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0);
    return used + estimateRequestTokens(request, this.name).tokens + request.maxTokens <= budget.maxTokens;
  }

  /** As the model's own. */
  async generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation> {
    const question = this.#begin(request);
    try {
      const generation = await this.model.generate(request, options);
      question.text = generation.text;
      this.#end(question, generation);
      return generation;
    } catch (thrown) {
      this.#fail(question, thrown);
      throw thrown;
    }
  }

  /** As the model's own. */
  async *stream(request: GenerationRequest, options: GenerateOptions): AsyncGenerator<GenerationEvent, void, void> {
    const question = this.#begin(request);
    try {
      for await (const event of this.model.stream(request, options)) {
        if (event.type === 'text') question.text += event.text;
        else if (event.type === 'restart') question.text = '';
        else if (event.type === 'end') this.#end(question, event.generation);
        yield event;
      }
    } catch (thrown) {
      this.#fail(question, thrown);
      throw thrown;
    } finally {
      // A reader that has seen enough leaves no bill, since the vendor tells it at the end.
      question.ended ??= { at: this.clock.monotonic(), error: null };
    }
  }

  /** What goes into the answer of the arm. */
  report(): ModelReport {
    const usage = modelUsageOf(this.name, this.#bills());
    const shown = this.terms.includePrompts === true && this.#questions.length > 0;
    return {
      ...(usage && { usage }),
      ...(shown && { modelCalls: this.#questions.map((question) => this.#show(question)) }),
    };
  }

  #bills(): Pick<Generation, 'usage'>[] {
    return this.#questions.flatMap(({ usage }) => (usage ? [{ usage }] : []));
  }

  #begin(request: GenerationRequest): Question {
    const askedAt = this.clock.monotonic();
    const question: Question = { request, askedAt, text: '', generation: null, usage: null, ended: null };
    this.#questions.push(question);
    return question;
  }

  #end(question: Question, generation: Generation): void {
    question.generation = generation;
    question.usage = generation.usage;
    question.ended = { at: this.clock.monotonic(), error: null };
  }

  #fail(question: Question, thrown: unknown): void {
    question.usage = usageOfError(thrown);
    question.ended = { at: this.clock.monotonic(), error: ArbiterError.from(thrown).code };
  }

  #show({ request, askedAt, text, generation, usage, ended }: Question): ModelCall {
    // A report that is read while a question is open means that its reader has stopped waiting for the answer.
    const { at, error } = ended ?? { at: this.clock.monotonic(), error: 'DEADLINE_EXCEEDED' as const };
    const cutter = new TextCutter();
    return {
      role: this.role,
      model: this.name,
      answeredBy: generation?.model ?? null,
      prompt: request.prompt ?? '',
      system: cutter.cut(request.system),
      messages: request.messages.map((message) => ({ role: message.role, text: cutter.cut(textOf(message)) })),
      answer: cutter.cut(text),
      cutCharacters: cutter.left,
      tokens: usage && { ...usage },
      ms: Math.max(0, at - askedAt),
      error,
    };
  }
}

/** Shortens texts for display, and counts the characters left out. */
class TextCutter {
  left = 0;

  cut(text: string): string {
    if (text.length <= MAX_SHOWN_PROMPT) return text;
    this.left += text.length - MAX_SHOWN_PROMPT;
    return text.slice(0, MAX_SHOWN_PROMPT).toWellFormed();
  }
}

function textOf(message: Message): string {
  if (message.role === 'tool') return message.results.map(({ name, text }) => `${name}: ${text}`).join('\n');
  const pictures = picturesOf(message).map(pictureText);
  return [...pictures, ...documentsOf(message).map(documentText), message.text].join('\n\n');
}
