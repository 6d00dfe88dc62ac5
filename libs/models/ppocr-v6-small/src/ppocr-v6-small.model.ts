import { fileURLToPath } from 'node:url';

/**
 * PP-OCRv6 small as ONNX with int8 weights, its detector of lines and its recogniser of letters: what it is and where it lies.
 * Source, licence and changes are in `model/NOTICE.md`.
 */
export const PPOCR_V6_SMALL = {
  name: 'ppocr-v6-small',
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  /** As they were packaged; one that differs is not of this model. */
  files: [
    {
      name: 'detector.onnx',
      bytes: 2_710_769,
      sha256: '2822a589a4faf809b5655eaf8251b89f93461fb0ace5587149830f0321137a44',
    },
    {
      name: 'recogniser.onnx',
      bytes: 5_645_978,
      sha256: 'cd4e8701617fc7a0fe246e9c1e2bc7c2b28ba319480289f046d90f225829c3b6',
    },
    {
      name: 'alphabet.txt',
      bytes: 74_946,
      sha256: 'f7aa897ca828a4c7c9e2739c30f9161a33306d532f020bcdb91dcfb664a5507e',
    },
  ],
} as const;
