import { createReader } from '@arbiter/adapters-onnx';
import type { Reader } from '@arbiter/ports';
import type { ReaderSettings } from './reader-variables.js';

/** The packaged reader, which loads with its first call; null where it is turned off. Whoever opens it closes it. */
export function openReader({ reader }: Pick<ReaderSettings, 'reader'>): Reader | null {
  return reader ? createReader() : null;
}
