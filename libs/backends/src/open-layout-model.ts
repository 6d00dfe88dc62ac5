import { OnnxLayoutModel } from '@arbiter/adapters-onnx';
import type { LayoutModel } from '@arbiter/ports';

/** The packaged network, which loads with its first call. Whoever opens it closes it. */
export function openLayoutModel(): LayoutModel {
  return new OnnxLayoutModel();
}
