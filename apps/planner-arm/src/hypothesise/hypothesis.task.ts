import { HYPOTHESIS_PLACEHOLDER, type Hypothesis, type HypothesiseRequest } from '@arbiter/contracts';
import { z } from 'zod';
import { outputSchema, readBy, type ModelTask } from '../language-model/model-task.js';
import { questionRequest } from '../language-model/question-prompt.js';
import { HYPOTHESIS_PROMPT_VERSION, HYPOTHESIS_SYSTEM_PROMPT } from './hypothesis.prompt.js';

const Answer = z.object({ passage: z.string() });
const OUTPUT = { name: 'hypothesis', schema: outputSchema(Answer) };
const MAX_TOKENS = 250;
/** A passage longer than those of the library would be compared with nothing of its kind; UTF-16 code units. */
const LONGEST = 1_200;
/** What stands in the place of the question in a domain's template: the question itself is quoted above it. */
const THE_QUESTION = 'the question above';

/** Asks a language model for a passage that would answer the question. */
export function hypothesisTask({ query, prompt }: HypothesiseRequest, reason: string): ModelTask<Hypothesis> {
  const template = prompt?.replaceAll(HYPOTHESIS_PLACEHOLDER, THE_QUESTION);
  return {
    request: (model, ids) =>
      questionRequest(
        {
          prompt: HYPOTHESIS_PROMPT_VERSION,
          system: HYPOTHESIS_SYSTEM_PROMPT,
          query,
          notes: template === undefined ? [] : [`The library asks for passages of this kind: ${template}`],
          closing: 'Write the passage.',
          output: OUTPUT,
          maxTokens: MAX_TOKENS,
        },
        model,
        ids,
      ),
    read(output) {
      const reading = readBy(Answer, output);
      if ('problem' in reading) return reading;
      const passage = reading.value.passage.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
      if (passage === '') return { problem: 'passage: it is empty' };
      return { value: { passage, helps: true, reason } };
    },
  };
}
