import { execFile } from 'node:child_process';
import { ArbiterError } from '@arbiter/contracts';
import {
  assertPicture,
  type Picture,
  type RecognisedLine,
  type TextRecogniser,
  type TextRecogniserHealth,
} from '@arbiter/ports';
import { readTsv } from './read-tsv.js';

const DEFAULT_TIMEOUT_MS = 30_000;
/** What is printed of one page; the densest page of a newspaper has some 8,000 words, a row each. */
const MAX_OUTPUT_BYTES = 4 * 1_024 * 1_024;

export interface TesseractOptions {
  /** Value of PATH in which the program is looked for. */
  readonly searchPath: string;
  /** Names of language data that is installed with the program, joined by "+": `eng+deu`. */
  readonly languages: string;
  /** For one page, in milliseconds. Default 30 s; a page of a book takes one to five. */
  readonly timeoutMs?: number;
}

/**
 * Recognises text with the program tesseract, where it is installed. A picture goes to its standard input, so that nothing
 * of it is on the disk; one thread of it runs, and no page longer than its time.
 */
export class TesseractRecogniser implements TextRecogniser {
  readonly name = 'tesseract';

  constructor(private readonly options: TesseractOptions) {}

  async health(signal: AbortSignal): Promise<TextRecogniserHealth> {
    try {
      const listed = await this.#run(['--list-langs'], new Uint8Array(0), signal);
      const installed = new Set(listed.split(/\s+/));
      const missing = this.options.languages.split('+').filter((language) => !installed.has(language));
      return missing.length === 0
        ? { ok: true, detail: `tesseract reads scanned pages (${this.options.languages})` }
        : { ok: false, detail: `tesseract has no data for ${missing.join(', ')}: install its language package` };
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, detail: error instanceof Error ? error.message : String(error) };
    }
  }

  async recognise(picture: Picture, signal: AbortSignal): Promise<readonly RecognisedLine[]> {
    assertPicture(picture);
    const args = ['stdin', 'stdout', '-l', this.options.languages, 'tsv'];
    return readTsv(await this.#run(args, writePpm(picture), signal), picture);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #run(args: readonly string[], input: Uint8Array, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const { searchPath, timeoutMs = DEFAULT_TIMEOUT_MS } = this.options;
    return new Promise((resolve, reject) => {
      const child = execFile(
        'tesseract',
        [...args],
        {
          env: { PATH: searchPath, OMP_THREAD_LIMIT: '1' },
          timeout: timeoutMs,
          maxBuffer: MAX_OUTPUT_BYTES,
          killSignal: 'SIGKILL',
          signal,
        },
        (error, stdout) => {
          if (!error) resolve(stdout);
          else reject(signal.aborted ? (signal.reason as Error) : failureOf(error, timeoutMs));
        },
      );
      // A program that ends before it has read its input closes it; why it ended is told by its exit.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }
}

function failureOf(error: Error & { code?: unknown; killed?: boolean }, timeoutMs: number): ArbiterError {
  if (error.code === 'ENOENT') {
    return new ArbiterError('UNAVAILABLE', 'tesseract is not installed; with it, scanned pages are read.', {
      cause: error,
    });
  }
  const problem = error.killed === true ? `took longer than ${timeoutMs / 1_000} s` : 'could not read it';
  return new ArbiterError('INVALID_REQUEST', `A picture was not recognised: tesseract ${problem}.`, { cause: error });
}

/** A picture as a portable pixmap (PPM, "P6"), which every program for pictures reads. */
function writePpm({ width, height, pixels }: Picture): Uint8Array {
  const header = new TextEncoder().encode(`P6\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return file;
}
