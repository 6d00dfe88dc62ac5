import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { MOST_USEFUL_THREADS } from '../create-onnx-embedder.js';
import { CrossEncoderReranker, type CrossEncoderOptions } from './cross-encoder.reranker.js';

/**
 * A reranker from a folder with `model.onnx`, `tokenizer.json` and `config.json`, on as many cores as there are, up to
 * four. Nothing is read or started before the first call (or `warmUp`).
 *
 * @param options at least the folder; the name is that of the folder unless another is given
 */
export function createCrossEncoder(
  options: Partial<CrossEncoderOptions> & Pick<CrossEncoderOptions, 'directory'>,
): CrossEncoderReranker {
  return new CrossEncoderReranker({
    name: basename(options.directory),
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    ...options,
  });
}
