import { validate, type ValidationResult } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { AnswerInputs } from './answer-inputs.js';
import { gatheredSources } from './gathered.js';

/** The verdict on an answer to the question of a run, by all that was found. */
export function judge(
  client: OperationClient,
  { answer, query }: AnswerInputs,
  tree: TreeData,
  call: ToolCall,
): Promise<ValidationResult> {
  const request = { query: query ?? tree.userPrompt, answer, sources: gatheredSources(tree, call) };
  return client.request(validate, request, { parent: call });
}

export class ValidateTool extends BaseMcpTool<typeof AnswerInputs> {
  readonly name = 'validate';
  readonly description =
    'Checks a draft of an answer against all that was found: is it relevant, supported claim by claim, useful, and how sure is that. Use it before answering what must not be wrong.';
  readonly inputSchema = AnswerInputs;
  override readonly timeoutMs = validate.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(tree: TreeData, inputs: AnswerInputs, call: ToolCall): AsyncGenerator<ToolOutput, void, undefined> {
    const verdict = await judge(this.client, inputs, tree, call);
    const { recommendation, confidence, issues } = verdict;
    yield new Result({
      objects: [verdict],
      name: 'validation',
      confidence,
      metadata: { recommendation, confidence, issues: issues.map(({ message }) => message) },
      llmMessage: 'The answer should be: {recommendation}, at a confidence of {confidence}. {issues}',
    });
  }
}
