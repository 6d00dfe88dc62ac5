import { decodeBytes, encodingOf } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';

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

/**
 * Reads a body.
 *
 * @param maxBytes past which it is not read on
 * @throws ArbiterError PAYLOAD_TOO_LARGE
 */
export async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) {
      throw new ArbiterError('PAYLOAD_TOO_LARGE', `The answer is larger than ${maxBytes} bytes.`, {
        details: { maxBytes },
      });
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
