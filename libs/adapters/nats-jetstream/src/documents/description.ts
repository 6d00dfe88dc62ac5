import { gunzipSync, gzipSync } from 'node:zlib';
import { type StoredDocument, StoredDocumentSchema } from '@arbiter/ports';
import { z } from 'zod';
import { decodeJson, encodeJson } from '../json-value.js';

export interface Description {
  readonly document: StoredDocument;
  /** Name of the object that holds the text. */
  readonly object: string;
  /** Of the text in UTF-8, hexadecimal. */
  readonly sha256: string;
}

const DescriptionSchema = z.strictObject({
  document: StoredDocumentSchema,
  object: z.string().min(1),
  sha256: z.string(),
}) satisfies z.ZodType<Description>;

/** The outline of a long book, unpacked. */
const MAX_DESCRIPTION_BYTES = 64 * 1_024 * 1_024;

export function encodeDescription(description: Description): Uint8Array {
  return gzipSync(encodeJson(description));
}

/** @returns null for what is no description of ours */
export function decodeDescription(value: Uint8Array): Description | null {
  try {
    return decodeJson(DescriptionSchema, gunzipSync(value, { maxOutputLength: MAX_DESCRIPTION_BYTES }));
  } catch {
    return null;
  }
}
