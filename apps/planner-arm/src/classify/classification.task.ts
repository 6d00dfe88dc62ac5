import { QuestionType, type Classification } from '@arbiter/contracts';
import { z } from 'zod';
import { outputSchema, readBy, type ModelTask } from '../language-model/model-task.js';
import { questionRequest } from '../language-model/question-prompt.js';
import { CLASSIFICATION_PROMPT_VERSION, CLASSIFICATION_SYSTEM_PROMPT } from './classification.prompt.js';

const Answer = z.object({ queryType: QuestionType, confidence: z.number(), reason: z.string() });
const OUTPUT = { name: 'classification', schema: outputSchema(Answer) };
const MAX_TOKENS = 120;

/** Asks a language model which kind of question it is. */
export function classificationTask(query: string): ModelTask<Classification> {
  return {
    request: (model, ids) =>
      questionRequest(
        {
          prompt: CLASSIFICATION_PROMPT_VERSION,
          system: CLASSIFICATION_SYSTEM_PROMPT,
          query,
          closing: 'Which kind of question is it?',
          output: OUTPUT,
          maxTokens: MAX_TOKENS,
        },
        model,
        ids,
      ),
    read(output) {
      const reading = readBy(Answer, output);
      if ('problem' in reading) return reading;
      const { queryType, confidence, reason } = reading.value;
      return { value: { queryType, confidence: Math.min(1, Math.max(0, confidence)), reasons: [reason] } };
    },
  };
}
