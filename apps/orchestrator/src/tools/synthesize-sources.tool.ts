import { QueryText, QueryType } from '@arbiter/contracts';
import type { TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';
import { Question, SynthesisTool, type SynthesisTask } from './synthesis.tool.js';

const Inputs = z.strictObject({
  query: Question.optional(),
  queryType: QueryType.default('simple_lookup').describe('Shapes the text.'),
  subQueries: z.array(QueryText).max(16).default([]).describe('Parts of the question; each gets its share.'),
});

export class SynthesizeSourcesTool extends SynthesisTool<typeof Inputs> {
  readonly name = 'synthesize-sources';
  override readonly aliases = ['synthesize_sources'];
  readonly description =
    'Writes one text from all passages found, every sentence with its source. Use it when several passages together hold the answer.';
  readonly inputSchema = Inputs;
  protected readonly resultName = 'synthesis';

  protected taskOf(tree: TreeData, { query, queryType, subQueries }: z.output<typeof Inputs>): SynthesisTask {
    return { query: query ?? tree.userPrompt, queryType, subQueries };
  }
}
