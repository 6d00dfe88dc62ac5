import { createJudge } from '@arbiter/adapters-onnx';
import type { AnswerJudge } from '@arbiter/ports';
import type { ReaderSettings } from './model-variables.js';

/** The packaged judge, which loads with its first call; null where it is turned off. Whoever opens it closes it. */
export function openJudge({ reader }: Pick<ReaderSettings, 'reader'>): AnswerJudge | null {
  return reader ? createJudge() : null;
}
