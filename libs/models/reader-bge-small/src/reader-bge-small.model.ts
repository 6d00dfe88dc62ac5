import { fileURLToPath } from 'node:url';

/**
 * Our reader, which finds the words of a passage that answer a question: what it is and where it lies. Training, licences
 * and changes are in `model/NOTICE.md`. Sizes and hashes are written by `tools/models/src/reader/export.py`.
 */
export const READER_BGE_SMALL = {
  /** What results and errors call it. */
  name: 'reader-bge-small',
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  /** As they were packaged; one that differs is not of this model. */
  files: [
    {
      name: 'model.onnx',
      bytes: 34_546_654,
      sha256: '931b467f8fec5c6106f6728605257b86f5bd63b6ff1e7b59d038d401fe476a09',
    },
    {
      name: 'tokenizer.json',
      bytes: 711_396,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
    {
      name: 'config.json',
      bytes: 224,
      sha256: 'd0d7cc265b5a39f4e8a45a1e1688318667756261f690fdb7f56bd1c07d630a54',
    },
  ],
} as const;
