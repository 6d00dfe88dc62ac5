import { createJudge } from '@arbiter/adapters-onnx';
import type { AnswerJudge } from '@arbiter/ports';
import type { JudgeSettings } from './model-variables.js';

/** The packaged judge, which loads with its first call; null where it is turned off. Whoever opens it closes it. */
export function openJudge({ judge }: Pick<JudgeSettings, 'judge'>): AnswerJudge | null {
  return judge ? createJudge() : null;
}
