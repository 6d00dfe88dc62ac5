import { PPOCR_V6_SMALL } from '@arbiter/models-ppocr-v6-small';
import type { Picture, RecognisedLine, TextRecogniser, TextRecogniserHealth } from '@arbiter/ports';
import type { ModelFolder } from '../embedding-model.js';
import { type PictureModelOptions, PictureThread } from '../picture-thread.js';
import type { RecogniserCalls, Strips } from '../worker/thread-protocol.js';
import { assembleLines } from './assemble-lines.js';

/** Bytes of strips that are read in one call: a third of a second, after which an abort takes effect and another page has its turn. */
const BYTES_OF_CALL = 600_000;
const BYTES_OF_COLUMN = 48 * 3;
/** A page takes two to five seconds on two cores. */
const PAGE_MS = 60_000;
const BLANK: Picture = { width: 1, height: 1, pixels: new Uint8Array(3) };

export interface OnnxRecogniserOptions extends PictureModelOptions {
  /** A folder with `detector.onnx`, `recogniser.onnx` and `alphabet.txt`. Default: ppocr-v6-small. */
  readonly model?: ModelFolder;
}

/**
 * Recognises printed text with two networks in a worker thread: one finds lines, the other reads them. Nothing is read or started
 * before the first call. Pages at the same time take turns, some lines each.
 */
export class OnnxRecogniser implements TextRecogniser {
  readonly name: string;
  readonly #thread: PictureThread<RecogniserCalls>;

  constructor({ model = PPOCR_V6_SMALL, timeoutMs = PAGE_MS, ...options }: OnnxRecogniserOptions = {}) {
    this.name = model.name;
    this.#thread = new PictureThread<RecogniserCalls>({
      ...options,
      model,
      timeoutMs,
      noun: 'The recogniser',
      entry: new URL('./worker/recogniser.worker.mjs', import.meta.url),
    });
  }

  async health(signal: AbortSignal): Promise<TextRecogniserHealth> {
    try {
      await this.recognise(BLANK, signal);
      return { ok: true, detail: `${this.name} reads scanned pages` };
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  }

  recognise(picture: Picture, signal: AbortSignal): Promise<readonly RecognisedLine[]> {
    return this.#thread.within(picture, signal, async (inTime) => {
      const { places, ...cut } = await this.#thread.call('find', picture, inTime);
      const read = [];
      for (const batch of batchesOf(cut)) {
        const { pixels, widths } = batch;
        const strips = widths.length;
        const transfer = [pixels.buffer, widths.buffer] as ArrayBuffer[];
        read.push({ signs: await this.#thread.call('read', batch, inTime, transfer), strips });
      }
      return assembleLines(places, read);
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** Copies of strips that follow each other; a long one is a batch of its own. */
function* batchesOf({ pixels, widths }: Strips): Generator<Strips> {
  let [first, start] = [0, 0];
  let end = 0;
  for (const [strip, width] of widths.entries()) {
    const bytes = BYTES_OF_COLUMN * width;
    if (end > start && end + bytes - start > BYTES_OF_CALL) {
      yield { pixels: pixels.slice(start, end), widths: widths.slice(first, strip) };
      [first, start] = [strip, end];
    }
    end += bytes;
  }
  if (end > start) yield { pixels: pixels.slice(start, end), widths: widths.slice(first) };
}
