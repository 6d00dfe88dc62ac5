import type { Problem } from '@arbiter/contracts';
import { ClientError } from './client-error.js';
import { ROUTES } from './generated/routes.js';
import { httpRequestOf } from './http-request.js';
import type { EventOf, OperationKey, OutputOf, RequestOf } from './operations.js';
import { readLines } from './read-lines.js';

export interface ClientOptions {
  /** Address of an orchestrator, without a slash at its end. Default: '', the origin of the page. */
  readonly baseUrl?: string;
  /** Sent with each request, such as `Authorization`. A page with a session needs none. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the request goes out although its page is being left (Fetch standard). */
  readonly keepalive?: boolean;
}

/** A message of a stream: an event of the operation, and at the end its output. Bare streams have no last message of ours. */
export type StreamMessage<K extends OperationKey> =
  | EventOf<K>
  | { readonly type: 'result'; readonly result: OutputOf<K> };

const NDJSON = 'application/x-ndjson';

/** Calls the operations of an orchestrator over HTTP, typed by the contracts. It checks no schema: the server did. */
export class ArbiterClient {
  readonly baseUrl: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ baseUrl = '', headers = {} }: ClientOptions = {}) {
    this.baseUrl = baseUrl;
    this.headers = headers;
  }

  /** @throws ClientError; AbortError when the signal ends it */
  async call<K extends OperationKey>(
    operation: K,
    input: RequestOf<K>,
    options: CallOptions = {},
  ): Promise<OutputOf<K>> {
    const response = await this.send(operation, input, 'application/json', options);
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    if (isJson) return (await response.json()) as OutputOf<K>;
    // A body of another type is the one string of the output; the route names its key.
    return { [ROUTES[operation].split(' ')[2] ?? 'text']: await response.text() } as OutputOf<K>;
  }

  /**
   * Events of an operation as they come, and its output at the end.
   *
   * @throws ClientError, also when the stream breaks off; AbortError when the signal ends it
   */
  async *stream<K extends OperationKey>(
    operation: K,
    input: RequestOf<K>,
    options: CallOptions = {},
  ): AsyncGenerator<StreamMessage<K>, void, undefined> {
    const response = await this.send(operation, input, NDJSON, options);
    if (!response.body) throw ClientError.fromFetch(new Error('a stream without a body'));
    const lines = readLines(response.body);
    let ended = false;
    try {
      for await (const line of lines) {
        const message = JSON.parse(line) as StreamMessage<K> & { readonly type: string; readonly error?: Problem };
        if (message.type === 'error' && message.error) throw ClientError.of(message.error);
        ended ||= message.type === 'result' || message.type === 'complete';
        yield message;
      }
    } catch (thrown) {
      if (thrown instanceof ClientError) throw thrown;
      throw ClientError.fromFetch(thrown);
    }
    if (!ended) throw ClientError.fromFetch(new Error('the stream broke off'));
  }

  private async send(
    operation: OperationKey,
    input: object,
    accept: string,
    { signal, keepalive = false }: CallOptions,
  ): Promise<Response> {
    const { method, path, body } = httpRequestOf(operation, input);
    const headers = { ...this.headers, accept, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const request = { method, headers, keepalive, ...(body !== undefined && { body }), ...(signal && { signal }) };
    const response = await fetch(`${this.baseUrl}${path}`, request).catch((thrown: unknown) => {
      throw ClientError.fromFetch(thrown);
    });
    if (!response.ok) throw await ClientError.fromResponse(response);
    return response;
  }
}
