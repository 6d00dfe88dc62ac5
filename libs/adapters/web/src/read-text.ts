import { decodeBytes, encodingOf } from '@arbiter/adapter-kit/documents';
import { readBytes } from '@arbiter/adapter-kit/resilience';

/**
 * Reads a body of text.
 *
 * @param maxBytes past which it is not read on
 * @param charset as the server names it; UTF-8 if it names none, or an unknown one
 * @throws ArbiterError PAYLOAD_TOO_LARGE
 */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number, charset = 'utf-8'): Promise<string> {
  return decodeBytes(await readBytes(body, maxBytes), encodingOf(charset) ?? 'utf-8');
}
