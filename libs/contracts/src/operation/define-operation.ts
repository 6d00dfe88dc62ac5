import type { z } from 'zod';
import type { Role } from '../access/principal.js';
import type { ArbiterError, ErrorCode } from '../errors.js';
import { checkAnnotationNames, type AnnotationDeclarations } from './annotations.js';

/** The deployables that serve operations; the first part of an operation's name. */
export const ARMS = ['orchestrator', 'planner', 'retriever', 'validator', 'ingestion'] as const;
export type Arm = (typeof ARMS)[number];

export type OperationName = `${Arm}.${string}`;

/** Enough for 100 passages, far from what fills the memory. In bytes. */
export const DEFAULT_BODY_LIMIT = 1_024 * 1_024;

/** For documents, and for answers and claims with the passages that they are checked against: a book, with its escapes. In bytes. */
export const LARGE_BODY_LIMIT = 16 * 1_024 * 1_024;

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** OpenAPI template: parameters in braces, each a top-level key of the input (`/v1/jobs/{jobId}`). */
  readonly path: string;
  /** Status of a success. Default 200. */
  readonly status?: number;
  /** Longest JSON body of a request, in bytes. Default {@link DEFAULT_BODY_LIMIT}. */
  readonly bodyLimit?: number;
  /** Media type of the body if it is not JSON. The output then has exactly one key, whose string is the body. */
  readonly mediaType?: string;
  /**
   * The body of the answer is bytes. A call gives a piece of them: the input has the fields of `pieceAsked`, which no address
   * gives, the output is a `BytePiece`. The door asks on as fast as the client reads, and understands Range and If-None-Match.
   */
  readonly bytes?: true;
  /**
   * The body of the request is multipart/form-data with files. The door cuts them into pieces as they come, and calls once for
   * each, with the input of `ingestion.upload`.
   */
  readonly multipart?: true;
  /** Present if a published design fixes the format of the stream. The body is then always such a stream. */
  readonly bareStream?: BareStream;
}

/** NDJSON of an operation's events alone, without our envelope and without the output. An event marks the end of the stream. */
export interface BareStream {
  /** Events that report a failure after the first event, and end the stream. An earlier failure is a status. */
  readonly failure: (error: ArbiterError) => readonly object[];
}

export interface McpExposure {
  /** Kebab-case name of the tool for clients. */
  readonly tool: string;
  /** Names of the same tool in other published designs; accepted and emitted. */
  readonly aliases?: readonly string[];
}

export interface OperationSpecification<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  /** `<arm>.<verb-or-noun>`, kebab-case. */
  readonly name: OperationName;
  /** Raised when the meaning of a message changes. Additions that old clients can ignore do not count. Default 1. */
  readonly revision?: number;
  /** One sentence for people: OpenAPI summary, MCP tool description. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Present if the operation streams: the type of the events before the output. */
  readonly events?: Event;
  /** Annotations that the handler may send in headers; an answer may lack any of them. */
  readonly annotations?: AnnotationDeclarations;
  /**
   * Errors of this operation. Any operation can also fail with INVALID_REQUEST, INTERNAL, CANCELLED, DEADLINE_EXCEEDED,
   * OVERLOADED and UNAVAILABLE. Default none.
   */
  readonly errors?: readonly ErrorCode[];
  /** The least role that may call it. */
  readonly role: Role;
  /** True if repeating a request does no harm, so that a client may retry it on another replica. */
  readonly idempotent: boolean;
  /** Default deadline from the first send to the last byte, in milliseconds. Default {@link DEFAULT_DEADLINE_MS}. */
  readonly deadlineMs?: number;
  readonly http?: HttpRoute;
  readonly mcp?: McpExposure;
  /**
   * Requests before validation, by title: shown in the OpenAPI document, and sent by contract tests through the real dispatch.
   * Requests that are refused are in `test/rejected-requests.jsonl`.
   */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** One operation, the single source of its subject, route, OpenAPI, MCP tool and fixtures. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> extends OperationSpecification<Input, Output, Event> {
  readonly revision: number;
  readonly errors: readonly ErrorCode[];
  readonly deadlineMs: number;
  readonly arm: Arm;
  /** NATS subject, `arbiter.v1.<arm>.<operation>`. */
  readonly subject: string;
}

/** Any operation, for registries and transports. */
export type AnyOperation = Operation;

/** The input as a caller writes it: fields with defaults are optional. */
export type OperationRequest<O extends AnyOperation> = z.input<O['input']>;
/** The input as a handler receives it: validated, with defaults. */
export type OperationInput<O extends AnyOperation> = z.output<O['input']>;
/** The output as a caller receives it. */
export type OperationOutput<O extends AnyOperation> = z.output<O['output']>;
/** The events of a streaming operation. */
export type OperationEvent<O extends AnyOperation> =
  O extends Operation<z.ZodType, z.ZodType, infer E> ? z.output<E> : never;

/** Enough to read from stores and indexes. In milliseconds. */
export const DEFAULT_DEADLINE_MS = 10_000;

export const SUBJECT_PREFIX = 'arbiter.v1';

/** Longest deadline that a caller may set if the operation's own default is shorter. */
export const MAX_DEADLINE_MS = 600_000;

/**
 * Default deadline of operations in which a language model may write: it may have to be loaded first, or think for minutes.
 * What hangs is noticed earlier by what waits for it: an arm by its missing beats, a model by its silence, a store by the time
 * limit of its calls.
 */
export const WRITING_DEADLINE_MS = MAX_DEADLINE_MS;

const NAME = new RegExp(`^(${ARMS.join('|')})\\.[a-z]+(-[a-z]+)*$`);

/**
 * Declares an operation.
 *
 * @throws RangeError when the name is not `<arm>.<kebab-case>`, the deadline not positive, or an annotation cannot be a header
 */
export function defineOperation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Event extends z.ZodType = z.ZodNever,
>(specification: OperationSpecification<Input, Output, Event>): Operation<Input, Output, Event> {
  const { name, revision = 1, errors = [], deadlineMs = DEFAULT_DEADLINE_MS, annotations } = specification;
  const arm = ARMS.find((known) => name.startsWith(`${known}.`));
  if (!arm || !NAME.test(name)) throw new RangeError(`operation name "${name}" is not <arm>.<kebab-case>`);
  if (!(deadlineMs > 0)) throw new RangeError(`deadlineMs of "${name}" must be positive, got ${deadlineMs}`);
  if (annotations) checkAnnotationNames(name, annotations);
  return Object.freeze({ ...specification, revision, errors, deadlineMs, arm, subject: `${SUBJECT_PREFIX}.${name}` });
}

/** Parameter names of a route's path, in order. */
export function pathParameters({ path }: HttpRoute): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
