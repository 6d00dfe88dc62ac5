import {
  ArbiterError,
  HTTP_HEADERS,
  NDJSON_MEDIA_TYPE,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import { z } from 'zod';
import { buildHttpRequest, errorOfResponse, readFrames, readPiece } from './http-messages.js';
import type { Library, LibraryCallOptions } from './library.js';

export interface HttpLibraryOptions {
  /** Base address of an orchestrator. */
  readonly server: string;
  /** Sent as a bearer token; null sends none. */
  readonly apiKey: string | null;
  /** Whether the server runs on this machine, over this disk. */
  readonly sharesDisk: boolean;
  readonly fetch?: typeof fetch;
}

/** A client of a running server: every operation over the route that its contract gives it. */
export class HttpLibrary implements Library {
  readonly place: string;
  readonly sharesDisk: boolean;
  readonly #apiKey: string | null;
  readonly #fetch: typeof fetch;

  constructor({ server, apiKey, sharesDisk, fetch: send = fetch }: HttpLibraryOptions) {
    this.place = server.replace(/(?<!\/)\/+$/, '');
    this.sharesDisk = sharesDisk;
    this.#apiKey = apiKey;
    this.#fetch = send;
  }

  async request<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: LibraryCallOptions = {},
  ): Promise<OperationOutput<O>> {
    const response = await this.#send(operation, input, 'application/json', options);
    try {
      return this.#understand(operation.output, await readBody(operation, response)) as OperationOutput<O>;
    } catch (thrown) {
      throw this.#failure(thrown, operation, options.signal);
    }
  }

  async *stream<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    options: LibraryCallOptions = {},
  ): AsyncGenerator<OperationEvent<O>, OperationOutput<O>, undefined> {
    const response = await this.#send(operation, input, NDJSON_MEDIA_TYPE, options);
    try {
      for await (const frame of readFrames(response)) {
        if (frame.kind === 'output') return this.#understand(operation.output, frame.value) as OperationOutput<O>;
        yield frame.value as OperationEvent<O>;
      }
    } catch (thrown) {
      throw this.#failure(thrown, operation, options.signal);
    }
    throw new ArbiterError('UNAVAILABLE', `${this.place} closed the connection before it had answered.`);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #send(operation: AnyOperation, input: unknown, accept: string, options: LibraryCallOptions): Promise<Response> {
    const { method, url, body, range } = buildHttpRequest(this.place, operation, input);
    const deadlineMs = options.deadlineMs ?? operation.deadlineMs;
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(options.signal ? [options.signal] : [])]);
    let response: Response;
    try {
      response = await this.#fetch(url, {
        method,
        body,
        signal,
        redirect: 'error',
        headers: {
          accept,
          ...(range !== undefined && { range }),
          ...(body !== null && { 'content-type': 'application/json' }),
          ...(options.deadlineMs !== undefined && { [HTTP_HEADERS.deadlineMs]: String(options.deadlineMs) }),
          ...(this.#apiKey !== null && { authorization: `Bearer ${this.#apiKey}` }),
        },
      });
    } catch (thrown) {
      throw this.#failure(thrown, operation, options.signal);
    }
    if (!response.ok) throw await errorOfResponse(response, this.place);
    return response;
  }

  /** Keys that a newer server adds are no reason not to understand it; everything else must be as the contract says. */
  #understand(schema: z.ZodType, body: unknown): unknown {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    if (parsed.error.issues.every(({ code }) => code === 'unrecognized_keys')) return body;
    throw new ArbiterError(
      'INTERNAL',
      `${this.place} answered in a form that this version does not understand; update the older of the two.`,
      {
        cause: parsed.error,
      },
    );
  }

  #failure(thrown: unknown, operation: AnyOperation, caller: AbortSignal | undefined): ArbiterError {
    if (thrown instanceof ArbiterError) return thrown;
    if (caller?.aborted) return new ArbiterError('CANCELLED', 'Stopped.', { cause: thrown });
    if (nameOf(thrown) === 'TimeoutError') {
      return new ArbiterError('DEADLINE_EXCEEDED', `${this.place} did not answer ${operation.name} in time.`, {
        cause: thrown,
      });
    }
    if (nameOf(thrown) === 'SyntaxError') {
      return new ArbiterError(
        'UNAVAILABLE',
        `${this.place} does not answer as an Arbiter server does; check the address.`,
        { cause: thrown },
      );
    }
    return new ArbiterError(
      'UNAVAILABLE',
      `Nobody answers at ${this.place}: start a server with "arbiter serve", or leave --server out.`,
      {
        cause: thrown,
      },
    );
  }
}

async function readBody(operation: AnyOperation, response: Response): Promise<unknown> {
  if (operation.http?.bytes) return readPiece(response);
  if (operation.http?.mediaType === undefined) return response.json();
  return { [onlyKeyOf(operation)]: await response.text() };
}

/** The one key of the output of an operation whose body is text. */
function onlyKeyOf({ output, name }: AnyOperation): string {
  const [key] = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
  if (key === undefined) throw new ArbiterError('INTERNAL', `${name} has no text for a body.`);
  return key;
}

/** By its name, since what fetch throws need not be an instance of our realm's classes. */
function nameOf(thrown: unknown): string | null {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : null;
}
