import { fileURLToPath } from 'node:url';

/**
 * Our judge, which reads a text beside its question and evidence: is it supported, and does it answer? Training, licences and changes
 * are in `model/NOTICE.md`. Sizes and hashes are written by `tools/models/src/judge/export_judge.py`.
 */
export const JUDGE_BGE_SMALL = {
  /** What results and errors call it. */
  name: 'judge-bge-small',
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  /** As they were packaged; one that differs is not of this model. */
  files: [
    {
      name: 'model.onnx',
      bytes: 34_546_654,
      sha256: 'd8d71c37b44d1d37413f4682bdf2ac96ecedc0c800519359af39a7a33afc3a98',
    },
    {
      name: 'tokenizer.json',
      bytes: 711_396,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
    {
      name: 'config.json',
      bytes: 225,
      sha256: '0b1c0cd78eba09eea2dc7a6633be3eb85abb4aece019e7ee89ba0fa526c4817a',
    },
  ],
} as const;
