import type { Extraction } from '@arbiter/extraction';
import { z } from 'zod';
import { DocumentReading, type KeptParts } from './document-reading.js';

/** Changes when what earlier versions wrote cannot be read. */
const READINGS_FORMAT = 1;

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null;
// The store tells damage by a checksum: what has the format is as it was written.
const Readings = z.object({
  format: z.literal(READINGS_FORMAT),
  documents: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      words: z.base64(),
      extraction: z.custom<Extraction>(isRecord),
      parts: z.custom<KeptParts>(isRecord),
    }),
  ),
});

/** Names everything that the extraction of a document depends on. @param facts of the document, its text included by a hash */
export function readingKey(
  facts: Readonly<Record<string, unknown>>,
  {
    extractor,
    schema: { entityTypes, relationTypes },
  }: {
    readonly extractor: string;
    readonly schema: { readonly entityTypes: unknown; readonly relationTypes: unknown };
  },
  digest: (text: string) => string,
): string {
  return digest(JSON.stringify([extractor, entityTypes, relationTypes, facts]));
}

/** @param readings by the id of their document */
export function encodeReadings(
  readings: ReadonlyMap<string, DocumentReading>,
  compress: (text: string) => Uint8Array,
): Uint8Array {
  const documents = [...readings].map(([id, { key, words, extraction, parts }]) => ({
    ...{ id, key, extraction, parts },
    words: Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64'),
  }));
  return compress(JSON.stringify({ format: READINGS_FORMAT, documents }));
}

/** @returns null for bytes of another format, or damaged ones: the documents have to be read again */
export function decodeReadings(
  bytes: Uint8Array,
  expand: (bytes: Uint8Array) => Uint8Array,
  digest: (text: string) => string,
): Map<string, DocumentReading> | null {
  try {
    const { documents } = Readings.parse(JSON.parse(new TextDecoder().decode(expand(bytes))));
    return new Map(
      documents.map(({ id, key, words, extraction, parts }) => [
        id,
        new DocumentReading(key, extraction, wordsOf(words), digest, parts),
      ]),
    );
  } catch {
    return null;
  }
}

function wordsOf(base64: string): Uint32Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
