import {
  annotationHeader,
  type AnyOperation,
  ArbiterError,
  type BytePiece,
  HTTP_HEADERS,
  pieceAsked,
  problemOf,
  TIMING_ANNOTATION,
  isRecord,
} from '@arbiter/contracts';
import type { Annotations, IncomingCall, InvokeOperation } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import type { Request, Response } from 'express';
import type { Logger } from '../logging.js';
import { EventStream, streamFormatFor, type StreamMessage } from './event-stream.js';
import { readJsonBody } from './read-json-body.js';
import { receiveFiles } from './receive-files.js';
import { sendBytes } from './send-bytes.js';
import { invalidField, requestIdOf } from './send-problem.js';
import { FAILED_HERE, originOf, serveRequest } from './serve-request.js';

const WRITES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT']);

interface OperationRouteOptions {
  readonly invoke: InvokeOperation;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bodyLimit: number;
  readonly heartbeatMs: number;
}

/** What comes of a call; the annotations are known once the output is. */
interface Answer {
  readonly events: ReturnType<InvokeOperation>;
  annotations: Annotations;
}

/** Serves one admitted request for an operation: request in, call, answer out. Never throws. */
export async function serveOperation(
  operation: AnyOperation,
  req: Request,
  res: Response,
  options: OperationRouteOptions,
): Promise<void> {
  const fields = { operation: operation.name };
  await serveRequest(res, options.logger, ({ signal }) => serveCall(operation, req, res, signal, options), fields);
}

async function serveCall(
  operation: AnyOperation,
  req: Request,
  res: Response,
  signal: AbortSignal,
  { invoke, clock, logger, bodyLimit, heartbeatMs }: OperationRouteOptions,
): Promise<void> {
  const { http } = operation;
  const call = {
    ...originOf(req, res, clock, operation),
    input: await readInput(operation, req, bodyLimit),
  };
  if (http?.bytes || http?.multipart) {
    await serveBytes(operation, call, { req, res, invoke, signal });
    return;
  }
  const answer: Answer = {
    events: invoke(operation, { ...call, signal, onAnnotations: (annotations) => (answer.annotations = annotations) }),
    annotations: new Map(),
  };
  const format = streamFormatFor(operation, req);
  res.setHeader('Cache-Control', 'no-store');
  res.status(http?.status ?? 200);
  if (format) await sendStream(operation, answer, new EventStream(res, format, signal, heartbeatMs), res, logger);
  else await sendOutput(operation, answer, res);
}

/** Serves an operation that takes or gives bytes: a call for each piece. */
async function serveBytes(
  operation: AnyOperation,
  call: IncomingCall,
  {
    req,
    res,
    invoke,
    signal,
  }: Pick<OperationRouteOptions, 'invoke'> & { req: Request; res: Response; signal: AbortSignal },
): Promise<void> {
  const asked = call.input as object;
  const inAddress = Object.keys(asked).find((field) => field in pieceAsked);
  if (inAddress !== undefined) throw invalidField(inAddress, 'is said by the header Range');
  // Sound: the dispatcher has parsed it by the contract, whose spec holds it to what these routes work with.
  const output = async <T>(piece: object, within = signal): Promise<T> =>
    (await lastOf(invoke(operation, { ...call, input: { ...asked, ...piece }, signal: within }))) as T;
  if (operation.http?.bytes) {
    await sendBytes(req, res, (offset, length) => output<BytePiece>({ offset, length }), signal);
    return;
  }
  const received = await receiveFiles(req, output, signal);
  res.setHeader('Cache-Control', 'no-store');
  res.status(operation.http?.status ?? 200).json(received);
}

async function readInput(operation: AnyOperation, req: Request, bodyLimit: number): Promise<object> {
  const body = operation.http?.multipart ? undefined : await readJsonBody(req, bodyLimit);
  const query = new URL(req.originalUrl, 'http://localhost').searchParams;
  // A link, an image or a form of any page can send such a request; none of them can send JSON unasked.
  if (body === undefined && query.size > 0 && WRITES_BODY.has(req.method)) {
    throw invalidField('', `the input of ${req.method} goes into a JSON body, and not into the address alone`);
  }
  return mergeInput({ path: req.params as Record<string, string>, query, body });
}

