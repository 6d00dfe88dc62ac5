import { QueryText, type StepBack } from '@arbiter/contracts';
import { z } from 'zod';
import { outputSchema, readBy, type ModelTask } from '../language-model/model-task.js';
import { questionRequest } from '../language-model/question-prompt.js';
import { isSameQuery } from '../decide/rephrase.js';
import { STEP_BACK_PROMPT_VERSION, STEP_BACK_SYSTEM_PROMPT } from './step-back.prompt.js';

const Answer = z.object({ question: z.string(), reason: z.string() });
const OUTPUT = { name: 'step_back', schema: outputSchema(Answer) };
const MAX_TOKENS = 150;

/** Asks a language model for the general question behind a specific one. */
export function stepBackTask(query: string): ModelTask<StepBack> {
  return {
    request: (model, ids) =>
      questionRequest(
        {
          prompt: STEP_BACK_PROMPT_VERSION,
          system: STEP_BACK_SYSTEM_PROMPT,
          query,
          closing: 'Which general question is behind it?',
          output: OUTPUT,
          maxTokens: MAX_TOKENS,
        },
        model,
        ids,
      ),
    read(output) {
      const reading = readBy(Answer, output);
      if ('problem' in reading) return reading;
      const { question, reason } = reading.value;
      const isNone = question.trim() === '' || isSameQuery(question, query);
      if (isNone) return { value: { question: null, reason } };
      const text = QueryText.safeParse(question);
      return text.success ? { value: { question: text.data, reason } } : { problem: 'question: it is too long' };
    },
  };
}
