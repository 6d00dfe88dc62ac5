import { AnswerText, detect } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { BaseMcpTool, Result, type ToolCall, type ToolOutput, type TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { gatheredSources } from './gathered.js';

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
