import { ArbiterError } from '@arbiter/contracts';
import type { CatalogueRecord } from '../model/catalogue-record.js';
import type { Catalogue } from '../model/catalogue.js';
import { readCatalogue } from '../model/read-catalogue.js';
import { parseXml, UnknownCounts } from './parse-xml.js';
import { isPacked, MAX_UNPACKED_BYTES, unpack } from './unpack.js';

export interface CatalogueFile {
  readonly catalogue: Catalogue;
  /** The same in its JSON form, from which it can be read again. */
  readonly record: CatalogueRecord;
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/** The text of a file, packed or not; the data sets are UTF-8, or UTF-16 with a mark. @throws ArbiterError INVALID_REQUEST */
export function readText(
  bytes: Uint8Array,
  name: string,
): { readonly text: string; readonly warning?: string | undefined } {
  const unpacked = isPacked(bytes) ? unpack(bytes, name) : bytes;
  if (unpacked.length > MAX_UNPACKED_BYTES) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is larger than ${MAX_UNPACKED_BYTES} bytes.`);
  }
  const [first, second] = unpacked;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const text = new TextDecoder(isMarked ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(unpacked);
  return { text, warning: text.includes('\ufffd') ? 'It holds characters that could not be decoded.' : undefined };
}

/**
 * Reads a game system or a catalogue: XML, or XML in a zip archive, told apart by what they begin with.
 *
 * @throws ArbiterError INVALID_REQUEST for a file that cannot be read, saying why
 */
export async function readFile(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<CatalogueFile> {
  const { text, warning } = readText(bytes, name);
  const unknown = new UnknownCounts();
  const record = await parseXml(text, { name, signal, unknown });
  const catalogue = readCatalogue(record);
  if (!catalogue) {
    throw new ArbiterError('INVALID_REQUEST', `${name} has no id, so that nothing can refer to it.`);
  }
  const warnings = [warning, unknown.warning()].filter((one) => one !== undefined);
  return { catalogue, record, warnings };
}
