import { fileURLToPath } from 'node:url';

/** A file of a model as it was packaged; one that differs is not this model. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Our fine-tuned cross-encoder of question and sentence: what it is and where it lies. Training, licence and changes are in
 * `model/NOTICE.md`.
 */
export const ANSWERABILITY_MINILM_L6 = {
  /** What results and errors call it. */
  name: 'answerability-minilm-l6',
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  files: [
    {
      name: 'model.onnx',
      bytes: 23_348_366,
      sha256: '44dff2bda9e632ba260a666898f609d015ddfa0817028cdb7909e47d91fd2014',
    },
    {
      name: 'tokenizer.json',
      bytes: 466_247,
      sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
    },
    {
      name: 'config.json',
      bytes: 764,
      sha256: '6084d7d4904b89eda89e746b51efc2c0af28d95cb8b606d1e4fb2dad29fae8cb',
    },
  ] satisfies readonly ModelFile[],
} as const;
