import { fileURLToPath } from 'node:url';

/**
 * BAAI/bge-small-en-v1.5 as ONNX with int8 weights: what it is and where it lies. Source, licence and changes are in
 * `model/NOTICE.md`.
 */
export const BGE_SMALL_EN_V1_5 = {
  /** Goes into the manifests of collections. */
  name: 'bge-small-en-v1.5',
  dimensions: 384,
  pooling: 'cls',
  /** Special tokens included. The network takes 512; passages of half of that tell more of where an answer stands. */
  maxTokens: 256,
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  /** As they were packaged; one that differs is not of this model. */
  files: [
    {
      name: 'model.onnx',
      bytes: 34_337_681,
      sha256: '5bc94aa0440028250e5be90c4d2960d5e9295c7a3ec1f3aa5955a40900a02738',
    },
    {
      name: 'model-int8.onnx',
      bytes: 502_329,
      sha256: 'ad28f6a765d83eeb79c4326f33141e8942e87e6b6897a785b37cb18e51c7f6e6',
    },
    {
      name: 'tokenizer.json',
      bytes: 711_396,
      sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
    },
    {
      name: 'config.json',
      bytes: 568,
      sha256: 'c469f7b84c752d68ca353282821ee86f8b3c6271fb36ed9a8ca819e02b304f5e',
    },
    {
      name: 'reference-vectors.json',
      bytes: 49_522,
      sha256: '1c8a11eae79348cb12d2e1e3a73421d88d4827a3f314aeded47ec6c741f06925',
    },
  ],
  /** The same weights, multiplied in integers; holds none itself. */
  integerNetwork: { file: 'model-int8.onnx', references: 'reference-vectors.json' },
} as const;
