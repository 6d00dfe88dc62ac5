import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ParseRequest } from '@arbiter/ports';
import { ParsedDocumentBuilder } from '@arbiter/tool-sdk/documents';
import { type DecodedText, decodeText } from './decode-text.js';

/**
 * What every parser of a text file begins with: its text, and a document that warns of what its encoding cost.
 *
 * @throws ArbiterError INVALID_REQUEST when the bytes are no text; the reason of the signal when it is aborted
 */
export async function readText({
  signal,
  ...file
}: ParseRequest): Promise<Pick<DecodedText, 'text' | 'encoding'> & { readonly builder: ParsedDocumentBuilder }> {
  signal.throwIfAborted();
  const { text, encoding, warning } = decodeText(file);
  await nextTurn();
  signal.throwIfAborted();
  const builder = new ParsedDocumentBuilder();
  if (warning !== undefined) builder.warn(warning);
  return { text, encoding, builder };
}
