import { QueryText, QuestionType, type DecomposedQuery } from '@arbiter/contracts';
import { z } from 'zod';
import { outputSchema, readBy, type ModelTask, type Reading } from '../language-model/model-task.js';
import { questionRequest } from '../language-model/question-prompt.js';
import { ownName, SEARCH_TOOLS } from '../tool-names.js';
import { DECOMPOSITION_PROMPT_VERSION, DECOMPOSITION_SYSTEM_PROMPT, MAX_PARTS } from './decomposition.prompt.js';
import { executionPlanOf, isStuck } from './execution-plan.js';
import { SYNTHESIS_PROMPTS } from './synthesis-prompts.js';

const Part = z.object({
  id: z.string().min(1).max(16),
  query: z.string(),
  suggestedTool: z.enum(SEARCH_TOOLS),
  dependencies: z.array(z.string()),
});
const Answer = z.object({ queryType: QuestionType, subQueries: z.array(Part) });
const OUTPUT = { name: 'decomposition', schema: outputSchema(Answer) };
const MAX_TOKENS = 800;

/** Asks a language model for the searches that a question takes. */
export function decompositionTask(query: string): ModelTask<DecomposedQuery> {
  return {
    request: (model, ids) =>
      questionRequest(
        {
          prompt: DECOMPOSITION_PROMPT_VERSION,
          system: DECOMPOSITION_SYSTEM_PROMPT,
          query,
          closing: 'Which searches answer the question?',
          output: OUTPUT,
          maxTokens: MAX_TOKENS,
        },
        model,
        ids,
      ),
    read(output) {
      const reading = readBy(Answer, withOwnNames(output));
      return 'problem' in reading ? reading : decomposed(query, reading.value);
    },
  };
}

function decomposed(
  query: string,
  { queryType, subQueries: parts }: z.output<typeof Answer>,
): Reading<DecomposedQuery> {
  if (parts.length === 0 || parts.length > MAX_PARTS) return { problem: `subQueries: give 1 to ${MAX_PARTS}` };
  const subQueries = parts.map((part, index) => ({ ...part, priority: index + 1 }));
  const unsearchable = parts.find((part) => !QueryText.safeParse(part.query).success);
  if (unsearchable) return { problem: `subQueries: the query of ${unsearchable.id} is empty or too long` };
  const ids = new Set(parts.map(({ id }) => id));
  if (ids.size < parts.length) return { problem: 'subQueries: two have the same id' };
  const unknown = parts.flatMap(({ dependencies }) => dependencies).find((id) => !ids.has(id));
  if (unknown !== undefined) return { problem: `subQueries: one depends on "${unknown}", which is none` };
  if (isStuck(subQueries)) return { problem: 'subQueries: some wait for each other' };
  const synthesisPrompt = SYNTHESIS_PROMPTS[queryType];
  return {
    value: {
      originalQuery: query,
      queryType,
      subQueries,
      executionPlan: executionPlanOf(subQueries),
      synthesisRequired: parts.length > 1 || queryType !== 'simple_lookup',
      ...(synthesisPrompt !== undefined && { synthesisPrompt }),
    },
  };
}

/** A tool may be called by its published name. */
function withOwnNames(output: unknown): unknown {
  return JSON.parse(
    JSON.stringify(output ?? null, (key, value: unknown) =>
      key === 'suggestedTool' && typeof value === 'string' ? ownName(value) : value,
    ),
  ) as unknown;
}
