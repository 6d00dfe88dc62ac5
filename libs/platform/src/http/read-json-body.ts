import type { IncomingMessage } from 'node:http';
import { ArbiterError } from '@arbiter/contracts';
import type { Request } from 'express';
import { excessOf, JSON_LIMITS, type JsonExcess } from './json-excess.js';
import { HttpRequestError } from './send-problem.js';

/** Bytes of a refused body that are still read and dropped, so that the client hears the refusal before the line is cut. */
const MAX_DISCARDED_BYTES = 16 * 1_024 * 1_024;

const JSON_MEDIA_TYPE = /^application\/(json|[\w.-]+\+json)$/;
const UTF_8 = /^"?(utf-?8|us-ascii)"?$/;

const EXCESS_TEXTS: Readonly<Record<JsonExcess, string>> = {
  depth: `is nested more than ${JSON_LIMITS.depth} deep`,
  members: `has a list or an object with more than ${JSON_LIMITS.members} members`,
  values: `holds more than ${JSON_LIMITS.values} values`,
};

/**
 * Reads a JSON body. Express's own parser guesses encodings and answers only when all of a body too large has arrived.
 *
 * @param limitBytes longest body that is read
 * @returns undefined when the request has no body
 * @throws ArbiterError INVALID_REQUEST (not JSON, not UTF-8; with status 415 another media type or a compressed body),
 *   PAYLOAD_TOO_LARGE, CANCELLED when the client goes away in the middle
 */
export async function readJsonBody(req: Request, limitBytes: number): Promise<unknown> {
  const length = req.headers['content-length'];
  if (req.headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0))
    return undefined;
  refuseOtherMediaTypes(req);
  if (length !== undefined && Number(length) > limitBytes) {
    discardBody(req);
    throw tooLarge(limitBytes);
  }
  const bytes = await readBytes(req, limitBytes);
  return bytes.length === 0 ? undefined : parseJson(decodeUtf8(bytes));
}

function refuseOtherMediaTypes(req: Request): void {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!JSON_MEDIA_TYPE.test(type)) {
    throw new HttpRequestError(415, 'The body must be JSON: send it with Content-Type: application/json.', {
      'Accept-Post': 'application/json',
    });
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !UTF_8.test(charset)) throw new HttpRequestError(415, 'The body must be in UTF-8.');
  refuseCoding(req);
}

/** @throws ArbiterError INVALID_REQUEST with status 415 for a compressed body */
export function refuseCoding(req: Request): void {
  const coding = req.headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity')
    throw new HttpRequestError(415, 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
}

function readBytes(req: Request, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (then: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      then();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else {
        settle(() => {
          discardBody(req);
          reject(tooLarge(limitBytes));
        });
      }
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks)));
    const onGone = () =>
      settle(() => reject(new ArbiterError('CANCELLED', 'The client went away before its request was read.')));
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/** Bodies that are being dropped. */
const dropped = new WeakSet<IncomingMessage>();

/**
 * Reads the rest of a body and drops it, up to a limit at which the connection is cut. Without it, Node reads a refused body to
 * its end, however long it is.
 */
export function discardBody(req: IncomingMessage): void {
  if (req.complete || dropped.has(req)) return;
  dropped.add(req);
  let discarded = 0;
  // Without a listener an aborted upload would be an uncaught error.
  req.on('error', () => undefined);
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) req.destroy();
  });
  req.resume();
}

function tooLarge(limitBytes: number): ArbiterError {
  return new ArbiterError('PAYLOAD_TOO_LARGE', `The body must not be longer than ${limitBytes} bytes.`, {
    details: { limitBytes },
  });
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess !== null) throw new ArbiterError('INVALID_REQUEST', `The body ${EXCESS_TEXTS[excess]}.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The engine's message quotes the body; where it broke is enough.
    const position = cause instanceof SyntaxError ? /at position \d+/.exec(cause.message)?.[0] : undefined;
    throw new ArbiterError('INVALID_REQUEST', `The body is not valid JSON${position ? ` (${position})` : ''}.`, {
      cause,
    });
  }
}
