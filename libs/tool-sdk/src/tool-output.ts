import { ArbiterError, type Passage, type PayloadType, type Source, type ToolPayload } from '@arbiter/contracts';

/** All that a tool may yield, told apart by `kind`. */
export type ToolOutput = Result | RecoverableError | StatusUpdate | TokenUpdate;

/** A computed statement, shown to the user unchanged: no text need be written from passages. */
export interface Statement {
  /** With markers `[n]`, which lead to `passages[n - 1]`. */
  readonly text: string;
  /** Passages that it was computed from. */
  readonly passages: readonly Passage[];
}

export interface ResultFields {
  /** Objects that were found or made, as plain JSON. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** About the result as a whole: the query, counts. Plain JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Under which the environment keeps it, beside other results of the tool. Default `results`. */
  readonly name?: string;
  /** How to show it. Default `result`. */
  readonly payloadType?: PayloadType;
  /** One sentence for the model, see {@link fillPlaceholders}. */
  readonly llmMessage?: string;
  /** How sure the tool is that this is what was wanted, 0–1; absent where it cannot tell. */
  readonly confidence?: number;
  /** Sources of the objects. */
  readonly sources?: readonly Source[];
  /** The answer to the question, where the tool has computed it. */
  readonly statement?: Statement;
}

/** A result of a tool. */
export class Result {
  readonly kind = 'result';
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly payloadType: PayloadType;
  readonly llmMessage: string;
  readonly confidence: number | undefined;
  readonly sources: readonly Source[];
  readonly statement: Statement | undefined;

  /** @throws RangeError when the confidence is not within 0–1 */
  constructor(fields: ResultFields) {
    const { confidence } = fields;
    if (confidence !== undefined && !(confidence >= 0 && confidence <= 1)) {
      throw new RangeError(`confidence must be within 0 and 1, got ${confidence}`);
    }
    this.objects = fields.objects;
    this.metadata = fields.metadata ?? {};
    this.name = fields.name ?? 'results';
    this.payloadType = fields.payloadType ?? 'result';
    this.llmMessage = fields.llmMessage ?? 'Found {num_objects} objects ({name}).';
    this.confidence = confidence;
    this.sources = fields.sources ?? [];
    this.statement = fields.statement;
  }

  /** `llmMessage` with its placeholders filled in. */
  message(): string {
    return fillPlaceholders(this.llmMessage, this);
  }

  /** As results travel and are kept. */
  toPayload(): ToolPayload {
    const { name, payloadType, metadata } = this;
    return { name, payloadType, objects: [...this.objects], metadata, message: this.message() };
  }
}

export type RecoverableErrorFields = Pick<RecoverableError, 'message'> &
  Partial<Pick<RecoverableError, 'recoverable' | 'suggestion'>>;

/**
 * Something went wrong, or nothing was found, and the model should know of it. Yield it for what a different choice may
 * avoid; throw an ArbiterError for what repeating may mend.
 */
export class RecoverableError {
  readonly kind = 'error';

  /** Describes the error, for a model and for people. */
  readonly message: string;
  /** Whether going on makes sense at all. */
  readonly recoverable: boolean;
  /** Suggests the next step; null if there is none. */
  readonly suggestion: string | null;

  constructor({ message, recoverable = true, suggestion = null }: RecoverableErrorFields) {
    this.message = message;
    this.recoverable = recoverable;
    this.suggestion = suggestion;
  }

  /** The error that a model sees for a thrown value. Every error is recoverable but CANCELLED. */
  static from(thrown: unknown, suggestion: string | null = null): RecoverableError {
    const { code, message } = ArbiterError.from(thrown);
    return new RecoverableError({ message, suggestion, recoverable: code !== 'CANCELLED' });
  }
}

/** The current activity of the tool, shown to the waiting user. */
export class StatusUpdate {
  readonly kind = 'status';
  constructor(readonly message: string) {}
}

/** A piece of the text that the user reads. */
export class TokenUpdate {
  readonly kind = 'token';
  constructor(readonly content: string) {}
}

/**
 * Fills in `{num_objects}`, `{name}` and `{<key of the metadata>}`, in one pass, so that a value that looks like a
 * placeholder stays as it is. Lists are joined with commas, other structures are shown as JSON. A placeholder that nothing
 * is known for stays, for its author to see.
 */
export function fillPlaceholders(
  template: string,
  {
    objects,
    name,
    metadata,
  }: {
    readonly objects: readonly unknown[];
    readonly name: string;
    readonly metadata: Readonly<Record<string, unknown>>;
  },
): string {
  return template.replaceAll(/\{([\w.-]+)\}/g, (placeholder, key: string) => {
    if (key === 'num_objects') return String(objects.length);
    if (key === 'name') return name;
    return Object.hasOwn(metadata, key) ? show(metadata[key]) : placeholder;
  });
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
