import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { OnnxEmbedder } from '@arbiter/adapters-onnx';
import { fitTokenProjection } from './fit-token-projection.js';
import { readPassages } from './read-passages.js';
import { sample } from './sample.js';
import { linkWholeTokenModel } from './whole-token-model.js';

const USAGE =
  'use: token-projection --model FOLDER --out FILE [--dimensions 64] [--passages 400] [--seed 1] [--max-tokens 256] CORPUS.jsonl|FOLDER…\n';

export interface FitOutput {
  /** What was fitted, as JSON. */
  readonly out: (text: string) => void;
  /** Progress, and what goes wrong. */
  readonly err: (text: string) => void;
}

/**
 * The command: samples passages of every corpus, fits the projection, writes it as float32, little-endian, and prints
 * what it was fitted on.
 *
 * @returns exit code: 0 written, 2 asked for something that there is not
 * @throws what reading, embedding or writing fails with
 */
export async function runFit(words: readonly string[], { out, err }: FitOutput): Promise<number> {
  const options = parseWords(words);
  if (!options) {
    err(USAGE);
    return 2;
  }
  const { model: folder, corpora, perCorpus, seed, dimensions, maxTokens } = options;
  const passages: string[] = [];
  for (const corpus of corpora) passages.push(...sample(await readPassages(corpus), perCorpus, seed));
  const model = await linkWholeTokenModel(folder, maxTokens);
  const embedder = new OnnxEmbedder({ model, threads: 1 });
  try {
    const { axes, ...fit } = await fitTokenProjection(embedder, passages, {
      dimensions,
      signal: new AbortController().signal,
      onProgress: (done) => err(`\r${done} of ${passages.length} passages`),
    });
    const file = littleEndian(axes);
    await writeFile(options.out, file);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const report = { corpora, passages: passages.length, ...fit, dimensions, seed, bytes: file.byteLength, sha256 };
    err('\n');
    out(`${JSON.stringify(report, null, 2)}\n`);
    return 0;
  } finally {
    await embedder.close();
    await rm(model.directory, { recursive: true });
  }
}

interface FitSettings {
  readonly model: string;
  readonly out: string;
  readonly corpora: readonly string[];
  readonly perCorpus: number;
  readonly seed: number;
  readonly dimensions: number;
  readonly maxTokens: number;
}

/** @returns null when a word is unknown, missing or no number */
function parseWords(words: readonly string[]): FitSettings | null {
  try {
    const { values, positionals: corpora } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        model: { type: 'string' },
        out: { type: 'string' },
        dimensions: { type: 'string', default: '64' },
        passages: { type: 'string', default: '400' },
        seed: { type: 'string', default: '1' },
        'max-tokens': { type: 'string', default: '256' },
      },
    });
    const { model, out } = values;
    const dimensions = Number(values.dimensions);
    const perCorpus = Number(values.passages);
    const seed = Number(values.seed);
    const maxTokens = Number(values['max-tokens']);
    if (model === undefined || out === undefined || corpora.length === 0) return null;
    if (![dimensions, perCorpus, maxTokens].every((number) => Number.isInteger(number) && number > 0)) return null;
    return Number.isInteger(seed) ? { model, out, corpora, perCorpus, seed, dimensions, maxTokens } : null;
  } catch {
    // parseArgs throws at an option that it does not know.
    return null;
  }
}

function littleEndian(numbers: Float32Array): Buffer {
  const file = Buffer.alloc(numbers.length * Float32Array.BYTES_PER_ELEMENT);
  numbers.forEach((number, index) => file.writeFloatLE(number, index * Float32Array.BYTES_PER_ELEMENT));
  return file;
}
