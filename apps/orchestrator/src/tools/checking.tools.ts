import { AnswerText, detect, QueryText, validate, type ValidationResult } from '@arbiter/contracts';
import { z } from 'zod';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { gatheredSources } from './gathered.js';

/** Inputs of the checks of a text. They look for its sources among the passages of the run. */
export const AnswerInputs = z.strictObject({
  answer: AnswerText.min(1).describe('The text to check.'),
  query: QueryText.optional().describe('The question that it answers; that of the run where it is not given.'),
});
export type AnswerInputs = z.output<typeof AnswerInputs>;

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

export class ScoreConfidenceTool extends BaseMcpTool<typeof AnswerInputs> {
  readonly name = 'score-confidence';
  override readonly aliases = ['score_confidence'];
  readonly description =
    'Says in one number, 0 to 1, how sure an answer is, and what that number is made of. Use it to choose between drafts.';
  readonly inputSchema = AnswerInputs;
  override readonly timeoutMs = validate.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(tree: TreeData, inputs: AnswerInputs, call: ToolCall): AsyncGenerator<ToolOutput, void, undefined> {
    const { confidence, checks, recommendation } = await judge(this.client, inputs, tree, call);
    const parts = {
      relevance: checks.relevance.score,
      support: checks.support.token,
      usefulness: checks.usefulness.score,
    };
    yield new Result({
      objects: [{ confidence, ...parts, recommendation }],
      name: 'confidence',
      confidence,
      metadata: { score: confidence, ...parts },
      llmMessage: 'Confidence {score}: relevance {relevance}, support {support}, usefulness {usefulness}.',
    });
  }
}

const Inputs = z.strictObject({ answer: AnswerText.min(1).describe('The text to check.') });

export class DetectHallucinationsTool extends BaseMcpTool<typeof Inputs> {
  readonly name = 'detect-hallucinations';
  override readonly aliases = ['detect_hallucinations'];
  readonly description =
    'Names the claims of a text that nothing found so far supports. Use it on a draft, to take out what was made up.';
  readonly inputSchema = Inputs;
  override readonly timeoutMs = detect.deadlineMs;

  constructor(private readonly client: OperationClient) {
    super();
  }

  async *execute(
    tree: TreeData,
    { answer }: z.output<typeof Inputs>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const report = await this.client.request(
      detect,
      { answer, sources: gatheredSources(tree, call) },
      { parent: call },
    );
    yield new Result({
      objects: report.hallucinations.map((claim) => ({ ...claim })),
      name: 'hallucinations',
      ...(report.confidence !== null && { confidence: report.confidence }),
      metadata: { recommendation: report.recommendation, rate: report.rate, explanation: report.explanation },
      llmMessage: '{num_objects} claims are not supported; {recommendation}. {explanation}',
    });
  }
}