async function sendOutput(operation: AnyOperation, answer: Answer, res: Response): Promise<void> {
  const { mediaType, body } = encodeOutput(operation, await lastOf(answer.events));
  // Only now that nothing can fail: a problem goes without them.
  setAnnotationHeaders(res, answer.annotations);
  res.setHeader('Content-Type', mediaType);
  // Not Express's `send`: it looks for validators of caches, and the answer is not stored.
  const bytes = Buffer.from(body ?? '');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** @returns the output; events are dropped */
async function lastOf(events: ReturnType<InvokeOperation>): Promise<unknown> {
  let next = await events.next();
  while (!next.done) next = await events.next();
  return next.value;
}

function encodeOutput({ http }: AnyOperation, output: unknown): { mediaType: string; body: string | undefined } {
  if (http?.mediaType === undefined) {
    return { mediaType: 'application/json; charset=utf-8', body: JSON.stringify(output) };
  }
  return { mediaType: http.mediaType, body: Object.values(output as Record<string, string>)[0] };
}

async function sendStream(
  { http }: AnyOperation,
  answer: Answer,
  stream: EventStream,
  res: Response,
  logger: Logger,
): Promise<void> {
  const { events } = answer;
  const bare = http?.bareStream;
  let ended = false;
  try {
    let next = await events.next();
    while (!next.done) {
      await stream.send(next.value as StreamMessage);
      next = await events.next();
    }
    ended = true;
    if (!bare) {
      // The head may have left long ago, so here they are in the message.
      const { annotations } = answer;
      const said = annotations.size > 0 ? { annotations: Object.fromEntries(annotations) } : {};
      await stream.send({ type: 'result', result: next.value, ...said });
    }
  } catch (thrown) {
    // Before the first message there is still a status to fail with.
    if (!stream.opened || res.closed) throw thrown;
    const error = ArbiterError.from(thrown);
    // As below: one of ours has its line where it was made.
    if (!(thrown instanceof ArbiterError)) logger.error({ requestId: requestIdOf(res), err: thrown }, FAILED_HERE);
    const messages = bare?.failure(error) ?? [{ type: 'error', error: problemOf(error, requestIdOf(res)) }];
    for (const message of messages) await stream.send(message as StreamMessage);
  } finally {
    stream.stop();
    // Not awaited: a callee that does not listen must not hold up the end of the response.
    if (!ended) void events.return(undefined).catch(() => undefined);
  }
  res.end();
}

interface InputParts {
  /** Parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body; undefined when there was none. */
  readonly body: unknown;
}

/**
 * The raw input of an operation from the parts of a request, not yet validated. A query parameter that is given several
 * times becomes a list.
 *
 * @throws ArbiterError INVALID_REQUEST when the body is no object, or two parts give one field different values
 */
function mergeInput({ path, query, body }: InputParts): Record<string, unknown> {
  if (body !== undefined && !isRecord(body)) throw invalidField('', 'the body must be a JSON object');
  const merged = new Map<string, unknown>(Object.entries(path));
  const parts = [...queryEntries(query), ...Object.entries(body ?? {})];
  for (const [field, value] of parts) {
    if (merged.has(field) && merged.get(field) !== value) {
      throw invalidField(field, 'is given twice with different values, in the address and in the body');
    }
    merged.set(field, value);
  }
  // fromEntries defines properties; assigning would let a field called __proto__ change the object's prototype.
  return Object.fromEntries(merged);
}

function queryEntries(query: URLSearchParams): [string, string | string[]][] {
  return [...new Set(query.keys())].map((field) => {
    const values = query.getAll(field);
    return [field, values.length === 1 ? (values[0] ?? '') : values];
  });
}

/** `Arbiter-Mode` for `mode`, and so on; durations also under the name that browsers and proxies know. */
function setAnnotationHeaders(res: Response, annotations: Annotations): void {
  for (const [name, value] of annotations) res.setHeader(annotationHeader(name), value);
  const timing = annotations.get(TIMING_ANNOTATION);
  if (timing !== undefined) res.setHeader(HTTP_HEADERS.serverTiming, timing);
}
