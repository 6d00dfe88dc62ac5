import { createReader } from '@arbiter/adapters-onnx';
import type { Reader } from '@arbiter/ports';
import type { ReaderSettings } from './reader-variables.js';
import { RememberedReader } from './remembered-reader.js';

/** Those of some thirty questions: a reading is a few numbers, its key a passage. */
const KEPT_READINGS = 256;

/** The packaged reader, which loads with its first call; null where it is turned off. Whoever opens it closes it. */
export function openReader({ reader }: Pick<ReaderSettings, 'reader'>): Reader | null {
  return reader ? new RememberedReader(createReader(), KEPT_READINGS) : null;
}
