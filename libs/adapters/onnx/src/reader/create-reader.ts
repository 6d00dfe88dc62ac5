import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { READER_BGE_SMALL } from '@arbiter/models-reader-bge-small';
import { OnnxReader, type OnnxReaderOptions } from './onnx-reader.js';

/** Ten passages of 200 words take 400 ms with one worker and 256 with two, on two cores; more take too much memory. */
const MOST_WORKERS = 2;

/**
 * The packaged reader, or one of a folder like it, with a worker for each core, up to two. Nothing is read or started
 * before the first call (or `warmUp`).
 */
export function createReader(options: Partial<OnnxReaderOptions> = {}): OnnxReader {
  return new OnnxReader({
    name: options.directory === undefined ? READER_BGE_SMALL.name : basename(options.directory),
    workers: Math.min(availableParallelism(), MOST_WORKERS),
    directory: READER_BGE_SMALL.directory,
    ...options,
  });
}
