import {
  ArbiterError,
  LARGE_BODY_LIMIT,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import {
  isEndless,
  McpHttpHandler,
  type CallOptions,
  type McpHttpOptions,
  type OperationCaller,
} from '@arbiter/mcp-server';
import type { InvokeOperation } from '@arbiter/messaging';
import {
  clientOf,
  isLoopback,
  originOf,
  readJsonBody,
  refuseOtherMethods,
  serveRequest,
  type BehindDoor,
} from '@arbiter/platform';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import type { Request as ExpressRequest, Response as ExpressResponse, Router } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OrchestratorConfig } from '../orchestrator.config.js';

/** Where clients of the Model Context Protocol find the server (streamable HTTP). */
const MCP_PATH = '/mcp';

/**
 * Serves the operations of a door as tools, resources and prompts; behind the door's own checks.
 *
 * @param options for tests
 */
export function mountMcp(
  { toolsMayIngest: mayIngest, publicUrl }: Pick<OrchestratorConfig, 'toolsMayIngest' | 'publicUrl'>,
  options: Pick<McpHttpOptions, 'createServer' | 'everyMs'> = {},
): (router: Router, behind: BehindDoor) => void {
  return (router, { invoke, version, logger, stopping }) => {
    const caller = new InvokingCaller(invoke, SYSTEM_CLOCK);
    const onError = (error: unknown): void =>
      logger.debug({ err: error }, 'a request of the Model Context Protocol was refused');
    const handler = new McpHttpHandler({ ...options, mayIngest, publicUrl, caller, version, onError });
    const serve = (req: ExpressRequest, res: ExpressResponse): Promise<void> =>
      serveRequest(res, logger, (gone) => pass(handler, req, res, gone, stopping));
    // GET opens the stream of a session's notices, DELETE ends a session.
    router.route(MCP_PATH).post(serve).get(serve).delete(serve);
    refuseOtherMethods(router, MCP_PATH, 'POST, GET, DELETE');
  };
}

async function pass(
  handler: McpHttpHandler,
  req: ExpressRequest,
  res: ExpressResponse,
  gone: AbortController,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const origin = originOf(req, res, SYSTEM_CLOCK);
  // Documents and passages travel inside of calls.
  const body = await readJsonBody(req, LARGE_BODY_LIMIT);
  const { method, headersDistinct, originalUrl } = req;
  const fields = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const request = new Request(new URL(originalUrl, 'http://localhost'), {
    method,
    headers: new Headers(fields),
    signal: gone.signal,
  });
  const address = clientOf(req.ip);
  const client = isLoopback(address) ? null : address;
  const stop = (): void => gone.abort(new ArbiterError('UNAVAILABLE', 'The server stops.'));
  if (isEndless(method, body)) stopping?.addEventListener('abort', stop);
  try {
    await sendWebResponse(res, await handler.handle({ request, body, origin, client }), gone.signal);
  } finally {
    stopping?.removeEventListener('abort', stop);
  }
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
    { signal, deadlineMs = Infinity, origin }: CallOptions,
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const deadline = Math.min(origin?.deadline ?? Infinity, this.clock.now() + deadlineMs);
    const call = { ...origin, input, signal };
    // The dispatcher has parsed events and output with this operation's own schemas.
    return this.invoke(operation, deadline < Infinity ? { ...call, deadline } : call) as AsyncGenerator<
      OperationEvent<O>,
      OperationOutput<O>,
      undefined
    >;
  }
}

/**
 * Sends a response of the Fetch API by way of Express, as fast as the client reads it. The head goes out at once, since
 * a stream of events may be silent for long.
 *
 * @throws AbortError when the client goes away, which also ends the stream
 */
async function sendWebResponse(
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
