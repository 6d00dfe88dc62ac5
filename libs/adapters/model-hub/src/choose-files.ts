import { ArbiterError } from '@arbiter/contracts';
import type { SourceFile } from './model-source.js';

/** A file of a model folder, and where sources may have it, best first. */
export interface WantedFile {
  readonly name: string;
  readonly paths: readonly string[];
}

/** A file of a model folder, and what it is made of. */
export interface ChosenFile {
  readonly name: string;
  readonly source: SourceFile;
}

/** @param network path of another network than the usual one, such as a quantised one; null for the usual one */
export function wantedFiles(network: string | null): readonly WantedFile[] {
  return [
    { name: 'model.onnx', paths: network === null ? ['onnx/model.onnx', 'model.onnx'] : [network] },
    { name: 'tokenizer.json', paths: ['tokenizer.json'] },
    { name: 'config.json', paths: ['config.json'] },
  ];
}

/** @throws ArbiterError NOT_FOUND that names the file that the source does not have */
export function chooseFiles(model: string, wanted: readonly WantedFile[], found: readonly SourceFile[]): ChosenFile[] {
  return wanted.map(({ name, paths }) => {
    const source = paths.map((path) => found.find((file) => file.path === path)).find((file) => file !== undefined);
    if (source) return { name, source };
    throw new ArbiterError(
      'NOT_FOUND',
      `${model} has no ${paths.join(', nor ')}: it must be exported to ONNX to be used here.`,
      { details: { model, file: name, paths } },
    );
  });
}
