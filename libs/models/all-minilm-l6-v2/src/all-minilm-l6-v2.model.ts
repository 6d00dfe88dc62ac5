import { fileURLToPath } from 'node:url';

/**
 * sentence-transformers/all-MiniLM-L6-v2 as ONNX with int8 weights: what it is and where it lies. Source, licence and
 * changes are in `model/NOTICE.md`.
 */
export const ALL_MINILM_L6_V2 = {
  /** Goes into the manifests of collections. */
  name: 'all-MiniLM-L6-v2',
  dimensions: 384,
  pooling: 'mean',
  /** Special tokens included. The network takes 512; it was trained on 128 and is published with 256. */
  maxTokens: 256,
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  /** As they were packaged; one that differs is not of this model. */
  files: [
    {
      name: 'model.onnx',
      bytes: 23_486_923,
      sha256: 'f1bc5848157104b3653814e4e2b1a19b427c1bcdde1c178507e4478b25d5de75',
    },
    {
      name: 'model-int8.onnx',
      bytes: 254_832,
      sha256: 'a9cb0a54d176f2c8cc3b0c8e6bf80487e25175d46f5f61c02f894d7ad8d8a5fd',
    },
    {
      name: 'tokenizer.json',
      bytes: 466_247,
      sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
    },
    {
      name: 'config.json',
      bytes: 612,
      sha256: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
    },
    {
      name: 'reference-vectors.json',
      bytes: 49_321,
      sha256: 'd581054537743a0ae03d9c1ec95f7505840a7a944155b976b80104d779cd40e3',
    },
  ],
  /** The same weights, multiplied in integers; holds none itself. */
  integerNetwork: { file: 'model-int8.onnx', references: 'reference-vectors.json' },
} as const;
