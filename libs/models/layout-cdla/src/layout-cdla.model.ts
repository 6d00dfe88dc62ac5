import { fileURLToPath } from 'node:url';

/**
 * PaddleOCR's layout model PicoDet, trained on CDLA, as ONNX: what it is and where it lies. Source, licence and changes are in
 * `model/NOTICE.md`.
 */
export const LAYOUT_CDLA = {
  name: 'layout-cdla',
  /** Of the picture that the network takes, in pixels. */
  width: 608,
  height: 800,
  /** In the order of the network's scores. */
  labels: [
    'text',
    'title',
    'figure',
    'figure_caption',
    'table',
    'table_caption',
    'header',
    'footer',
    'reference',
    'equation',
  ],
  /** Pixels between the points of each pair of heads, of scores and of edges, finest first. */
  strides: [8, 16, 32, 64],
  /** Absolute; the same folder seen from `src` and from `dist`. */
  directory: fileURLToPath(new URL('../model/', import.meta.url)),
  /** As they were packaged; one that differs is not of this model. */
  files: [
    {
      name: 'model.onnx',
      bytes: 7_423_528,
      sha256: '25b1f27ec56aa932a48f30cbd6293c358a156280f4b20b0a973bab210c39f62c',
    },
  ],
} as const;
