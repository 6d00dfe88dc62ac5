import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { READER_BGE_SMALL } from '@arbiter/models-reader-bge-small';
import { MOST_USEFUL_THREADS } from '../create-onnx-embedder.js';
import { OnnxReader, type OnnxReaderOptions } from './onnx-reader.js';

/**
 * The packaged reader, or one of a folder like it, on as many cores as there are, up to four. Nothing is read or started
 * before the first call (or `warmUp`).
 */
export function createReader(options: Partial<OnnxReaderOptions> = {}): OnnxReader {
  return new OnnxReader({
    name: options.directory === undefined ? READER_BGE_SMALL.name : basename(options.directory),
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    directory: READER_BGE_SMALL.directory,
    ...options,
  });
}
