import { validate } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { AnswerInputs } from './answer-inputs.js';
import { judge } from './validate.tool.js';

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
