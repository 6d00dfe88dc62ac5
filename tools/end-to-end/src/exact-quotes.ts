import type { Answer } from '@arbiter/contracts';
import { expect } from '@jest/globals';
import { send } from './http-calls.js';

/** Every citation of an answer quotes what the server has stored at its place, in UTF-16 units, and quotes something. */
export async function expectExactQuotes(url: string, { citations }: Answer): Promise<void> {
  for (const { documentId, start, end, quote } of citations) {
    const stored = await send(`${url}/v1/documents/${documentId}/text`);
    expect(stored.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(quote).not.toBe('');
    expect(quote).toBe(stored.text.slice(start, end));
    // Code points would count otherwise here: the fixture can tell the difference.
    if (stored.text.includes('🦊')) expect(Array.from(stored.text).slice(start, end).join('')).not.toBe(quote);
  }
}
