import {
  ArbiterError,
  MAX_DEADLINE_MS,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  LARGE_BODY_LIMIT,
} from '@arbiter/contracts';
import {
  isEndless,
  McpHttpHandler,
  type McpHttpOptions,
  type CallOptions,
  type CallOrigin,
  type OperationCaller,
} from '@arbiter/mcp-server';
import {
  clientOf,
  HttpRequestError,
  isLoopback,
  principalOf,
  readJsonBody,
  requestDeadline,
  requestIdOf,
  sendProblem,
  toArbiterError,
  traceparentOf,
  type BehindDoor,
} from '@arbiter/platform';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import type { Request as ExpressRequest, Response as ExpressResponse, Router } from 'express';
import type { IncomingCall, InvokeOperation } from '@arbiter/messaging';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OrchestratorConfig } from '../orchestrator.config.js';

/** Where clients of the Model Context Protocol find the server (streamable HTTP). */
export const MCP_PATH = '/mcp';

/** What the operator has set of it. */
export type McpSettings = Pick<OrchestratorConfig, 'toolsMayIngest' | 'publicUrl'>;

type McpOptions = Pick<McpHttpOptions, 'createServer' | 'everyMs'>;

/**
 * Serves the operations of a door as tools, resources and prompts; behind the door's own checks.
 *
 * @param options for tests
 */
export function mountMcp(
  settings: McpSettings,
  options: McpOptions = {},
): (router: Router, behind: BehindDoor) => void {
  return (router, behind) => mount(router, behind, settings, options);
}

function mount(
  router: Router,
  { invoke, version, logger, stopping }: BehindDoor,
  { toolsMayIngest: mayIngest, publicUrl }: McpSettings,
  options: McpOptions,
): void {
  const handler = new McpHttpHandler({
    ...options,
    mayIngest,
    publicUrl,
    caller: new InvokingCaller(invoke, SYSTEM_CLOCK),
    version,
    onError: (error) => logger.debug({ err: error }, 'a request of the Model Context Protocol was refused'),
  });
  const behind = { handler, logger, stopping };
  router.post(MCP_PATH, (req, res) => serve(behind, req, res));
  // The stream of a session's notices.
  router.get(MCP_PATH, (req, res) => serve(behind, req, res));
  // Ends a session.
  router.delete(MCP_PATH, (req, res) => serve(behind, req, res));
  router.all(MCP_PATH, (req, res) => {
    const allow = 'POST, GET, DELETE';
    sendProblem(res, new HttpRequestError(405, `${req.method} is not possible here, only ${allow}.`, { Allow: allow }));
  });
}

interface Served extends Pick<BehindDoor, 'logger'> {
  readonly handler: McpHttpHandler;
  readonly stopping: AbortSignal | undefined;
}

async function serve({ handler, logger, stopping }: Served, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const gone = new AbortController();
  const stop = (): void => gone.abort(new ArbiterError('UNAVAILABLE', 'The server stops.'));
  res.once('close', () => {
    stopping?.removeEventListener('abort', stop);
    if (!res.writableFinished) gone.abort(new ArbiterError('CANCELLED', 'The client went away.'));
  });
  try {
    const origin = originOf(req, res);
    // Documents and passages travel inside of calls.
    const body = await readJsonBody(req, LARGE_BODY_LIMIT);
    const request = new Request(new URL(req.originalUrl, 'http://localhost'), {
      method: req.method,
      headers: headersOf(req),
      signal: gone.signal,
    });
    if (isEndless(req.method, body)) stopping?.addEventListener('abort', stop, { once: true });
    const client = clientOf(req.ip);
    const answer = { request, body, origin, client: isLoopback(client) ? null : client };
    await sendWebResponse(res, await handler.handle(answer), gone.signal);
  } catch (thrown) {
    if (gone.signal.aborted) {
      res.destroy();
      return;
    }
    const error = toArbiterError(thrown);
    if (error.code === 'INTERNAL')
      logger.error({ requestId: requestIdOf(res), err: thrown }, 'a request failed at the door');
    if (res.headersSent) res.destroy();
    else sendProblem(res, error);
  }
}

/** Whose request a call is made for. @throws ArbiterError INVALID_REQUEST for a deadline that is none */
export function originOf(req: ExpressRequest, res: ExpressResponse): CallOrigin {
  const deadline = requestDeadline(req, { deadlineMs: MAX_DEADLINE_MS }, SYSTEM_CLOCK);
  const traceparent = traceparentOf(req);
  return {
    requestId: requestIdOf(res),
    principal: principalOf(res),
    ...(deadline !== undefined && { deadline }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

function headersOf({ headersDistinct }: ExpressRequest): Headers {
  return new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}

/** Calls operations as the routes of a door do: with the id, trace and deadline of the client's own request. */
export class InvokingCaller implements OperationCaller {
  constructor(
    private readonly invoke: InvokeOperation,
    private readonly clock: Clock,
  ) {}

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): Promise<OperationOutput<O>> {
    const events = this.stream(operation, input, options);
    let next = await events.next();
    while (!next.done) next = await events.next();
    return next.value;
  }

  stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    // The dispatcher has parsed events and output with this operation's own schemas.
    return this.invoke(operation, this.callOf(input, options)) as AsyncGenerator<
      OperationEvent<O>,
      OperationOutput<O>,
      undefined
    >;
  }

  private callOf(input: unknown, { signal, deadlineMs, origin }: CallOptions): IncomingCall {
    const deadlines = [origin?.deadline, deadlineMs === undefined ? undefined : this.clock.now() + deadlineMs];
    const known = deadlines.filter((deadline) => deadline !== undefined);
    return {
      input,
      signal,
      ...(known.length > 0 && { deadline: Math.min(...known) }),
      ...(origin && { requestId: origin.requestId }),
      ...(origin?.traceparent !== undefined && { traceparent: origin.traceparent }),
      ...(origin?.principal && { principal: origin.principal }),
    };
  }
}

/**
 * Sends a response of the Fetch API by way of Express, as fast as the client reads it. The head goes out at once, since
 * a stream of events may be silent for long.
 *
 * @throws AbortError when the client goes away, which also ends the stream
 */
export async function sendWebResponse(
  res: ExpressResponse,
  response: globalThis.Response,
  signal: AbortSignal,
): Promise<void> {
  res.status(response.status);
  res.setHeader('Cache-Control', 'no-store');
  response.headers.forEach((value, name) => res.setHeader(name, value));
  if (!response.body) {
    res.end();
    return;
  }
  res.flushHeaders();
  await pipeline(Readable.fromWeb(response.body), res, { signal });
}
