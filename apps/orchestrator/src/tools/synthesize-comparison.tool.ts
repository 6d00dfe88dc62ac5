import { QueryText } from '@arbiter/contracts';
import type { TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { Question, SynthesisTool, type SynthesisTask } from './synthesis.tool.js';

const Inputs = z.strictObject({
  query: Question.optional(),
  subjects: z.array(QueryText).max(16).default([]).describe('What is compared, in the order in which to set it out.'),
});

export class SynthesizeComparisonTool extends SynthesisTool<typeof Inputs> {
  readonly name = 'synthesize-comparison';
  override readonly aliases = ['synthesize_comparison'];
  readonly description =
    'Sets the passages found about several things side by side, with citations. Use it once each side has been searched for.';
  readonly inputSchema = Inputs;
  protected readonly resultName = 'comparison';

  protected taskOf(tree: TreeData, { query, subjects }: z.output<typeof Inputs>): SynthesisTask {
    return { query: query ?? tree.userPrompt, queryType: 'comparative', subQueries: subjects };
  }
}
