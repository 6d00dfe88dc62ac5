import type { z } from 'zod';
import type { ArbiterError, ErrorCode } from '../errors.js';
import { checkAnnotationNames, type AnnotationDeclarations } from './annotations.js';

/** The deployables that serve operations; the first part of an operation's name. */
export const ARMS = ['orchestrator', 'planner', 'retriever', 'validator', 'ingestion'] as const;
export type Arm = (typeof ARMS)[number];

export type OperationName = `${Arm}.${string}`;

export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** OpenAPI template: parameters in braces, each a top-level key of the input (`/v1/jobs/{jobId}`). */
  readonly path: string;
  /** Status of a success. Default 200. */
  readonly status?: number;
  /** Media type of the body where it is not JSON; then the output has exactly one key, whose string is the body. */
  readonly mediaType?: string;
  /** Present where a published design fixes the stream: the body is then always such a stream. */
  readonly bareStream?: BareStream;
}

/**
 * NDJSON of an operation's events and nothing else: no message of ours around them, and none with the output. The
 * events themselves say that the stream has ended.
 */
export interface BareStream {
  /** The events that tell a failure after the first event and end the stream. Before it, a failure is a status. */
  readonly failure: (error: ArbiterError) => readonly object[];
}

export interface McpExposure {
  /** Kebab-case name under which clients call the tool. */
  readonly tool: string;
  /** Names that other published designs use for the same tool; accepted and emitted. */
  readonly aliases?: readonly string[];
}

/** A request as it may arrive, before validation. Driven through the real dispatch by the contract tests. */
export interface AcceptedExample {
  readonly title: string;
  readonly input: unknown;
}

export interface RejectedExample {
  readonly title: string;
  readonly input: unknown;
  /** Dotted path of the field that the INVALID_REQUEST names; '' when the input as a whole is at fault. */
  readonly field: string;
}

export interface OperationSpecification<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  /** `<arm>.<verb-or-noun>`, kebab-case. */
  readonly name: OperationName;
  /** Raised when the meaning of a message changes; additions that old clients can ignore do not count. */
  readonly revision: number;
  /** One sentence for people: OpenAPI summary, MCP tool description. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Present when the operation streams: what may be sent, any number of times, before the output. */
  readonly events?: Event;
  /** What the handler may say beside the output, in headers; any of it may be absent from an answer. */
  readonly annotations?: AnnotationDeclarations;
  /** What this operation can fail with, beyond INTERNAL, CANCELLED, DEADLINE_EXCEEDED, OVERLOADED and UNAVAILABLE, which any can. */
  readonly errors: readonly ErrorCode[];
  /** True when repeating the same request does no harm, so that a client may retry it on another replica. */
  readonly idempotent: boolean;
  /** Time from the first send to the last byte when the caller names no deadline, in milliseconds. */
  readonly deadlineMs: number;
  readonly http?: HttpRoute;
  readonly mcp?: McpExposure;
  readonly examples: {
    readonly accepted: readonly [AcceptedExample, ...AcceptedExample[]];
    readonly rejected: readonly [RejectedExample, ...RejectedExample[]];
  };
}

/** One operation: the single place from which its subject, route, OpenAPI, MCP tool and fixtures are derived. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> extends OperationSpecification<Input, Output, Event> {
  readonly arm: Arm;
  /** NATS subject, `arbiter.v1.<arm>.<operation>`. */
  readonly subject: string;
}

/** Any operation, whatever its types; what registries and transports hold. */
export type AnyOperation = Operation;

/** What a caller may write: defaults may be left out. */
export type OperationRequest<O extends AnyOperation> = z.input<O['input']>;
/** What a handler receives: validated, defaults filled in. */
export type OperationInput<O extends AnyOperation> = z.output<O['input']>;
/** What a caller receives. */
export type OperationOutput<O extends AnyOperation> = z.output<O['output']>;
/** What a streaming operation yields on the way. */
export type OperationEvent<O extends AnyOperation> =
  O extends Operation<z.ZodType, z.ZodType, infer E> ? z.output<E> : never;

export const SUBJECT_PREFIX = 'arbiter.v1';

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
  const { name, deadlineMs, annotations } = specification;
  const arm = ARMS.find((known) => name.startsWith(`${known}.`));
  if (!arm || !NAME.test(name)) throw new RangeError(`operation name "${name}" is not <arm>.<kebab-case>`);
  if (!(deadlineMs > 0)) throw new RangeError(`deadlineMs of "${name}" must be positive, got ${deadlineMs}`);
  if (annotations) checkAnnotationNames(name, annotations);
  return Object.freeze({ ...specification, arm, subject: `${SUBJECT_PREFIX}.${name}` });
}

/** Names of the parameters of a route's path, in order. */
export function pathParameters({ path }: HttpRoute): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
