import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response as ExpressResponse } from 'express';

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
