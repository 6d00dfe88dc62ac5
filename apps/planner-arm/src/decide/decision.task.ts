import type { DecideRequest, Finding } from '@arbiter/contracts';
import { z } from 'zod';
import { readBy, type ModelTask } from '../language-model/model-task.js';
import { anyInputs } from '../language-model/offered-schemas.js';
import { questionRequest } from '../language-model/question-prompt.js';
import { ANSWER_TOOL, offeredAs } from '../tool-names.js';
import { checkDecision, type ChosenCall } from './check-decision.js';
import { decisionSystemPrompt, DECISION_PROMPT_VERSION } from './decision.prompt.js';

const Answer = z.object({
  tool: z.string().min(1).max(64),
  inputs: z.record(z.string(), z.unknown()).default({}),
  reasoning: z.string().default(''),
  should_end: z.boolean().default(false),
  impossible: z.boolean().default(false),
});
const MAX_TOKENS = 500;

/**
 * Asks a language model for the next tool.
 *
 * @param answerTool what ends a run, by the name it goes by here
 */
export function decisionTask(request: DecideRequest, answerTool: string): ModelTask<ChosenCall> {
  const { query, history, environment, tools, iteration, maxIterations } = request;
  // In an order of their own, so that the prompt stays the same while tools come and go in another.
  const offered = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = offered.map(({ name }) => name);
  const choices = offeredAs(tools, ANSWER_TOOL) ? names : [...names, answerTool];
  return {
    request: (model, ids) =>
      questionRequest(
        {
          prompt: DECISION_PROMPT_VERSION,
          system: decisionSystemPrompt(offered, answerTool),
          query,
          history,
          quoted: [
            { kind: 'tried', text: triedSoFar(request) },
            { kind: 'found', text: environment },
            { kind: 'results', text: request.findings.map(lineOf).join('\n') },
          ],
          notes: notesOn(request),
          closing: `This is decision ${iteration} of ${maxIterations}. Which tool is next?`,
          output: { name: 'decision', schema: decisionSchema(choices, anyInputs(offered)) },
          maxTokens: MAX_TOKENS,
        },
        model,
        ids,
      ),
    read(output) {
      const reading = readBy(Answer, output);
      return 'problem' in reading ? reading : checkDecision(reading.value, request, answerTool);
    },
  };
}

function decisionSchema(names: readonly string[], inputs: Readonly<Record<string, unknown>>) {
  return {
    type: 'object',
    properties: {
      tool: { type: 'string', enum: names },
      inputs,
      reasoning: { type: 'string' },
      should_end: { type: 'boolean' },
      impossible: { type: 'boolean' },
    },
    required: ['tool', 'inputs', 'reasoning', 'should_end', 'impossible'],
    additionalProperties: false,
  };
}

function lineOf({ tool, inputs, objects, bestScore, titles }: Finding): string {
  const score = bestScore === null ? '' : `, best relevance ${bestScore.toFixed(2)}`;
  const where = titles.length === 0 ? '' : `, in ${titles.join('; ')}`;
  return `${tool} ${JSON.stringify(inputs)}: ${objects} found${score}${where}`;
}

/** Errors quote what was asked and found, so that they are fenced with the calls. */
function triedSoFar({ completed, errors }: DecideRequest): string {
  return [
    ...completed.map(({ tool, inputs }) => `${tool} ${JSON.stringify(inputs)}`),
    ...errors.map(
      ({ tool, message, suggestion }) =>
        `${tool} failed: ${message}${suggestion === undefined ? '' : ` Suggestion: ${suggestion}`}`,
    ),
  ].join('\n');
}

function notesOn({ unavailable }: DecideRequest): string[] {
  if (unavailable.length === 0) return [];
  return [`Cannot run now: ${unavailable.map(({ name, reason }) => `${name} (${reason})`).join(', ')}.`];
}
