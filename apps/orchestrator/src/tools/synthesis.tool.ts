import { QueryText, synthesize, type QueryType, type SynthesizeResponse } from '@arbiter/contracts';
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
import type { z } from 'zod';
import { gatheredPassages } from './gathered.js';

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

export const NO_PASSAGES = 'No passage has been found yet.';

/** Writes a text for the run to go on from; what the user reads, the answering tool writes. */
export abstract class SynthesisTool<Schema extends z.ZodObject> extends BaseMcpTool<Schema> {
  override readonly timeoutMs = synthesize.deadlineMs;
  protected abstract readonly resultName: string;

  constructor(private readonly client: OperationClient) {
    super();
  }

  protected abstract taskOf(tree: TreeData, inputs: z.output<Schema>): SynthesisTask;

  override isToolAvailable({ environment }: TreeData): Promise<Availability> {
    return Promise.resolve(
      environment.visible().some(({ payloadType }) => payloadType === 'chunks')
        ? { available: true }
        : { available: false, reason: NO_PASSAGES },
    );
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
