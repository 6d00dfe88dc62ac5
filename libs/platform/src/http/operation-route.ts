import { ArbiterError, problemOf, type AnyOperation } from '@arbiter/contracts';
import type { Annotations, IncomingCall, InvokeOperation } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import type { Request, Response } from 'express';
import type { Logger } from '../logging/create-logger.js';
import { setAnnotationHeaders } from './annotation-headers.js';
import { EventStream, streamFormatFor, type StreamMessage } from './event-stream.js';
import { invalidField } from './http-error.js';
import { mergeInput } from './merge-input.js';
import { readJsonBody } from './read-json-body.js';
import { requestDeadline } from './request-deadline.js';
import { requestIdOf, traceparentOf } from './request-identity.js';
import { principalOf } from './require-admission.js';
import { sendProblem, toArbiterError } from './send-problem.js';

export interface OperationRouteOptions {
  readonly invoke: InvokeOperation;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bodyLimitBytes: number;
  readonly heartbeatMs: number;
}

const WRITES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT']);

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
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new ArbiterError('CANCELLED', 'The client went away.'));
  });
  try {
    const call = await decodeCall(operation, req, res, options);
    const answer: Answer = {
      events: options.invoke(operation, {
        ...call,
        signal: gone.signal,
        onAnnotations: (annotations) => (answer.annotations = annotations),
      }),
      annotations: new Map(),
    };
    const format = streamFormatFor(operation, req);
    res.setHeader('Cache-Control', 'no-store');
    res.status(operation.http?.status ?? 200);
    if (format) {
      const stream = new EventStream(res, format, gone.signal, options.heartbeatMs);
      await sendStream(operation, answer, stream, res, options.logger);
    } else await sendOutput(operation, answer, res);
  } catch (thrown) {
    if (gone.signal.aborted) return;
    // An error of ours has been logged by whoever made it; a stranger's would be lost here.
    const fields = { requestId: requestIdOf(res), operation: operation.name };
    if (!(thrown instanceof ArbiterError))
      options.logger.error({ ...fields, err: thrown }, 'a call failed at the door');
    sendProblem(res, toArbiterError(thrown));
  }
}

async function decodeCall(
  operation: AnyOperation,
  req: Request,
  res: Response,
  { clock, bodyLimitBytes }: OperationRouteOptions,
): Promise<IncomingCall> {
  const principal = principalOf(res);
  const deadline = requestDeadline(req, operation, clock);
  const traceparent = traceparentOf(req);
  const body = await readJsonBody(req, bodyLimitBytes);
  const query = new URL(req.originalUrl, 'http://localhost').searchParams;
  // A link, an image or a form of any page can send such a request; none of them can send JSON unasked.
  if (body === undefined && query.size > 0 && WRITES_BODY.has(req.method)) {
    throw invalidField('', `the input of ${req.method} goes into a JSON body, and not into the address alone`);
  }
  return {
    input: mergeInput({ path: req.params as Record<string, string>, query, body }),
    requestId: requestIdOf(res),
    ...(deadline === undefined ? {} : { deadline }),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(principal === null ? {} : { principal }),
  };
}

async function sendOutput(operation: AnyOperation, answer: Answer, res: Response): Promise<void> {
  const { events } = answer;
  let next = await events.next();
  while (!next.done) next = await events.next();
  const { mediaType, body } = encodeOutput(operation, next.value);
  // Only now that nothing can fail: a problem goes without them.
  setAnnotationHeaders(res, answer.annotations);
  res.setHeader('Content-Type', mediaType);
  res.send(body);
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
    logger.warn({ requestId: requestIdOf(res), code: error.code, err: error }, 'a stream ended with an error');
    const messages = bare?.failure(error) ?? [{ type: 'error', error: problemOf(error, requestIdOf(res)) }];
    for (const message of messages) await stream.send(message as StreamMessage);
  } finally {
    stream.stop();
    // Not awaited: a callee that does not listen must not hold up the end of the response.
    if (!ended) void events.return(undefined).catch(() => undefined);
  }
  res.end();
}
