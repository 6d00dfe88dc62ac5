import { isConnectionFailure, protocolError, unreachableError, vendorError } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';

/** Ollama itself takes no key: its cloud does, and so may a proxy. */
const KEY_SETTING = '`ollama signin`, or the proxy at OLLAMA_HOST';

/** What Ollama said instead of an answer; the SDK's own error keeps neither headers nor the status of a broken stream. */
class OllamaFailure extends Error {
  override readonly name = 'OllamaFailure';

  constructor(
    readonly status: number,
    readonly retryAfter: string | null,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The fetch that the SDK is given for one call. It obeys the signal from the first byte on, which the SDK cannot, and
 * throws where the SDK would print to the console and go on: at a failure without JSON, and at a line of a stream that
 * is not JSON, whose text would be missing from the answer.
 */
export function fetchUnder(signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const own = init?.signal;
    const response = await fetch(input, { ...init, signal: own ? AbortSignal.any([signal, own]) : signal });
    if (!response.ok) {
      throw new OllamaFailure(response.status, response.headers.get('retry-after'), messageIn(await response.text()));
    }
    if (!response.body || !response.headers.get('content-type')?.includes('ndjson')) return response;
    return new Response(ReadableStream.from(checkedLines(response.body)), response);
  };
}

function messageIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : 'without a reason';
  } catch {
    return 'without a reason';
  }
}

/**
 * Whole lines of JSON; fails at anything else, and at a line that holds an error. It is asked for one line after the other, because a
 * stream that fails throws away what it has read ahead.
 */
async function* checkedLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let open = '';
  for await (const chunk of body) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() === '') continue;
      check(line);
      yield encoder.encode(`${line}\n`);
    }
  }
  if (open.trim() !== '') throw protocolError('Ollama', 'it ends in the middle of a line');
}

function check(line: string): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw protocolError('Ollama', 'a line of it is not JSON');
  }
  if (typeof parsed === 'object' && parsed !== null && 'error' in parsed)
    throw new OllamaFailure(500, null, 'mid-stream');
}

/**
 * @param modelRemedy what to do when Ollama does not have the model
 * @returns the port's error for what a call of the SDK threw; a bug of ours as it is
 */
export function arbiterErrorOf(thrown: unknown, modelRemedy: string, clock: Clock): unknown {
  if (thrown instanceof ArbiterError) return thrown;
  if (thrown instanceof OllamaFailure) {
    const { status, retryAfter, message } = thrown;
    const failure = { vendor: 'Ollama', status, retryAfter, message, keySetting: KEY_SETTING, modelRemedy };
    return vendorError({ ...failure, cause: thrown }, clock.now());
  }
  if (isConnectionFailure(thrown)) {
    return unreachableError('Ollama', 'check that `ollama serve` runs, and that OLLAMA_HOST is its address', thrown);
  }
  if (thrown instanceof SyntaxError) return protocolError('Ollama', 'it is not JSON', thrown);
  // The SDK's own, for a stream that ends without its last message.
  if (thrown instanceof Error && thrown.constructor === Error) {
    return unreachableError('Ollama', 'the stream has no end', thrown);
  }
  return thrown;
}
