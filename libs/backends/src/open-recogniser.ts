import { OnnxRecogniser } from '@arbiter/adapters-onnx';
import { TesseractRecogniser } from '@arbiter/adapters-tesseract';
import type { Picture, RecognisedLine, TextRecogniser, TextRecogniserHealth } from '@arbiter/ports';

export interface RecogniserSettings {
  /** PATH in which tesseract is looked for. */
  readonly searchPath: string;
  /** Names of its language data, joined by "+". */
  readonly ocrLanguages: string;
  /** Longest time for one page, in milliseconds. Default: that of each recogniser. */
  readonly timeoutMs?: number;
}

/** tesseract where it is installed with its languages, else the packaged networks. Whoever opens it closes it. */
export function openRecogniser({ searchPath, ocrLanguages, ...options }: RecogniserSettings): TextRecogniser {
  const tesseract = new TesseractRecogniser({ ...options, searchPath, languages: ocrLanguages });
  return new InstalledRecogniser(tesseract, new OnnxRecogniser(options));
}

/** The first where it is healthy, else the second. It is looked at once, with the first page: it takes a tenth of the second's time. */
export class InstalledRecogniser implements TextRecogniser {
  #chosen: TextRecogniser | null = null;

  constructor(
    private readonly first: TextRecogniser,
    private readonly second: TextRecogniser,
  ) {}

  /** Of the second until the first was found healthy. */
  get name(): string {
    return (this.#chosen ?? this.second).name;
  }

  async health(signal: AbortSignal): Promise<TextRecogniserHealth> {
    const first = await this.first.health(signal);
    if (first.ok) return first;
    const second = await this.second.health(signal);
    return { ok: second.ok, detail: `${second.detail} (${first.detail})` };
  }

  async recognise(picture: Picture, signal: AbortSignal): Promise<readonly RecognisedLine[]> {
    this.#chosen ??= (await this.first.health(signal)).ok ? this.first : this.second;
    return this.#chosen.recognise(picture, signal);
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()]);
  }
}
