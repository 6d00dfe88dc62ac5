import { QueryText, QueryType, synthesize, type SynthesizeResponse } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import {
  BaseMcpTool,
  RecoverableError,
  Result,
  type Availability,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { z } from 'zod';
import { availableWithPassages, gatheredPassages, NO_PASSAGES } from './gathered.js';

export interface SynthesisTask {
  readonly query: string;
  readonly queryType: QueryType;
  readonly subQueries: readonly string[];
  readonly maxSentences?: number;
}

/** Writes from the passages that a run has found; null when it has found none. */
export async function synthesizeFound(
  client: OperationClient,
  { subQueries, ...task }: SynthesisTask,
  tree: TreeData,
  call: ToolCall,
): Promise<SynthesizeResponse | null> {
  const passages = gatheredPassages(tree, call);
  if (passages.length === 0) return null;
  return client.request(synthesize, { ...task, subQueries: [...subQueries], passages }, { parent: call });
}

/** Writes a text for the run to go on from; what the user reads, the answering tool writes. */
export abstract class SynthesisTool<Schema extends z.ZodObject> extends BaseMcpTool<Schema> {
  override readonly timeoutMs = synthesize.deadlineMs;
  protected abstract readonly resultName: string;

  constructor(private readonly client: OperationClient) {
    super();
  }

  protected abstract taskOf(tree: TreeData, inputs: z.output<Schema>): SynthesisTask;

  override isToolAvailable(tree: TreeData): Promise<Availability> {
    return availableWithPassages(tree);
  }

  async *execute(
    tree: TreeData,
    inputs: z.output<Schema>,
    call: ToolCall,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const written = await synthesizeFound(this.client, this.taskOf(tree, inputs), tree, call);
    if (!written || written.text === '') {
      const message = written ? 'The passages say nothing about that.' : NO_PASSAGES;
      yield new RecoverableError({ message, suggestion: 'Find other passages with hybrid-search.' });
      return;
    }
    const { text, citations, mode, degraded } = written;
    yield new Result({
      objects: [{ text, citations }],
      name: this.resultName,
      metadata: { mode, citations: citations.length, ...(degraded && { degraded: [degraded] }) },
      llmMessage: 'Wrote a text that rests on {citations} places.',
    });
  }
}

/** Words of a question that a synthesis takes as it stands. */
export const Question = QueryText.describe(
  'What the text should answer; the question of the run where it is not given.',
);

const ComparisonInputs = z.strictObject({
  query: Question.optional(),
  subjects: z.array(QueryText).max(16).default([]).describe('What is compared, in the order in which to set it out.'),
});

export class SynthesizeComparisonTool extends SynthesisTool<typeof ComparisonInputs> {
  readonly name = 'synthesize-comparison';
  override readonly aliases = ['synthesize_comparison'];
  readonly description =
    'Sets the passages found about several things side by side, with citations. Use it once each side has been searched for.';
  readonly inputSchema = ComparisonInputs;
  protected readonly resultName = 'comparison';

  protected taskOf(tree: TreeData, { query, subjects }: z.output<typeof ComparisonInputs>): SynthesisTask {
    return { query: query ?? tree.userPrompt, queryType: 'comparative', subQueries: subjects };
  }
}

const SourcesInputs = z.strictObject({
  query: Question.optional(),
  queryType: QueryType.default('simple_lookup').describe('Shapes the text.'),
  subQueries: z.array(QueryText).max(16).default([]).describe('Parts of the question; each gets its share.'),
});

export class SynthesizeSourcesTool extends SynthesisTool<typeof SourcesInputs> {
  readonly name = 'synthesize-sources';
  override readonly aliases = ['synthesize_sources'];
  readonly description =
    'Writes one text from all passages found, every sentence with its source. Use it when several passages together hold the answer.';
  readonly inputSchema = SourcesInputs;
  protected readonly resultName = 'synthesis';

  protected taskOf(tree: TreeData, { query, queryType, subQueries }: z.output<typeof SourcesInputs>): SynthesisTask {
    return { query: query ?? tree.userPrompt, queryType, subQueries };
  }
}
