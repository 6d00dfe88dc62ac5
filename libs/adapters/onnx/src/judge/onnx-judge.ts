import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { JUDGE_BGE_SMALL } from '@arbiter/models-judge-bge-small';
import type { AnswerJudge, JudgingTask, TextJudgement } from '@arbiter/ports';
import { OnnxReader, type OnnxReaderOptions } from '../reader/onnx-reader.js';

/** As of the reader. */
const MOST_WORKERS = 2;

/** The packaged judge, or one of a folder like it. */
export function createJudge(options: Partial<OnnxReaderOptions> = {}): OnnxJudge {
  return new OnnxJudge({
    name: options.directory === undefined ? JUDGE_BGE_SMALL.name : basename(options.directory),
    workers: Math.min(availableParallelism(), MOST_WORKERS),
    directory: JUDGE_BGE_SMALL.directory,
    ...options,
  });
}

/**
 * A judge of a folder with `model.onnx`, `tokenizer.json` and `config.json`: a network of the reader's make, whose verdict is another
 * one. The text stands where the reader's headings do. Nothing is read or started before the first call (or `warmUp`).
 */
export class OnnxJudge implements AnswerJudge {
  readonly #reader: OnnxReader;

  constructor(options: OnnxReaderOptions) {
    this.#reader = new OnnxReader(options);
  }

  get model(): string {
    return this.#reader.model;
  }

  async judge(
    tasks: readonly JudgingTask[],
    { signal }: { readonly signal: AbortSignal },
  ): Promise<readonly (TextJudgement | null)[]> {
    const readings = await this.#reader.read(
      tasks.map(({ question, text, evidence }) => ({ question, headings: text, passage: evidence })),
      { signal, maxSpans: 1 },
    );
    return readings.map((reading) => {
      if (!reading) return null;
      const { none, span, yes, no } = reading.verdict;
      // The fourth was never right in training.
      return { unsupported: none + no, answers: span, beside: yes };
    });
  }

  warmUp(signal: AbortSignal): Promise<void> {
    return this.#reader.warmUp(signal);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
