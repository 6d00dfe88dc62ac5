import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { MOST_USEFUL_THREADS } from '../create-onnx-embedder.js';
import { OnnxEntailmentModel, type OnnxEntailmentOptions } from './onnx-entailment-model.js';

/**
 * An entailment model from a folder with `model.onnx`, `tokenizer.json` and `config.json`, on as many cores as there are,
 * up to four. Nothing is read or started before the first call (or `warmUp`).
 *
 * @param options at least the folder; the name is that of the folder unless another is given
 */
export function createEntailmentModel(
  options: Partial<OnnxEntailmentOptions> & Pick<OnnxEntailmentOptions, 'directory'>,
): OnnxEntailmentModel {
  return new OnnxEntailmentModel({
    name: basename(options.directory),
    threads: Math.min(availableParallelism(), MOST_USEFUL_THREADS),
    ...options,
  });
}
