import { decodeBytes } from '../../src/documents/encodings/decode-bytes.js';
import { tonesApart } from '../../src/documents/encodings/text-units.js';

const MULTI_BYTE: ReadonlySet<string> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);
const inverses = new Map<string, ReadonlyMap<string, readonly number[]>>();

/**
 * Encodes a text, which Node cannot: the decoders of this Node turned round.
 *
 * @returns null when the encoding does not have all of its characters
 */
export function encodeLegacy(text: string, encoding: string): Uint8Array | null {
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(text, 'utf16le'));
  if (encoding === 'utf-16be') return new Uint8Array(Buffer.from(text, 'utf16le').swap16());
  const bytesOf = inverseOf(encoding);
  const bytes: number[] = [];
  for (const each of encoding === 'windows-1258' ? tonesApart(text) : text) {
    const own = bytesOf.get(each);
    if (!own) return null;
    bytes.push(...own);
  }
  return Uint8Array.from(bytes);
}

function inverseOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = inverses.get(encoding);
  if (known) return known;
  const inverse = new Map<string, readonly number[]>();
  const singles = Array.from({ length: 0x100 }, (_, byte) => [byte]);
  const leads = MULTI_BYTE.has(encoding) ? Array.from({ length: 0x7e }, (_, index) => 0x81 + index) : [];
  const pairs = leads.flatMap((lead) => Array.from({ length: 0xbf }, (_, index) => [lead, 0x40 + index]));
  // A line end behind each, so that what the encoding lacks takes nothing from the next.
  const all = [...singles, ...pairs];
  const texts = decodeBytes(Uint8Array.from(all.flatMap((bytes) => [...bytes, 0x0a])), encoding).split('\n');
  inverse.set('\n', [0x0a]);
  // The line end itself is two lines.
  texts.splice(0x0a, 1);
  for (const [index, text] of texts.entries()) {
    const bytes = all[index];
    if (bytes && text.length === 1 && !inverse.has(text) && !/[\u0080-\u009f\ufffd]/.test(text))
      inverse.set(text, bytes);
  }
  inverses.set(encoding, inverse);
  return inverse;
}
