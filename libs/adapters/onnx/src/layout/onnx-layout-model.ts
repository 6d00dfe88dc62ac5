import { LAYOUT_CDLA } from '@arbiter/models-layout-cdla';
import { boxOf, type LayoutModel, type Picture, type Region, type RegionKind } from '@arbiter/ports';
import { type PictureModelOptions, PictureThread } from '../picture-thread.js';
import type { LayoutCalls, LayoutNetwork } from '../worker/thread-protocol.js';

/** Numbers of a region: label, score, four edges. */
const NUMBERS = 6;
/** A page takes a fifth of a second. */
const PAGE_MS = 20_000;

/** Labels of CDLA; others are "other". */
const KINDS: Readonly<Record<string, RegionKind>> = {
  text: 'text',
  title: 'title',
  figure: 'figure',
  figure_caption: 'caption',
  table: 'table',
  table_caption: 'caption',
  header: 'header',
  footer: 'footer',
  reference: 'text',
};

export interface OnnxLayoutModelOptions extends PictureModelOptions {
  /** Default: layout-cdla. */
  readonly model?: LayoutNetwork;
}

/** Finds regions with a network like PicoDet in a worker thread. Nothing is read or started before the first call. */
export class OnnxLayoutModel implements LayoutModel {
  readonly name: string;
  readonly #labels: readonly string[];
  readonly #thread: PictureThread<LayoutCalls>;

  constructor({ model = LAYOUT_CDLA, timeoutMs = PAGE_MS, ...options }: OnnxLayoutModelOptions = {}) {
    this.name = model.name;
    this.#labels = model.labels;
    this.#thread = new PictureThread<LayoutCalls>({
      ...options,
      model,
      timeoutMs,
      noun: 'The layout model',
      entry: new URL('./worker/layout.worker.mjs', import.meta.url),
    });
  }

  regions(picture: Picture, signal: AbortSignal): Promise<readonly Region[]> {
    return this.#thread.within(picture, signal, async (inTime) => {
      const found = await this.#thread.call('regions', picture, inTime);
      return Array.from({ length: found.length / NUMBERS }, (_, region): Region => {
        const numbers = found.subarray(region * NUMBERS, (region + 1) * NUMBERS);
        const [label = 0, confidence = 0, left = 0, top = 0, right = 0, bottom = 0] = numbers;
        const kind = KINDS[this.#labels[label] ?? ''] ?? 'other';
        return { kind, confidence, box: boxOf(left, top, right, bottom) };
      });
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
